import CXcb
import TorporPosix

/// One connection to an X server on the event loop: requests out, replies and events to handlers.
///
/// Nothing waits for the server after the connection is made; making it is one exchange with a server on this machine.
/// Used on the loop's thread.
final class X11Connection {
  /// Why there is no connection, as the end of a sentence.
  struct Failure: Error, Hashable {
    let cause: String
  }

  /// Called once with the reply, or with `nil` when the server refused.
  typealias ReplyHandler = (UnsafeMutableRawPointer?) -> Void

  private struct Pending {
    let sequence: UInt32
    let handler: ReplyHandler
  }

  /// The connection for xcb requests; closed only by this object.
  let xcb: OpaquePointer
  /// The window that contains all others of the screen.
  let root: UInt32
  private let loop: EventLoop
  private let onEvent: (UnsafeMutablePointer<xcb_generic_event_t>) -> Void
  private let onEnd: () -> Void
  private var token: EventLoop.Token?
  private var pending: [Pending] = []
  private var isPumping = false

  /// Connects to the display (":0"); `nil`: to `$DISPLAY`.
  ///
  /// `onEvent` receives every event, `onEnd` is called once when the server has ended.
  ///
  /// - Throws: `Failure` when there is no answer, or access is denied to this user.
  init(
    display: String?,
    on loop: EventLoop,
    onEvent: @escaping (UnsafeMutablePointer<xcb_generic_event_t>) -> Void,
    onEnd: @escaping () -> Void
  ) throws(Failure) {
    var screenNumber: Int32 = 0
    guard let xcb = xcb_connect(display, &screenNumber) else {
      throw Failure(cause: "there is no memory for a connection to the X server")
    }
    guard xcb_connection_has_error(xcb) == 0,
      let root = X11Connection.root(of: screenNumber, on: xcb)
    else {
      xcb_disconnect(xcb)
      throw Failure(
        cause: "the X server of \(display ?? "$DISPLAY") does not answer, or not to this user"
      )
    }
    self.xcb = xcb
    self.root = root
    self.loop = loop
    self.onEvent = onEvent
    self.onEnd = onEnd
    do throws(SystemError) {
      token = try loop.register(xcb_get_file_descriptor(xcb), for: .readable) { [unowned self] _ in
        pump()
      }
    } catch {
      xcb_disconnect(xcb)
      throw Failure(cause: error.description)
    }
  }

  deinit {
    if let token { loop.cancel(token) }
    xcb_disconnect(xcb)
  }

  private static func root(of screenNumber: Int32, on xcb: OpaquePointer) -> UInt32? {
    var screens = xcb_setup_roots_iterator(xcb_get_setup(xcb))
    for _ in 0..<screenNumber where screens.rem > 0 { xcb_screen_next(&screens) }
    return screens.rem > 0 ? screens.data.pointee.root : nil
  }

  /// Calls `handler` with the reply to the request with that number.
  func whenAnswered(_ sequence: UInt32, handler: @escaping ReplyHandler) {
    pending.append(Pending(sequence: sequence, handler: handler))
    // Sent at the end of the caller's turn; several requests are sent together.
    if !isPumping { _ = loop.schedule(after: .zero) { [weak self] in self?.pump() } }
  }

  /// Sends the queued requests, and delivers all received events.
  private func pump() {
    guard token != nil else { return }
    isPumping = true
    defer { isPumping = false }
    var goesOn = true
    while goesOn {
      goesOn = false
      xcb_flush(xcb)
      while let event = xcb_poll_for_event(xcb) {
        goesOn = true
        onEvent(event)
        free(event)
      }
      goesOn = takeReplies() || goesOn
    }
    if xcb_connection_has_error(xcb) != 0 { end() }
  }

