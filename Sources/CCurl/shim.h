// libcurl, and the part of libcrypto that it brings along. Swift cannot call C functions with a
// variable number of arguments; each wrapper here is one such call with its types said.
#pragma once

#include <curl/curl.h>
#include <openssl/evp.h>

// MARK: Options of one request

static inline CURLcode torpor_curl_set_number(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}
static inline CURLcode torpor_curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(curl, option, value);
}
// curl copies the text.
static inline CURLcode torpor_curl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}
static inline CURLcode torpor_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
  return curl_easy_setopt(curl, option, value);
}
static inline CURLcode torpor_curl_set_headers(CURL *curl, struct curl_slist *headers) {
  return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*torpor_curl_bytes_function)(char *bytes, size_t size, size_t count, void *context);
typedef int (*torpor_curl_seek_function)(void *context, curl_off_t offset, int origin);

static inline CURLcode torpor_curl_set_bytes_function(
  CURL *curl, CURLoption option, torpor_curl_bytes_function function) {
  return curl_easy_setopt(curl, option, function);
}
static inline CURLcode torpor_curl_set_seek_function(CURL *curl, torpor_curl_seek_function function) {
  return curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, function);
}

// MARK: Facts about one request

static inline long torpor_curl_number(CURL *curl, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(curl, info, &value) == CURLE_OK ? value : 0;
}
static inline const char *torpor_curl_text(CURL *curl, CURLINFO info) {
  char *value = NULL;
  return curl_easy_getinfo(curl, info, &value) == CURLE_OK ? value : NULL;
}
static inline void *torpor_curl_pointer(CURL *curl, CURLINFO info) {
  char *value = NULL;
  return curl_easy_getinfo(curl, info, &value) == CURLE_OK ? value : NULL;
}

// MARK: All requests together

// A share that keeps the sessions of TLS; NULL where there is no memory. Requests use it while they live.
static inline CURLSH *torpor_curl_share_tls_sessions(void) {
  CURLSH *share = curl_share_init();
  if (share) curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
  return share;
}

typedef int (*torpor_curl_socket_function)(
  CURL *curl, curl_socket_t socket, int interest, void *context, void *socket_context);
typedef int (*torpor_curl_timer_function)(CURLM *multi, long milliseconds, void *context);

static inline CURLMcode torpor_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
static inline void torpor_curl_multi_set_functions(
  CURLM *multi, torpor_curl_socket_function socket_function,
  torpor_curl_timer_function timer_function, void *context) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket_function);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer_function);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}
// The result of a message that says that a request is done; the union does not import.
static inline CURLcode torpor_curl_result(const CURLMsg *message) { return message->data.result; }
