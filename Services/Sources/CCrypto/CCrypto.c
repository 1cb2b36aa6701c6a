#include "CCrypto.h"

#include <limits.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <string.h>

// What failed is not asked for; without this the queue of errors of the thread would grow.
static bool finish(bool done) {
  if (!done) ERR_clear_error();
  return done;
}

bool torpor_random(uint8_t *out, size_t count) {
  return count <= INT_MAX && finish(RAND_bytes(out, (int)count) == 1);
}

bool torpor_equal(const uint8_t *one, const uint8_t *other, size_t count) {
  return CRYPTO_memcmp(one, other, count) == 0;
}

bool torpor_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
  return finish(EVP_Digest(bytes, count, digest, NULL, EVP_sha256(), NULL) == 1);
}

bool torpor_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t mac[32]) {
  unsigned int length = 32;
  return key_count <= INT_MAX && finish(HMAC(EVP_sha256(), key, (int)key_count, bytes, count, mac, &length) != NULL);
}

bool torpor_ed25519_public(const uint8_t seed[32], uint8_t public_key[32]) {
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
  size_t length = 32;
  bool done = key && EVP_PKEY_get_raw_public_key(key, public_key, &length) == 1 && length == 32;
  EVP_PKEY_free(key);
  return finish(done);
}

bool torpor_ed25519_sign(const uint8_t seed[32], const uint8_t *bytes, size_t count, uint8_t signature[64]) {
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  size_t length = 64;
  bool done = key && context && EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
              EVP_DigestSign(context, signature, &length, bytes, count) == 1 && length == 64;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return finish(done);
}

bool torpor_ed25519_verify(const uint8_t public_key[32], const uint8_t *bytes, size_t count,
                           const uint8_t signature[64]) {
  EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, public_key, 32);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool done = key && context && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
              EVP_DigestVerify(context, signature, 64, bytes, count) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return finish(done);
}

// A key of P-256 from its point and, for signing, its number; the caller frees it.
static EVP_PKEY *p256_key(const uint8_t *private_key, const uint8_t point[65]) {
  EVP_PKEY *key = NULL;
  BIGNUM *number = private_key ? BN_bin2bn(private_key, 32, NULL) : NULL;
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  OSSL_PARAM *parameters = NULL;
  if (builder && context && (!private_key || number) &&
      OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
      OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, 65) == 1 &&
      (!number || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1) &&
      (parameters = OSSL_PARAM_BLD_to_param(builder)) && EVP_PKEY_fromdata_init(context) == 1) {
    EVP_PKEY_fromdata(context, &key, private_key ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters);
  }
  OSSL_PARAM_free(parameters);
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_BLD_free(builder);
  BN_clear_free(number);
  return key;
}

static bool point_of(EVP_PKEY *key, uint8_t point[65]) {
  char group[32];
  size_t length = 0;
  return EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, group, sizeof group, NULL) == 1 &&
         strcmp(group, "prime256v1") == 0 &&
         EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, 65, &length) == 1 && length == 65 &&
         point[0] == 4;
}

bool torpor_p256_generate(uint8_t private_key[32], uint8_t point[65]) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  BIGNUM *number = NULL;
  bool done = key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
              BN_bn2binpad(number, private_key, 32) == 32 && point_of(key, point);
  BN_clear_free(number);
  EVP_PKEY_free(key);
  return finish(done);
}

bool torpor_p256_sign(const uint8_t private_key[32], const uint8_t point[65], const uint8_t *bytes, size_t count,
                      uint8_t signature[64]) {
  EVP_PKEY *key = p256_key(private_key, point);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  uint8_t der[80];
  size_t length = sizeof der;
  ECDSA_SIG *parts = NULL;
  bool done = false;
  if (key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
      EVP_DigestSign(context, der, &length, bytes, count) == 1) {
    const uint8_t *place = der;
    parts = d2i_ECDSA_SIG(NULL, &place, (long)length);
    done = parts && BN_bn2binpad(ECDSA_SIG_get0_r(parts), signature, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(parts), signature + 32, 32) == 32;
  }
  ECDSA_SIG_free(parts);
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return finish(done);
}

bool torpor_p256_verify(const uint8_t point[65], const uint8_t *bytes, size_t count, const uint8_t signature[64]) {
  EVP_PKEY *key = p256_key(NULL, point);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  ECDSA_SIG *parts = ECDSA_SIG_new();
  BIGNUM *r = BN_bin2bn(signature, 32, NULL), *s = BN_bin2bn(signature + 32, 32, NULL);
  uint8_t *der = NULL;
  int length = 0;
  bool done = false;
  if (key && context && parts && r && s && ECDSA_SIG_set0(parts, r, s) == 1) {
    r = s = NULL;
    length = i2d_ECDSA_SIG(parts, &der);
    done = length > 0 && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
           EVP_DigestVerify(context, der, (size_t)length, bytes, count) == 1;
  }
  OPENSSL_free(der);
  BN_free(r);
  BN_free(s);
  ECDSA_SIG_free(parts);
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return finish(done);
}

// Nobody is asked for the password of a key that has one.
static int no_password(char *buffer, int size, int writing, void *user) {
  (void)buffer, (void)size, (void)writing, (void)user;
  return -1;
}

bool torpor_p256_point_of_pem(const char *pem, size_t count, uint8_t point[65]) {
  if (count > INT_MAX) return false;
  BIO *file = BIO_new_mem_buf(pem, (int)count);
  EVP_PKEY *key = file ? PEM_read_bio_PUBKEY(file, NULL, no_password, NULL) : NULL;
  if (file && !key) {
    BIO_free(file);
    file = BIO_new_mem_buf(pem, (int)count);
    key = file ? PEM_read_bio_PrivateKey(file, NULL, no_password, NULL) : NULL;
  }
  bool done = key && point_of(key, point);
  EVP_PKEY_free(key);
  BIO_free(file);
  return finish(done);
}

bool torpor_p256_private_of_pem(const char *pem, size_t count, uint8_t private_key[32], uint8_t point[65]) {
  if (count > INT_MAX) return false;
  BIO *file = BIO_new_mem_buf(pem, (int)count);
  EVP_PKEY *key = file ? PEM_read_bio_PrivateKey(file, NULL, no_password, NULL) : NULL;
  BIGNUM *number = NULL;
  bool done = key && point_of(key, point) && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
              BN_bn2binpad(number, private_key, 32) == 32;
  BN_clear_free(number);
  EVP_PKEY_free(key);
  BIO_free(file);
  return finish(done);
}

bool torpor_p256_private_pem(const uint8_t private_key[32], const uint8_t point[65], char *pem, size_t capacity,
                             size_t *count) {
  EVP_PKEY *key = p256_key(private_key, point);
  BIO *file = BIO_new(BIO_s_mem());
  char *start = NULL;
  bool done = key && file && PEM_write_bio_PKCS8PrivateKey(file, key, NULL, NULL, 0, NULL, NULL) == 1;
  if (done) {
    long length = BIO_get_mem_data(file, &start);
    done = length > 0 && (size_t)length <= capacity;
    if (done) memcpy(pem, start, *count = (size_t)length);
  }
  BIO_free(file);
  EVP_PKEY_free(key);
  return finish(done);
}
