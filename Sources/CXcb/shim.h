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
