package import TorporCore
import TorporModel

/// The file of a recording in memory, whose writes can be made to fail.
package final class MemoryRecording: RecordingPort {
  package let path = "memory"
  /// All that was written.
  package private(set) var bytes: [UInt8] = []
  package private(set) var appendCount = 0
  /// Why nothing can be written; `nil`: it can.
  package var failure: JournalFailure?
  /// Whether what is appended is lost without a word, as when the daemon dies before.
  package var isCutOff = false
  /// Whether the file is still the one that was found or begun.
  package var isThere = true

  package init() {}

  /// Somebody deletes the file.
  package func delete() {
    bytes = []
    isThere = false
  }

  /// Puts a file there that was not written by it.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var lines: [[UInt8]] { bytes.split(separator: UInt8(ascii: "\n")).map(Array.init) }

  package func find() throws(JournalFailure) -> FoundRecording? {
    isThere = true
    if bytes.isEmpty { return nil }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    bytes.removeSubrange(end...)
    return FoundRecording(
      firstLine: lines.first ?? [],
      lastLine: lines.last ?? [],
      byteCount: Int64(bytes.count)
    )
  }

  package func begin(_ lines: [UInt8]) throws(JournalFailure) {
    if let failure { throw failure }
    bytes = lines
  }

  package func append(_ lines: [UInt8]) throws(JournalFailure) {
    appendCount += 1
    if let failure { throw failure }
    if !isCutOff { bytes += lines }
  }
}
