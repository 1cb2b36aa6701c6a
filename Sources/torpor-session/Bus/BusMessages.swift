import CSystemd

/// A method to call.
struct BusCall: Hashable {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var arguments: [BusValue] = []
  /// Whether the bus may start the owner of the name.
  var startsService = true
  /// The time limit for the answer; 25 s is the usual value in D-Bus libraries.
  var timeout: Duration = .seconds(25)

  /// Returns the call as a message of that bus.
  ///
  /// - Throws: `BusFailure.malformed` if a name is invalid.
  func message(on bus: OpaquePointer) throws(BusFailure) -> BusMessage {
    var pointer: OpaquePointer?
    let result = sd_bus_message_new_method_call(
      bus,
      &pointer,
      destination,
      path,
      interface,
      member
    )
    try BusFailure.check(result, "make a call of \(interface).\(member)")
    guard let pointer else { throw .malformed(cause: "there is no message") }
    let message = BusMessage(owning: pointer)
    try BusFailure.check(
      sd_bus_message_set_auto_start(pointer, startsService ? 1 : 0),
      "set a flag"
    )
    try BusValue.append(arguments, to: pointer)
    return message
  }
}

/// A received signal, or a call to one of our own objects.
struct BusEvent: Hashable {
  /// The unique name of the connection that sent it; `org.freedesktop.DBus` for the bus itself.
  var sender: String
  var path: String
  var interface: String
  var member: String
  var values: [BusValue]

  /// Whether it is from the bus itself; no other process can use that name as the sender.
  var isFromBus: Bool { sender == BusNames.bus }

  /// - Throws: `BusFailure.malformed`.
  init(_ message: OpaquePointer) throws(BusFailure) {
    sender = BusEvent.text(sd_bus_message_get_sender(message))
    path = BusEvent.text(sd_bus_message_get_path(message))
    interface = BusEvent.text(sd_bus_message_get_interface(message))
    member = BusEvent.text(sd_bus_message_get_member(message))
    values = try BusReading.values(of: message)
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}

/// The result of a call, with the sender of the answer.
struct BusReply: Hashable {
  var sender: String
  var values: [BusValue]

  static func result(of reply: OpaquePointer) -> Result<BusReply, BusFailure> {
    if let error = sd_bus_message_get_error(reply) {
      let (name, message) = (error.pointee.name, error.pointee.message)
      return .failure(
        .refused(
          name: name.map { String(cString: $0) } ?? "",
          message: message.map { String(cString: $0) } ?? ""
        )
      )
    }
    do throws(BusFailure) {
      let event = try BusEvent(reply)
      return .success(BusReply(sender: event.sender, values: event.values))
    } catch {
      return .failure(error)
    }
  }
}

/// An answer to a call of one of our own objects.
enum BusAnswer: Hashable {
  case values([BusValue])
  case error(name: String, message: String)
}

/// The names that every bus has.
enum BusNames {
  static let bus = "org.freedesktop.DBus"
  static let busPath = "/org/freedesktop/DBus"
  static let properties = "org.freedesktop.DBus.Properties"
}

/// A message with one owner.
struct BusMessage: ~Copyable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sd_bus_message_unref(pointer) }
}
