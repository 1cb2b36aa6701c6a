package import TorporCore
import TorporModel
import TorporWire

/// The lines of a recording as values of this build.
package struct RecordingReader {
  /// The format of the records that follow; `nil`: no state was read yet.
  package private(set) var format: Int?

  package init() {}

  /// Why a line cannot be read, as one clause without a full stop.
  package enum Failure: Error, Hashable, Sendable {
    /// It is no line of a recording.
    case notARecording(String)
    /// The file, or its records, have a form that this build does not know.
    case newer(String)
  }

  /// Reads a line in the form of this build.
  static func line(_ bytes: [UInt8]) throws -> RecordingLine {
    try SavedCodec.decode(RecordingLine.self, from: bytes)
  }

  /// Reads the next line.
  ///
  /// - Throws: `Failure`.
  package mutating func read(_ bytes: [UInt8]) throws(Failure) -> RecordingLine {
    let line: RecordingLine
    do {
      if let format, format != JournalFormat.current, !Self.isState(bytes) {
        line = try Self.earlier(bytes, format)
      } else if Self.isState(bytes) {
        line = try Self.state(bytes)
      } else {
        line = try Self.line(bytes)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .notARecording("\(error)")
    }
    switch line {
    case .header(let header) where header.version > RecordingHeader.versionCurrent:
      throw .newer(
        "it has version \(header.version), and this build reads \(RecordingHeader.versionCurrent)"
      )
    case .state(let state): format = state.format
    case .header, .turn, .check, .end: break
    }
    return line
  }

  // MARK: Earlier formats

  private static let stateBeginning = Array("{\"state\":".utf8)
  private static func isState(_ bytes: [UInt8]) -> Bool { bytes.starts(with: stateBeginning) }

  private static func reader(of format: Int) throws(Failure) -> JournalReader {
    guard let reader = JournalReader.reading(format) else {
      throw .newer(
        "its records have format \(format), and this build reads \(JournalFormat.oldest) to "
          + "\(JournalFormat.current)"
      )
    }
    return reader
  }

  private static func state(_ bytes: [UInt8]) throws -> RecordingLine {
    if let line = try? SavedCodec.decode(RecordingLine.self, from: bytes),
      case .state(let state) = line, state.format == JournalFormat.current
    {
      return line
    }
    let json = try JSON(parsing: bytes)["state"] ?? .null
    guard let format = json["format"]?.integer(as: Int.self), let device = json["device"],
      let at = json["at"]?.integer(as: Int64.self),
      let sequence = json["sequence"]?.integer(as: UInt64.self)
    else { throw Failure.notARecording("the state lacks its format, its time or its device") }
    return .state(
      RecordedState(
        at: Instant(nanoseconds: at),
        device: try reader(of: format).device(device.bytes),
        format: format,
        sequence: sequence,
        wallNanoseconds: json["wallNanoseconds"]?.integer(as: Int64.self) ?? 0
      )
    )
  }

  private static func earlier(_ bytes: [UInt8], _ format: Int) throws -> RecordingLine {
    guard let json = try JSON(parsing: bytes)["turn"] else { return try line(bytes) }
    let reader = try reader(of: format)
    guard let at = json["at"]?.integer(as: Int64.self),
      let sequence = json["sequence"]?.integer(as: UInt64.self)
    else { throw Failure.notARecording("the turn lacks its time or its number") }
    return .turn(
      RecordedTurn(
        at: Instant(nanoseconds: at),
        decisions: try (json["decisions"]?.elements ?? []).map { try reader.decision($0.bytes) },
        inputs: try (json["inputs"]?.elements ?? []).map { try reader.input($0.bytes) },
        sequence: sequence,
        wallNanoseconds: json["wallNanoseconds"]?.integer(as: Int64.self) ?? 0
      )
    )
  }

  // MARK: The end of a file

  /// The number of the last input of a line that is written last, and why the recording ends there; `nil`: the line says
  /// neither.
  static func place(
    _ bytes: [UInt8]
  ) -> (sequence: UInt64, end: RecordedEnd.Cause?)? {
    guard let json = try? JSON(parsing: bytes) else { return nil }
    for kind in ["turn", "state", "check", "header", "end"] {
      guard let record = json[kind], let sequence = record["sequence"]?.integer(as: UInt64.self)
      else { continue }
      let end =
        kind == "end"
        ? record["because"]?.text.flatMap(RecordedEnd.Cause.init(rawValue:)) ?? .stopped : nil
      return (sequence, end)
    }
    return nil
  }
}
