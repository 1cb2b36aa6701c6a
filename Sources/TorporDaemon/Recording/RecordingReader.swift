package import TorporCore
import TorporModel
import TorporWire

/// The lines of a recording as values of this build.
package struct RecordingReader {
  /// Whether the device was read to which what follows happens.
  private var hasState = false

  package init() {}

  /// Why a line cannot be read, as one clause without a full stop.
  package enum Failure: Error, Hashable, Sendable {
    /// It is no line of a recording.
    case notARecording(String)
    /// The file, or its records, have a form that this build does not know.
    case newer(String)
  }

  /// A device's time begins with its journal, and lasts no hundred years.
  private static func isPlausible(_ moment: Instant) -> Bool {
    moment >= .zero && moment < .zero + .days(36_525)
  }
  private static let implausible = "its time lies outside of what a device can have"

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
      if bytes.starts(with: Self.stateBeginning) {
        line = try Self.state(bytes)
      } else if bytes.starts(with: Self.turnBeginning) {
        line = try Self.turn(bytes)
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
    case .state(let state):
      guard Self.isPlausible(state.at), Self.isPlausible(state.device.now) else {
        throw .notARecording(Self.implausible)
      }
      hasState = true
    case .turn(let turn) where !Self.isPlausible(turn.at): throw .notARecording(Self.implausible)
    case .turn where !hasState: throw .notARecording("no state comes first")
    case .header, .turn, .check, .end: break
    }
    return line
  }

  // MARK: Records, of this build's format or an earlier one

  private static let stateBeginning = Array("{\"state\":".utf8)
  private static let turnBeginning = Array("{\"turn\":".utf8)

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
    if let line = try? line(bytes), case .state(let state) = line,
      state.format == JournalFormat.current
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

  private static func turn(_ bytes: [UInt8]) throws -> RecordingLine {
    if let line = try? line(bytes), case .turn(let turn) = line,
      turn.format == JournalFormat.current
    {
      return line
    }
    let json = try JSON(parsing: bytes)["turn"] ?? .null
    guard let format = json["format"]?.integer(as: Int.self),
      let at = json["at"]?.integer(as: Int64.self),
      let sequence = json["sequence"]?.integer(as: UInt64.self)
    else { throw Failure.notARecording("the turn lacks its format, its time or its number") }
    let reader = try reader(of: format)
    return .turn(
      RecordedTurn(
        at: Instant(nanoseconds: at),
        decisions: try (json["decisions"]?.elements ?? []).map { try reader.decision($0.bytes) },
        format: format,
        inputs: try (json["inputs"]?.elements ?? []).map { try reader.input($0.bytes) },
        sequence: sequence,
        wallNanoseconds: json["wallNanoseconds"]?.integer(as: Int64.self) ?? 0
      )
    )
  }

  // MARK: The end of a file

  /// Where a recording stands.
  struct Place: Hashable {
    /// The number of the last input.
    var sequence: UInt64
    /// Of the records of the line.
    var format: Int
    /// Why the recording ends there; `nil`: it does not.
    var end: RecordedEnd.Cause?
  }

  /// Where a recording stands by its last line; `nil`: the line does not say.
  static func place(_ bytes: [UInt8]) -> Place? {
    guard let json = try? JSON(parsing: bytes) else { return nil }
    for kind in ["turn", "state", "check", "header", "end"] {
      guard let record = json[kind], let sequence = record["sequence"]?.integer(as: UInt64.self)
      else { continue }
      if kind == "end" {
        let cause = record["because"]?.text.flatMap(RecordedEnd.Cause.init(rawValue:))
        return Place(sequence: sequence, format: JournalFormat.current, end: cause ?? .stopped)
      }
      guard let format = record["format"]?.integer(as: Int.self) else { return nil }
      return Place(sequence: sequence, format: format)
    }
    return nil
  }
}
