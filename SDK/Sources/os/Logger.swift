/// A log for messages about one subject.
public final class OSLog: Hashable, Sendable {
  /// The part of the app, in reverse domain notation.
  public let subsystem: String
  /// The subject within it.
  public let category: String

  /// Makes a log for a subject.
  public init(subsystem: String, category: String) {
    self.subsystem = subsystem
    self.category = category
  }

  /// The log for messages without a subject.
  public static let `default` = OSLog(subsystem: "", category: "")
  /// A log that does not write its messages.
  public static let disabled = OSLog(subsystem: "", category: "disabled")

  /// Returns whether messages of that importance are written.
  public func isEnabled(type: OSLogType) -> Bool {
    self !== OSLog.disabled && LogOutput.isWritten(type)
  }

  /// Returns whether both are the same log.
  public static func == (left: OSLog, right: OSLog) -> Bool { left === right }

  /// Hashes which log it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  fileprivate func write(_ type: OSLogType, _ message: OSLogMessage) {
    if self !== OSLog.disabled { LogOutput.write(self, type, message) }
  }
}

/// Writes messages of one subject to the log.
public struct Logger: Sendable {
  private let destination: OSLog

  /// Makes a logger for a subject.
  public init(subsystem: String, category: String) {
    destination = OSLog(subsystem: subsystem, category: category)
  }

  /// Makes a logger for a log.
  public init(_ log: OSLog) { destination = log }

  /// Makes a logger without a subject.
  public init() { destination = .default }

  /// Writes a message.
  public func log(level: OSLogType, _ message: OSLogMessage) { destination.write(level, message) }
  /// Writes a message.
  public func log(_ message: OSLogMessage) { destination.write(.default, message) }
  /// Writes a message for the developer only.
  public func trace(_ message: OSLogMessage) { destination.write(.debug, message) }
  /// Writes a message for the developer only.
  public func debug(_ message: OSLogMessage) { destination.write(.debug, message) }
  /// Writes a helpful message.
  public func info(_ message: OSLogMessage) { destination.write(.info, message) }
  /// Writes a message.
  public func notice(_ message: OSLogMessage) { destination.write(.default, message) }
  /// Writes an error.
  public func warning(_ message: OSLogMessage) { destination.write(.error, message) }
  /// Writes an error.
  public func error(_ message: OSLogMessage) { destination.write(.error, message) }
  /// Writes an error in the code.
  public func critical(_ message: OSLogMessage) { destination.write(.fault, message) }
  /// Writes an error in the code.
  public func fault(_ message: OSLogMessage) { destination.write(.fault, message) }
}

/// Writes a message to a log.
public func os_log(_ message: OSLogMessage, log: OSLog = .default, type: OSLogType = .default) {
  log.write(type, message)
}

/// Writes a message to a log.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
  log.write(type, message)
}
