import CSystemd

/// A call to one of our own objects that waits for its single answer.
///
/// If it is dropped unanswered, its caller waits until its own time-out.
final class BusDue {
  private var call: OpaquePointer?
  /// Sends the queued messages.
  private let sent: () -> Void

  /// Keeps the call; outside its handler, `sent` must make the bus continue.
  init(of call: OpaquePointer, sent: @escaping () -> Void = {}) {
    self.call = sd_bus_message_ref(call)
    self.sent = sent
  }

  deinit { if let call { sd_bus_message_unref(call) } }

  /// Answers if the caller wants an answer and none was given.
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
  /// Returns the error that there is no such method.
  static func unknownMethod(_ call: BusEvent) -> BusAnswer {
    .error(
      name: "org.freedesktop.DBus.Error.UnknownMethod",
      message: "There is no method \(call.interface).\(call.member) here."
    )
  }

  /// Returns the error that the arguments do not match the method.
  static func invalidArguments(_ text: String) -> BusAnswer {
    .error(name: "org.freedesktop.DBus.Error.InvalidArgs", message: text)
  }
}
