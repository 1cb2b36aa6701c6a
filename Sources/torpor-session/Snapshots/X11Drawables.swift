import CXcb

/// The pixels of windows in the server: the Composite extension, and images of drawables.
struct X11Drawables {
  /// The size of a window or pixmap, in pixels.
  struct Size: Hashable {
    let width: UInt16
    let height: UInt16

    static let zero = Size(width: 0, height: 0)
    var area: Int { Int(width) * Int(height) }
  }

  /// It owns the handlers that wait for its answers, and drops them with itself, so `unowned` is safe in them.
  private let connection: X11Connection
  /// The server's number of the Composite extension.
  private let opcode: UInt8

  /// The maximum number of pixels read of one window: 33 million, an 8K screen; our choice.
  private static let pixelsMax = 7680 * 4320

  /// Finds the extension; `nil`: the server does not store the pixels of windows.
  static func find(on connection: X11Connection, handler: @escaping (X11Drawables?) -> Void) {
    let name = "Composite"
    let cookie = name.withCString { text in
      xcb_query_extension(connection.xcb, UInt16(name.utf8.count), text)
    }
    connection.whenAnswered(cookie.sequence) { [unowned connection] reply in
      let answer = reply?.assumingMemoryBound(to: xcb_query_extension_reply_t.self)
      guard let answer, answer.pointee.present == 1 else { return handler(nil) }
      let found = X11Drawables(connection: connection, opcode: answer.pointee.major_opcode)
      let version = found.composite(torpor_xcb_composite_query_version, 0, 4)
      connection.whenAnswered(version) { [unowned connection, opcode = found.opcode] reply in
        guard reply != nil else { return handler(nil) }
        handler(X11Drawables(connection: connection, opcode: opcode))
      }
    }
  }

  private func composite(
    _ request: torpor_xcb_composite_request,
    _ first: UInt32,
    _ second: UInt32
  ) -> UInt32 {
    let minor = UInt8(truncatingIfNeeded: request.rawValue)
    return torpor_xcb_composite(connection.xcb, opcode, minor, first, second)
  }

  /// Makes the server draw a window into separate memory, and from there onto the screen.
  ///
  /// It ends with the connection. If a compositing manager has requested the same, nothing changes.
  func redirect(_ window: UInt32) {
    let automatic: UInt32 = 0
    _ = composite(torpor_xcb_composite_redirect_window, window, automatic)
  }

  /// Keeps the pixmap of a window until it is freed, or the window has another size.
  func pixmap(of window: UInt32) -> UInt32 {
    let pixmap = xcb_generate_id(connection.xcb)
    _ = composite(torpor_xcb_composite_name_window_pixmap, window, pixmap)
    return pixmap
  }

  func free(_ pixmap: UInt32) { xcb_free_pixmap(connection.xcb, pixmap) }

  /// Makes the server report a window's changes of size, of mapping and of properties, and when it becomes visible.
  func watch(_ window: UInt32) {
    var mask =
      XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
      | XCB_EVENT_MASK_VISIBILITY_CHANGE.rawValue
    xcb_change_window_attributes(connection.xcb, window, XCB_CW_EVENT_MASK.rawValue, &mask)
  }

  /// Determines whether a window and all its ancestors are mapped; `nil`: it no longer exists.
  func isViewable(_ window: UInt32, handler: @escaping (Bool?) -> Void) {
    let cookie = xcb_get_window_attributes(connection.xcb, window)
    connection.whenAnswered(cookie.sequence) { reply in
      let answer = reply?.assumingMemoryBound(to: xcb_get_window_attributes_reply_t.self)
      handler(answer.map { $0.pointee.map_state == UInt8(XCB_MAP_STATE_VIEWABLE.rawValue) })
    }
  }

  /// Finds the size of a window or a pixmap; `nil`: it no longer exists.
  func size(of drawable: UInt32, handler: @escaping (Size?) -> Void) {
    connection.whenAnswered(xcb_get_geometry(connection.xcb, drawable).sequence) { reply in
      let answer = reply?.assumingMemoryBound(to: xcb_get_geometry_reply_t.self)
      handler(answer.map { Size(width: $0.pointee.width, height: $0.pointee.height) })
    }
  }

  /// Takes the current picture of a pixmap, scaled down; `nil`: it no longer exists, or has an unsupported format.
  func picture(of pixmap: UInt32, handler: @escaping (Picture?) -> Void) {
    size(of: pixmap) { [unowned connection, opcode] size in
      guard let size, size.area <= X11Drawables.pixelsMax else {
        return handler(nil)
      }
      X11Drawables(connection: connection, opcode: opcode).read(pixmap, size, handler: handler)
    }
  }

  private func read(_ pixmap: UInt32, _ size: Size, handler: @escaping (Picture?) -> Void) {
    let format = UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue)
    let cookie = xcb_get_image(
      connection.xcb,
      format,
      pixmap,
      0,
      0,
      size.width,
      size.height,
      .max
    )
    connection.whenAnswered(cookie.sequence) { [unowned connection] reply in
      let answer = reply?.assumingMemoryBound(to: xcb_get_image_reply_t.self)
      guard let answer, let data = xcb_get_image_data(answer),
        let setup = xcb_get_setup(connection.xcb)
      else { return handler(nil) }
      let byteCount = Int(xcb_get_image_data_length(answer))
      let image = WindowImage(
        width: Int(size.width),
        height: Int(size.height),
        depth: Int(answer.pointee.depth),
        bitsPerPixel: X11Drawables.bitsPerPixel(ofDepth: answer.pointee.depth, setup),
        isLittleEndian: setup.pointee.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue),
        byteCount: byteCount
      )
      let bytes = UnsafeRawBufferPointer(start: data, count: byteCount)
      handler(image.map { Picture($0, bytes: bytes) })
    }
  }

  private static func bitsPerPixel(
    ofDepth depth: UInt8,
    _ setup: UnsafePointer<xcb_setup_t>
  ) -> Int {
    var formats = xcb_setup_pixmap_formats_iterator(setup)
    while formats.rem > 0 {
      if formats.data.pointee.depth == depth { return Int(formats.data.pointee.bits_per_pixel) }
      xcb_format_next(&formats)
    }
    return 0
  }
}
