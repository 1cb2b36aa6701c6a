import TorporCore
import TorporModel
import TorporWire

/// Writes a recording again without what it says of its user (docs/decisions/0055).
package struct RecordingTrimmer {
  let source: RecordingSource
  private var texts = TrimmedTexts(keepingPrefixes: [JobRecord.appPrefix])
  /// Told how much of the work is done, in permille.
  package var progress: (Int) -> Void = { _ in }

  package init(_ source: RecordingSource) { self.source = source }

  /// Writes each line; `write` gets it with its end.
  ///
  /// - Throws: `ReplayFailure` where the recording cannot be read, or what `write` throws.
  package mutating func run(_ write: ([UInt8]) throws -> Void) throws {
    while let line = try source.next() {
      progress(source.bytesRead * 500 / max(1, source.byteCount))
      var writer = SavedWriter()
      writer.trimmed = texts
      line.write(to: &writer)
      texts = writer.trimmed ?? texts
    }
    texts.giveNames()
    source.rewind()
    while let line = try source.next() {
      progress(500 + source.bytesRead * 500 / max(1, source.byteCount))
      guard let trimmed = trimmed(line) else { continue }
      try write(try bytes(of: trimmed) + [UInt8(ascii: "\n")])
    }
  }

  /// The app's name in the file that was written, by its identifier.
  package func pseudonym(of text: String) -> String? { texts.pseudonym(of: text) }

  /// Every line is in the format of this build; a check is of bytes that are not there any more.
  private func trimmed(_ line: RecordingLine) -> RecordingLine? {
    switch line {
    case .header(var header):
      header.trimmed = true
      header.format = JournalFormat.current
      return .header(header)
    case .state(let state):
      return .state(
        RecordedState(
          at: state.at,
          device: state.device,
          sequence: state.sequence,
          wallNanoseconds: state.wallNanoseconds
        )
      )
    case .check: return nil
    case .turn, .end: return line
    }
  }

  private func bytes(of line: RecordingLine) throws(ReplayFailure) -> [UInt8] {
    var writer = SavedWriter()
    // The version of the program is no secret, and no pseudonym of it would help.
    if case .header = line {} else { writer.trimmed = texts }
    line.write(to: &writer)
    if let failure = writer.failure {
      throw ReplayFailure("A line cannot be written again: \(failure.cause). Nothing was exported.")
    }
    return writer.bytes
  }
}
