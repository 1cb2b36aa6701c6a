package import TorporCore
import TorporModel

/// The file of a recording in memory, whose writes can be made to fail.
package final class MemoryRecording: RecordingPort {
  package let path = "memory"
  /// All that is in the file.
  package private(set) var bytes: [UInt8] = []
  package private(set) var appendCount = 0
  /// Why nothing can be written; `nil`: it can.
  package var failure: JournalFailure?
  /// The numbers of the calls of `append` that fail.
  package var failingAppends: Set<Int> = []
  /// Whether what is appended is lost without a word, as when the daemon dies before.
  package var isCutOff = false
  package var freeBytes: Int64?
  /// Whether the file is the one that was found or begun; `false`: another one, or none.
  private var isKnown = false

  package init() {}

  /// A file that was not written by it.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isThere: Bool { isKnown }
  package var lines: [[UInt8]] { bytes.split(separator: UInt8(ascii: "\n")).map(Array.init) }

  /// Somebody deletes the file, moves it away, or puts another there.
  package func replace(with bytes: [UInt8] = []) {
    self.bytes = bytes
    isKnown = false
  }

  package func find() throws(JournalFailure) -> FoundRecording? {
    isKnown = !bytes.isEmpty
    if bytes.isEmpty { return nil }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    bytes.removeSubrange(end...)
    return FoundRecording(
      firstLine: lines.first ?? [],
      lastLine: lines.last ?? [],
      byteCount: Int64(bytes.count)
    )
  }

  package func begin(_ lines: [UInt8], replaces: Bool) throws(JournalFailure) {
    if let failure { throw failure }
    guard replaces || bytes.isEmpty else {
      throw JournalFailure(
        operation: "begin",
        path: path,
        cause: "File exists",
        isDiskFull: false
      )
    }
    bytes = lines
    isKnown = true
  }

  package func append(_ lines: [UInt8]) throws(JournalFailure) {
    appendCount += 1
    if let failure { throw failure }
    if failingAppends.contains(appendCount) {
      throw JournalFailure(
        operation: "write to",
        path: path,
        cause: "Input/output error (EIO)",
        isDiskFull: false
      )
    }
    if !isCutOff { bytes += lines }
  }
}
