import CSystemd

/// A call to one of our own objects that waits for its answer, which it gets once.
///
/// One that is dropped unanswered leaves its caller to its own patience.
final class BusDue {
  private var call: OpaquePointer?
  /// Has what was queued sent.
  private let sent: () -> Void

  /// Holds on to the call; outside of its handler `sent` must have the bus go on.
  init(of call: OpaquePointer, sent: @escaping () -> Void = {}) {
    self.call = sd_bus_message_ref(call)
    self.sent = sent
  }

  deinit { if let call { sd_bus_message_unref(call) } }

  /// Answers, where the caller wants one and none was given.
  func answer(_ answer: BusAnswer) {
    guard let call else { return }
    self.call = nil
    defer { sd_bus_message_unref(call) }
    guard sd_bus_message_get_expect_reply(call) > 0 else { return }
    var pointer: OpaquePointer?
    switch answer {
    case .values(let values):
      guard sd_bus_message_new_method_return(call, &pointer) >= 0, let pointer else { return }
      let message = BusMessage(owning: pointer)
      guard (try? BusValue.append(values, to: message.pointer)) != nil else { return }
      sd_bus_send(sd_bus_message_get_bus(call), message.pointer, nil)
    case .error(let name, let text):
      var error = sd_bus_error()
      sd_bus_error_set(&error, name, text)
      sd_bus_reply_method_error(call, &error)
      sd_bus_error_free(&error)
    }
    sent()
  }
}

extension BusAnswer {
  /// There is no such method.
  static func unknownMethod(_ call: BusEvent) -> BusAnswer {
    .error(
      name: "org.freedesktop.DBus.Error.UnknownMethod",
      message: "There is no method \(call.interface).\(call.member) here."
    )
  }

  /// The arguments are not those of the method.
  static func invalidArguments(_ text: String) -> BusAnswer {
    .error(name: "org.freedesktop.DBus.Error.InvalidArgs", message: text)
  }
}
