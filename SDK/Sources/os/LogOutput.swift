internal import Glibc

/// The destination of messages: standard error, which the daemon stores for each app.
enum LogOutput {
  /// Whether everything is written, including private values and messages for the developer only.
  ///
  /// This is the variable that Xcode sets in apps whose log it shows; without it, an app logs as it does for a user.
  static let showsAll: Bool = isSet("OS_ACTIVITY_DT_MODE")

  static func isSet(_ name: String) -> Bool {
    guard let value = getenv(name).map({ String(cString: $0) }) else { return false }
    return !["", "0", "NO", "no", "disable"].contains(value)
  }

  static func isWritten(_ type: OSLogType) -> Bool { showsAll || (type != .debug && type != .info) }

  /// Returns the line that is written for a message.
  static func line(_ log: OSLog, _ type: OSLogType, _ message: OSLogMessage, showsPrivate: Bool)
    -> String
  {
    let place = log.subsystem.isEmpty ? "" : "[\(log.subsystem):\(log.category)] "
    return "\(type.word): \(place)\(message.text(showsPrivate: showsPrivate))\n"
  }

  static func write(_ log: OSLog, _ type: OSLogType, _ message: OSLogMessage) {
    guard isWritten(type) else { return }
    // In one piece, so that lines of several threads do not mix.
    var line = line(log, type, message, showsPrivate: showsAll)
    line.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}

extension OSLogFloatFormatting {
  func text(of value: Double) -> String {
    guard let precision else { return "\(value)" }
    var room = [CChar](repeating: 0, count: 400)
    let count = withVaList([Int32(clamping: precision), value]) {
      vsnprintf(&room, room.count, "%.*f", $0)
    }
    return String(decoding: room.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
