import TorporModel

/// One message of the kernel about a device (a uevent): `add@/devices/…`, then `KEY=VALUE`s, each with a
/// zero at its end.
struct DeviceUevent: Hashable {
  enum Action: String {
    case added = "add"
    case removed = "remove"
  }

  let action: Action
  /// The device's folder below `/sys` (`DEVPATH`): `/devices/…/tty/ttyUSB0`.
  let path: String
  /// The class that it belongs to (`SUBSYSTEM`).
  let subsystem: String

  /// Reads a message; `nil` for one that is no more than a change, or none that the kernel writes.
  init?(_ message: [UInt8]) {
    var values: [Substring: Substring] = [:]
    // The first part says what the others say.
    for part in message.split(separator: 0).dropFirst() {
      let text = Substring(decoding: part, as: UTF8.self)
      guard let equals = text.firstIndex(of: "=") else { continue }
      values[text[..<equals]] = text[text.index(after: equals)...]
    }
    guard let action = values["ACTION"].flatMap({ Action(rawValue: String($0)) }),
      let path = values["DEVPATH"], path.isAbsolutePath, !path.pathComponents.contains(".."),
      let subsystem = values["SUBSYSTEM"]
    else { return nil }
    self.action = action
    self.path = String(path)
    self.subsystem = String(subsystem)
  }
}
