import TorporModel

/// The file of a recording: lines that are only ever appended (docs/decisions/0055).
package protocol RecordingPort: AnyObject {
  /// The file, for messages.
  var path: String { get }
  /// Whether the file at the path is still the one that was found or begun, with all that was in it: a person may delete
  /// it, cut it, or put another there.
  var isThere: Bool { get }
  /// What the disk has left for files of everybody, in bytes; `nil`: that is not known.
  var freeBytes: Int64? { get }
  /// What is there; `nil`: nothing. A last line that was cut off is not part of it, and is removed by the next `append`.
  ///
  /// - Throws: `JournalFailure` when it cannot be read.
  func find() throws(JournalFailure) -> FoundRecording?
  /// Begins a new file with these lines, in the place of the one that is there where it `replaces` one.
  ///
  /// - Throws: `JournalFailure` when it could not be written, or something is there that it does not replace; what is
  ///   there is still there then.
  func begin(_ lines: [UInt8], replaces: Bool) throws(JournalFailure)
  /// Appends lines: all of them, or none.
  ///
  /// - Throws: `JournalFailure` when they could not be written.
  func append(_ lines: [UInt8]) throws(JournalFailure)
}

/// What is in the file of a recording.
package struct FoundRecording: Sendable {
  package let firstLine: [UInt8]
  package let lastLine: [UInt8]
  /// Up to the end of the last whole line.
  package let byteCount: Int64

  package init(firstLine: [UInt8], lastLine: [UInt8], byteCount: Int64) {
    self.firstLine = firstLine
    self.lastLine = lastLine
    self.byteCount = byteCount
  }
}