  private func takeReplies() -> Bool {
    var tookAny = false
    while let first = pending.first {
      var reply: UnsafeMutableRawPointer?
      var error: UnsafeMutablePointer<xcb_generic_error_t>?
      guard xcb_poll_for_reply(xcb, first.sequence, &reply, &error) == 1 else { break }
      tookAny = true
      pending.removeFirst()
      first.handler(reply)
      free(reply)
      free(error)
    }
    return tookAny
  }

  private func end() {
    guard let token else { return }
    loop.cancel(token)
    self.token = nil
    pending = []
    // Never from within a call: the handler may release this object.
    _ = loop.schedule(after: .zero) { [onEnd] in onEnd() }
  }
}

// MARK: Requests

extension X11Connection {
  /// Finds the number of a name, which the server assigns if the name has not been used yet.
  func atom(_ name: StaticString, handler: @escaping (UInt32) -> Void) {
    let length = UInt16(name.utf8CodeUnitCount)
    let cookie = name.withUTF8Buffer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        xcb_intern_atom(xcb, 0, length, $0.baseAddress)
      }
    }
    whenAnswered(cookie.sequence) { reply in
      let answer = reply?.assumingMemoryBound(to: xcb_intern_atom_reply_t.self)
      handler(answer?.pointee.atom ?? torpor_xcb_none)
    }
  }

  /// Reads the first 32-bit number of a window's property; `nil` if it has none.
  func number(_ property: UInt32, of window: UInt32, handler: @escaping (UInt32?) -> Void) {
    let cookie = xcb_get_property(xcb, 0, window, property, UInt32(XCB_ATOM_ANY.rawValue), 0, 1)
    whenAnswered(cookie.sequence) { reply in
      guard let answer = reply?.assumingMemoryBound(to: xcb_get_property_reply_t.self),
        answer.pointee.format == 32, xcb_get_property_value_length(answer) == 4
      else { return handler(nil) }
      handler(xcb_get_property_value(answer)?.loadUnaligned(as: UInt32.self))
    }
  }

  /// Reads the 32-bit numbers of a window's property, at most 1,024; `nil` if it has none.
  func numbers(_ property: UInt32, of window: UInt32, handler: @escaping ([UInt32]?) -> Void) {
    let countMax = UInt32(1024)
    let any = UInt32(XCB_ATOM_ANY.rawValue)
    let cookie = xcb_get_property(xcb, 0, window, property, any, 0, countMax)
    whenAnswered(cookie.sequence) { reply in
      guard let answer = reply?.assumingMemoryBound(to: xcb_get_property_reply_t.self),
        answer.pointee.format == 32, let bytes = xcb_get_property_value(answer)
      else { return handler(nil) }
      let count = Int(xcb_get_property_value_length(answer)) / 4
      handler(
        (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
      )
    }
  }

  /// Makes the server report changes of the root window's properties.
  func watchRootProperties() { watch(root, for: XCB_EVENT_MASK_PROPERTY_CHANGE) }

  /// Makes the server report changes of a window's properties, its moves and its end.
  func watchPropertiesAndEnd(of window: UInt32) {
    watch(window, for: XCB_EVENT_MASK_PROPERTY_CHANGE, XCB_EVENT_MASK_STRUCTURE_NOTIFY)
  }

  /// Makes the server report a window's end, and its moves, which cannot be separated.
  func watchEnd(of window: UInt32) { watch(window, for: XCB_EVENT_MASK_STRUCTURE_NOTIFY) }

  /// Makes the server stop reporting events of a window.
  func unwatch(_ window: UInt32) { watch(window, for: XCB_EVENT_MASK_NO_EVENT) }

  /// Sets the reported events; a request about a window that has ended in the meantime returns an error, which is
  /// ignored.
  private func watch(_ window: UInt32, for events: xcb_event_mask_t...) {
    var mask = events.reduce(0) { $0 | $1.rawValue }
    xcb_change_window_attributes(xcb, window, XCB_CW_EVENT_MASK.rawValue, &mask)
  }
}
