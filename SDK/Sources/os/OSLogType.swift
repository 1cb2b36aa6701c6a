/// The importance of a message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// Apple's number.
  public let rawValue: UInt8

  /// Makes a level from its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Makes a level from its number.
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  /// A message that is useful for finding a problem.
  public static let `default` = OSLogType(rawValue: 0)
  /// A message that is helpful, but not necessary.
  public static let info = OSLogType(rawValue: 1)
  /// A message for the developer only.
  public static let debug = OSLogType(rawValue: 2)
  /// An error of the process.
  public static let error = OSLogType(rawValue: 16)
  /// An error in the code, or of several processes.
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
