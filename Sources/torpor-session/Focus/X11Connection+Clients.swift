import CXcb

extension X11Connection {
  /// Determines whether the server knows its clients' processes: X-Resource 1.2, in every X.Org server since 1.12.
  func hasClientProcesses(handler: @escaping (Bool) -> Void) {
    // Looked up without waiting: otherwise the extension's data would be requested at its first use.
    let name = "X-Resource"
    let cookie = name.withCString { xcb_query_extension(xcb, UInt16(name.utf8.count), $0) }
    whenAnswered(cookie.sequence) { [weak self] reply in
      let answer = reply?.assumingMemoryBound(to: xcb_query_extension_reply_t.self)
      guard let self, answer?.pointee.present == 1 else { return handler(false) }
      whenAnswered(xcb_res_query_version(xcb, 1, 2).sequence) { reply in
        let answer = reply?.assumingMemoryBound(to: xcb_res_query_version_reply_t.self)
        guard let answer else { return handler(false) }
        handler((answer.pointee.server_major, answer.pointee.server_minor) >= (1, 2))
      }
    }
  }

  /// Finds the process that created the window, as the kernel reported to the server; `nil`: it is not on this machine,
  /// or the window no longer exists.
  func process(of window: UInt32, handler: @escaping (Int32?) -> Void) {
    whenAnswered(torpor_xcb_query_client(xcb, window)) { reply in
      handler(X11Connection.processes(in: reply).first)
    }
  }

  /// Finds the processes of all clients of the server on this machine.
  func clientProcesses(handler: @escaping ([Int32]) -> Void) {
    whenAnswered(torpor_xcb_query_client(xcb, torpor_xcb_none)) { reply in
      handler(X11Connection.processes(in: reply))
    }
  }

  private static func processes(in reply: UnsafeMutableRawPointer?) -> [Int32] {
    guard let answer = reply?.assumingMemoryBound(to: xcb_res_query_client_ids_reply_t.self) else {
      return []
    }
    var processes: [Int32] = []
    var values = xcb_res_query_client_ids_ids_iterator(answer)
    while values.rem > 0, processes.count < FocusView.processesMax {
      if let value = values.data, xcb_res_client_id_value_value_length(value) > 0,
        let number = xcb_res_client_id_value_value(value)?.pointee,
        let process = Int32(exactly: number),
        process > 0
      {
        processes.append(process)
      }
      xcb_res_client_id_value_next(&values)
    }
    return processes
  }

  /// Determines whether a client holds the pointer or the keyboard exclusively.
  ///
  /// The only way is to try: both are grabbed for one exchange and released. X does not report their holder. A pressed
  /// button counts as holding the pointer while it is pressed.
  func isGrabbed(handler: @escaping (Bool) -> Void) {
    let pointer = xcb_grab_pointer(
      xcb,
      0,
      root,
      0,
      UInt8(XCB_GRAB_MODE_ASYNC.rawValue),
      UInt8(XCB_GRAB_MODE_ASYNC.rawValue),
      torpor_xcb_none,
      torpor_xcb_none,
      torpor_xcb_current_time
    )
    // In the same batch of bytes, so that no event of the user falls in between; only our own grabs are released.
    xcb_ungrab_pointer(xcb, torpor_xcb_current_time)
    let keyboard = xcb_grab_keyboard(
      xcb,
      0,
      root,
      torpor_xcb_current_time,
      UInt8(XCB_GRAB_MODE_ASYNC.rawValue),
      UInt8(XCB_GRAB_MODE_ASYNC.rawValue)
    )
    xcb_ungrab_keyboard(xcb, torpor_xcb_current_time)
    let refused = UInt8(XCB_GRAB_STATUS_ALREADY_GRABBED.rawValue)
    var isPointerHeld = false
    whenAnswered(pointer.sequence) { reply in
      let answer = reply?.assumingMemoryBound(to: xcb_grab_pointer_reply_t.self)
      isPointerHeld = answer?.pointee.status == refused
    }
    whenAnswered(keyboard.sequence) { reply in
      let answer = reply?.assumingMemoryBound(to: xcb_grab_keyboard_reply_t.self)
      handler(isPointerHeld || answer?.pointee.status == refused)
    }
  }
}
