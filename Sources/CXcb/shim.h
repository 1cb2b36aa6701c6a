// libxcb with its X-Resource extension, which knows the process behind a window.
#pragma once

#include <stdlib.h>
#include <xcb/res.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

// XCB_NONE and its like are macros with casts, which do not import.
static const uint32_t torpor_xcb_none = XCB_NONE;
static const uint32_t torpor_xcb_current_time = XCB_CURRENT_TIME;
// A request and the number that its reply carries.
static inline unsigned torpor_xcb_query_client(xcb_connection_t *connection, uint32_t resource) {
  xcb_res_client_id_spec_t spec = {
    .client = resource, .mask = XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  return xcb_res_query_client_ids(connection, 1, &spec).sequence;
}

// Requests of the Composite extension (compositeproto 0.4), of which we need three: no reason for one more library.
// `opcode` is the server's number of the extension, `minor` that of the request. Each has two words of 32 bits.
enum torpor_xcb_composite_request {
  torpor_xcb_composite_query_version = 0,
  torpor_xcb_composite_redirect_window = 1,
  torpor_xcb_composite_name_window_pixmap = 6,
};

struct torpor_xcb_two_words {
  uint8_t opcode, minor;
  uint16_t length;
  uint32_t first, second;
};

static inline unsigned torpor_xcb_composite(
    xcb_connection_t *connection, uint8_t opcode, uint8_t minor, uint32_t first, uint32_t second) {
  // xcb fills in the length, and opcode 0 stands for the request itself where there is no xcb_extension_t.
  struct torpor_xcb_two_words words = {.opcode = opcode, .minor = minor, .first = first, .second = second};
  xcb_protocol_request_t request = {
    .count = 1, .ext = NULL, .opcode = opcode, .isvoid = minor != torpor_xcb_composite_query_version};
  struct iovec parts[3] = {{0}, {0}, {.iov_base = &words, .iov_len = sizeof words}};
  return xcb_send_request(connection, 0, parts + 2, &request);
}
