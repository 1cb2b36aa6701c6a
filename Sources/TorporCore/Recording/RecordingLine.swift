package import TorporModel

/// One line of a recording (docs/decisions/0055): an object with one member, which names the kind of the line.
package enum RecordingLine: Sendable {
  case header(RecordingHeader)
  case state(RecordedState)
  case turn(RecordedTurn)
  case check(RecordedCheck)
  case end(RecordedEnd)
}

/// What a recording is, in its first line.
package struct RecordingHeader: Hashable, Sendable, Saved {
  /// The form of the file that this build writes and reads.
  package static let versionCurrent = 1

  /// The first moment that is recorded.
  package var at: Instant
  /// The version of the program that began it.
  package var build: String
  package var bytesMax: Int64
  package var daysMax: Int
  /// The format of the records at the beginning (`JournalFormat`).
  package var format: Int
  /// The number of the last input before it.
  package var sequence: UInt64
  /// The form of the file.
  package var version: Int
  /// When it began, in nanoseconds since 1970.
  package var wallNanoseconds: Int64

  package init(
    at: Instant,
    build: String,
    bytesMax: Int64,
    daysMax: Int,
    format: Int = JournalFormat.current,
    sequence: UInt64,
    version: Int = versionCurrent,
    wallNanoseconds: Int64
  ) {
    self.at = at
    self.build = build
    self.bytesMax = bytesMax
    self.daysMax = daysMax
    self.format = format
    self.sequence = sequence
    self.version = version
    self.wallNanoseconds = wallNanoseconds
  }
}

/// The whole device, after the input of that number.
package struct RecordedState: Sendable, Saved {
  package let at: Instant
  /// The version of the program, where it is another than the header's.
  package let build: String?
  package let device: Device
  /// The format of the records from here on (`JournalFormat`).
  package let format: Int
  package let sequence: UInt64
  package let wallNanoseconds: Int64

  package init(
    at: Instant,
    build: String? = nil,
    device: Device,
    format: Int = JournalFormat.current,
    sequence: UInt64,
    wallNanoseconds: Int64
  ) {
    self.at = at
    self.build = build
    self.device = device
    self.format = format
    self.sequence = sequence
    self.wallNanoseconds = wallNanoseconds
  }
}

/// What came in at one moment, and what was decided.
package struct RecordedTurn: Hashable, Sendable, Saved {
  package let at: Instant
  /// The version of the program, where it is another than the header's.
  package let build: String?
  package let decisions: [Decision]
  /// The format of these records (`JournalFormat`).
  package let format: Int
  package let inputs: [Input]
  /// The number of the last of the inputs.
  package let sequence: UInt64
  /// What the wall clock showed, in nanoseconds since 1970.
  package let wallNanoseconds: Int64

  package init(
    at: Instant,
    build: String? = nil,
    decisions: [Decision],
    format: Int = JournalFormat.current,
    inputs: [Input],
    sequence: UInt64,
    wallNanoseconds: Int64
  ) {
    self.at = at
    self.build = build
    self.decisions = decisions
    self.format = format
    self.inputs = inputs
    self.sequence = sequence
    self.wallNanoseconds = wallNanoseconds
  }
}

/// How the device stands after the input of that number.
package struct RecordedCheck: Hashable, Sendable, Saved {
  /// The version of the program, where it is another than the header's.
  package let build: String?
  /// Of its bytes in that format.
  package let digest: String
  package let format: Int
  package let sequence: UInt64

  package init(
    build: String? = nil,
    digest: String,
    format: Int = JournalFormat.current,
    sequence: UInt64
  ) {
    self.build = build
    self.digest = digest
    self.format = format
    self.sequence = sequence
  }
}

/// Where a recording ends on purpose.
package struct RecordedEnd: Hashable, Sendable, Saved {
  package let at: Instant
  package let because: Cause
  /// Whether inputs are missing between the last line and this one.
  package let missesInputs: Bool
  package let sequence: UInt64
  package let wallNanoseconds: Int64

  package enum Cause: String, Hashable, Sendable, Saved, CaseIterable {
    /// The user has stopped it.
    case stopped
    /// It has grown to the size, or lasted as long, as it may.
    case size, age
    /// The journal was begun anew: what follows is another device.
    case journal
  }

  package init(
    at: Instant,
    because: Cause,
    missesInputs: Bool,
    sequence: UInt64,
    wallNanoseconds: Int64
  ) {
    self.at = at
    self.because = because
    self.missesInputs = missesInputs
    self.sequence = sequence
    self.wallNanoseconds = wallNanoseconds
  }
}

extension RecordingLine: Saved {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    switch self {
    case .header(let header):
      writer.key("header")
      header.write(to: &writer)
    case .state(let state):
      writer.key("state")
      state.write(to: &writer)
    case .turn(let turn):
      writer.key("turn")
      turn.write(to: &writer)
    case .check(let check):
      writer.key("check")
      check.write(to: &writer)
    case .end(let end):
      writer.key("end")
      end.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    let key = try reader.nextKey() ?? ""
    switch key {
    case "header": self = .header(try RecordingHeader(from: &reader))
    case "state": self = .state(try RecordedState(from: &reader))
    case "turn": self = .turn(try RecordedTurn(from: &reader))
    case "check": self = .check(try RecordedCheck(from: &reader))
    case "end": self = .end(try RecordedEnd(from: &reader))
    default: throw reader.unknownMember(key)
    }
    try reader.endObject()
  }
}
