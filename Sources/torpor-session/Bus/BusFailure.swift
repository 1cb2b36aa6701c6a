import TorporPosix

/// Why a call over a bus failed.
enum BusFailure: Error, Hashable, CustomStringConvertible {
  /// The bus is not connected, or was lost before the answer.
  case notConnected(cause: String)
  /// The called process, or the bus itself, answered with an error; this includes a missing answer.
  case refused(name: String, message: String)
  /// The message could not be written or read.
  case malformed(cause: String)

  /// Whether no process on the bus owns the called name, and none can be started for it.
  var isServiceMissing: Bool {
    guard case .refused(let name, _) = self else { return false }
    return name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }

  /// A clause that fits after "because".
  var description: String {
    switch self {
    case .notConnected(let cause): "the bus is not there (\(cause))"
    case .refused(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
    case .malformed(let cause): "a message could not be understood (\(cause))"
    }
  }

  /// Throws a failure if the result of an sd-bus function is negative.
  static func check(_ result: Int32, _ operation: String) throws(BusFailure) {
    guard result < 0 else { return }
    throw .malformed(cause: "cannot \(operation): \(SystemError.text(of: -result))")
  }
}
