import TorporPosix

/// Why a call over a bus came to nothing.
enum BusFailure: Error, Hashable, CustomStringConvertible {
  /// The bus is not there, or went away before the answer.
  case notConnected(cause: String)
  /// The called process, or the bus itself, answered with an error; also where there was no answer in time.
  case refused(name: String, message: String)
  /// The message could not be written or read.
  case malformed(cause: String)

  /// No process on the bus has the name that was called, and nothing starts it.
  var isServiceMissing: Bool {
    guard case .refused(let name, _) = self else { return false }
    return name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }

  /// One clause that fits after "because".
  var description: String {
    switch self {
    case .notConnected(let cause): "the bus is not there (\(cause))"
    case .refused(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
    case .malformed(let cause): "a message could not be understood (\(cause))"
    }
  }

  /// From what a function of sd-bus returned, where that is negative.
  static func check(_ result: Int32, _ operation: String) throws(BusFailure) {
    guard result < 0 else { return }
    throw .malformed(cause: "cannot \(operation): \(SystemError.text(of: -result))")
  }
}
