/// How important a message is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number, as Apple has it.
  public let rawValue: UInt8

  /// Makes a level of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Makes a level of its number.
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  /// What everybody who looks for a problem wants to read.
  public static let `default` = OSLogType(rawValue: 0)
  /// What helps, and is not necessary.
  public static let info = OSLogType(rawValue: 1)
  /// What only the developer wants to read.
  public static let debug = OSLogType(rawValue: 2)
  /// An error of the process.
  public static let error = OSLogType(rawValue: 16)
  /// A mistake in the code, or an error of several processes.
  public static let fault = OSLogType(rawValue: 17)

  var word: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "notice"
    }
  }
}
