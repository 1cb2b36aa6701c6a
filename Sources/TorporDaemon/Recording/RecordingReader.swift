package import TorporCore
import TorporModel
import TorporWire

/// The lines of a recording as values of this build.
package struct RecordingReader {
  /// When the recording begins, by its first line.
  private var begin: Instant?
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

  /// A recording ends after ten days at most; a day more for the turn that ends it.
  private func isPlausible(_ moment: Instant) -> Bool {
    guard let begin else { return false }
    return moment >= begin && moment <= begin + .days(RecordingLimits.days + 1)
  }
  private static let implausible = "its time is not one of the days after the first line"

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
    case .header(let header): try take(header)
    case .state(let state):
      guard isPlausible(state.at), state.device.now <= state.at else {
        throw .notARecording(Self.implausible)
      }
      hasState = true
    case .turn(let turn) where !isPlausible(turn.at): throw .notARecording(Self.implausible)
    case .turn where !hasState: throw .notARecording("no state comes first")
    case .turn, .check, .end: break
    }
    return line
  }

  private mutating func take(_ header: RecordingHeader) throws(Failure) {
    guard header.version <= RecordingHeader.versionCurrent else {
      throw .newer(
        "it has version \(header.version), and this build reads \(RecordingHeader.versionCurrent)"
      )
    }
    guard begin == nil else { throw .notARecording("it begins a second time") }
    guard header.isPlausible else {
      throw .notARecording("its first line has numbers that no daemon writes")
    }
    begin = header.at
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
        build: json["build"]?.text,
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
        build: json["build"]?.text,
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
    /// The version of the program that wrote it, where it is another than the header's.
    var build: String?
    /// The moment of the line; `nil`: it says none.
    var at: Instant?
    /// Whether a device comes before it, or with it.
    var hasState = true
    /// The last input of a turn.
    var lastInput: [UInt8]?
    /// Why the recording ends there; `nil`: it does not.
    var end: RecordedEnd.Cause?
  }

  /// Where a recording stands by its last line; `nil`: the line does not say.
  static func place(_ bytes: [UInt8]) -> Place? {
    guard let json = try? JSON(parsing: bytes) else { return nil }
    for kind in ["turn", "state", "check", "header", "end"] {
      guard let record = json[kind], let sequence = record["sequence"]?.integer(as: UInt64.self)
      else { continue }
      var place = Place(sequence: sequence, format: JournalFormat.current)
      place.at = record["at"]?.integer(as: Int64.self).map(Instant.init(nanoseconds:))
      if kind == "end" {
        let cause = record["because"]?.text.flatMap(RecordedEnd.Cause.init(rawValue:))
        place.end = cause ?? .stopped
        return place
      }
      guard let format = record["format"]?.integer(as: Int.self) else { return nil }
      place.format = format
      place.build = record["build"]?.text
      place.hasState = kind != "header"
      place.lastInput = record["inputs"]?.elements?.last?.bytes
      return place
    }
    return nil
  }
}

extension RecordingHeader {
  /// Whether its numbers are ones that a daemon writes.
  var isPlausible: Bool {
    (1...RecordingLimits.days).contains(daysMax)
      && (1...RecordingLimits.bytesMost).contains(bytesMax)
      // A device's time begins with its journal, and lasts no hundred years.
      && at >= .zero && at < .zero + .days(36_525)
  }
}
