// What the services take of libcrypto: bytes in, bytes out, no object that outlives a call.
// Every function returns whether it succeeded; a signature that is wrong is a failure like any other.
#ifndef TORPOR_CCRYPTO_H
#define TORPOR_CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool torpor_random(uint8_t *out, size_t count);
bool torpor_equal(const uint8_t *one, const uint8_t *other, size_t count);
bool torpor_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);
bool torpor_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t mac[32]);

// Ed25519 (RFC 8032): the private key is the seed of 32 bytes.
bool torpor_ed25519_public(const uint8_t seed[32], uint8_t public_key[32]);
bool torpor_ed25519_sign(const uint8_t seed[32], const uint8_t *bytes, size_t count, uint8_t signature[64]);
bool torpor_ed25519_verify(const uint8_t public_key[32], const uint8_t *bytes, size_t count,
                           const uint8_t signature[64]);

// ECDSA on P-256 with SHA-256, as ES256 of JWS has it (RFC 7518, 3.4): the signature is r and s, 32 bytes each;
// the public key is the uncompressed point.
bool torpor_p256_generate(uint8_t private_key[32], uint8_t point[65]);
bool torpor_p256_sign(const uint8_t private_key[32], const uint8_t point[65], const uint8_t *bytes, size_t count,
                      uint8_t signature[64]);
bool torpor_p256_verify(const uint8_t point[65], const uint8_t *bytes, size_t count, const uint8_t signature[64]);

// Keys as files: PEM with a SubjectPublicKeyInfo ("PUBLIC KEY") or PKCS #8 ("PRIVATE KEY", a sender's .p8).
// The point is taken of either; the private form is written for a sender.
bool torpor_p256_point_of_pem(const char *pem, size_t count, uint8_t point[65]);
bool torpor_p256_private_of_pem(const char *pem, size_t count, uint8_t private_key[32], uint8_t point[65]);
bool torpor_p256_private_pem(const uint8_t private_key[32], const uint8_t point[65], char *pem, size_t capacity,
                             size_t *count);

#endif
