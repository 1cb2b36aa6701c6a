import Glibc
import Logging
import Synchronization
import TorporPosix

/// Log lines on standard error, without a date: the collector of the log adds one.
///
/// Where standard error is the journal, each line has its priority, and an entry has the facts as fields.
struct StandardErrorLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .notice
  /// The journal; `nil` where standard error goes elsewhere.
  let journal: JournalStream?

  /// Lines that standard error did not take, and that were not told of yet.
  private static let droppedCount = Atomic<Int>(0)

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let facts = all.sorted { $0.key < $1.key }
      .map { (name: $0.key, value: StandardErrorLog.safe("\($0.value)")) }
    let line = facts.reduce(StandardErrorLog.safe("\(event.message)")) {
      $0 + " \($1.name)=\"\($1.value)\""
    }
    if let journal, journal.send(StandardErrorLog.fields(of: event.level, line, facts)) { return }
    StandardErrorLog.write(line, event.level, toJournal: journal != nil)
  }

  /// Writes a line to standard error, or counts it as lost where no reader takes it.
  ///
  /// A reader of the log must not be able to stop the daemon by not reading.
  static func write(_ line: String, _ level: Logger.Level, toJournal: Bool) {
    let mark = toJournal ? "<\(priority(of: level))>" : ""
    let dropped = droppedCount.load(ordering: .relaxed)
    if dropped > 0,
      LineOutput.write("\(mark)torpord: \(dropped) lines of the log were lost\n", to: STDERR_FILENO)
    {
      droppedCount.subtract(dropped, ordering: .relaxed)
    }
    if !LineOutput.write("\(mark)torpord: \(line)\n", to: STDERR_FILENO) {
      droppedCount.add(1, ordering: .relaxed)
    }
  }

  /// An entry of the journal: the line as people read it, and each of its facts.
  static func fields(
    of level: Logger.Level,
    _ line: String,
    _ facts: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    [("MESSAGE", line), ("PRIORITY", "\(priority(of: level))"), ("SYSLOG_IDENTIFIER", "torpord")]
      + facts.map { ("TORPOR_" + $0.name, $0.value) }
  }

  /// The levels of syslog(3), which the journal has.
  static func priority(of level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }

  /// On one line, and without what a terminal obeys: causes hold names and words of others.
  private static func safe(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      let isControl = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
      return isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
    .joined()
  }
}
