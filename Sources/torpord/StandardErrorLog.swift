import Glibc
import Logging
import Synchronization
import TorporPosix

/// Log lines on standard error, without a date: the collector of the log adds one.
struct StandardErrorLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .notice

  /// Lines that standard error did not take, and that were not told of yet.
  private static let droppedCount = Atomic<Int>(0)

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let facts = all.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }.joined()
    let line = "torpord: \(StandardErrorLog.safe("\(event.message)\(facts)"))\n"
    // A reader of the log must not be able to stop the daemon by not reading.
    let dropped = StandardErrorLog.droppedCount.load(ordering: .relaxed)
    if dropped > 0,
      LineOutput.write("torpord: \(dropped) lines of the log were lost\n", to: STDERR_FILENO)
    {
      StandardErrorLog.droppedCount.subtract(dropped, ordering: .relaxed)
    }
    if !LineOutput.write(line, to: STDERR_FILENO) {
      StandardErrorLog.droppedCount.add(1, ordering: .relaxed)
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
