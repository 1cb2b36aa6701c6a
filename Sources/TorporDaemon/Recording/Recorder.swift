import TorporCore
import TorporModel
import TorporWire

/// Writes what the device takes in and decides into a recording, while the user wants one (docs/decisions/0055).
///
/// It appends what the journal holds already, and never stops anything: where the file cannot be written, what is
/// missing becomes a gap, which ends with the whole device in a line.
final class Recorder {
  // Shape: what is known of the file, and of what is missing in it.
  private let file: any RecordingPort
  private let clock: any ClockPort
  private let build: String
  private let report: (JournalFailure) -> Void
  private var room = RecordingRoom()
  /// Of the file that is there; `nil`: none.
  private(set) var header: RecordingHeader?
  private(set) var end: RecordedEnd.Cause?
  private(set) var byteCount: Int64 = 0
  /// The number of the last input that is in the file, or that a gap has passed over.
  private(set) var sequence: UInt64 = 0
  /// The moment of the last input that is in the file.
  private var lastAt = Instant.zero
  /// The last input of the file that was found, where it ends with one.
  private var lastInput: [UInt8]?
  /// Why the file cannot be written, and when it is tried again.
  private(set) var outage: (failure: JournalFailure, retryAt: Instant)?
  private var hasGap = false
  /// Why what is there cannot be continued; `nil`: it can, or nothing is there.
  private(set) var foreign: JournalFailure?

  /// How long it waits before it tries a file again that could not be written: a whole device is made for it; our
  /// choice.
  private static let retry = Duration.seconds(10)

  init(
    _ file: any RecordingPort,
    clock: any ClockPort,
    build: String,
    report: @escaping (JournalFailure) -> Void
  ) {
    self.file = file
    self.clock = clock
    self.build = build
    self.report = report
  }

  var path: String { file.path }
  var isRunning: Bool { header != nil && end == nil }
  /// How many inputs have come since it began, with those that are missing in the file.
  var inputCount: UInt64 {
    guard let header, sequence > header.sequence else { return 0 }
    return sequence - header.sequence
  }

  // MARK: What is there

  /// A person may have deleted the file, cut it, or put another there: before anything is said of it.
  func look() {
    if file.isThere { return }
    if isRunning { lose() } else { find(continues: false) }
  }

  /// Looks for a recording of an earlier daemon.
  ///
  /// `continues`: whether one without an end is continued. One that its user moved away and back has none either.
  func find(continues: Bool = true) {
    let known = foreign
    (header, end, foreign, outage, byteCount, sequence) = (nil, nil, nil, nil, 0, 0)
    (lastAt, lastInput, hasGap) = (.zero, nil, false)
    do throws(JournalFailure) {
      guard let found = try file.find() else { return }
      guard let first = try? RecordingReader.line(found.firstLine),
        case .header(let header) = first, header.version == RecordingHeader.versionCurrent,
        header.isPlausible
      else { throw refusal("it is not a recording of this Torpor") }
      // Only what is written last needs to be known, and a device is large.
      guard let place = RecordingReader.place(found.lastLine), place.hasState else {
        throw refusal("its last line is damaged")
      }
      guard found.byteCount <= header.bytesMax else {
        throw refusal("it is larger than its first line says")
      }
      guard continues || place.end != nil else {
        throw refusal("it has no end, and was put there while nothing was recorded")
      }
      self.header = header
      byteCount = found.byteCount
      sequence = place.sequence
      end = place.end
      lastAt = place.at ?? header.at
      lastInput = place.lastInput
      // A build of another policy or format may decide otherwise: what follows begins with the device.
      hasGap = place.format != JournalFormat.current || place.build ?? header.build != build
    } catch {
      foreign = error
      if error != known { report(error) }
    }
  }

  private func refusal(_ cause: String) -> JournalFailure {
    JournalFailure(
      operation: "continue",
      path: path,
      cause: "\(cause); move it away, or begin another with `torpor record start --replace`",
      isDiskFull: false
    )
  }

  /// Somebody has deleted or cut the file, or put another there: that one is continued where it is a recording.
  private func lose() {
    report(
      JournalFailure(
        operation: "write to",
        path: path,
        cause: "it was deleted, truncated or replaced; `torpor record start` begins another",
        isDiskFull: false
      )
    )
    find()
    hasGap = true
  }

  // MARK: Beginning and end

  /// Begins a recording; `replaces`: in the place of the one that is there.
  ///
  /// - Throws: `JournalFailure` when it could not be written.
  func begin(
    with device: Device,
    after sequence: UInt64,
    bytesMax: Int64,
    daysMax: Int,
    replaces: Bool
  ) throws(JournalFailure) {
    let header = RecordingHeader(
      at: device.now,
      build: build,
      bytesMax: bytesMax,
      daysMax: daysMax,
      sequence: sequence,
      wallNanoseconds: clock.wallNanoseconds()
    )
    let lines = try line(.header(header)) + state(of: device, after: sequence, beginning: header)
    guard Int64(lines.count) + Self.endBytesMax <= bytesMax else {
      throw JournalFailure(
        operation: "begin",
        path: path,
        cause:
          "the device takes \(lines.count) bytes by itself, and the recording may have \(bytesMax); give it more "
          + "with --size",
        isDiskFull: false
      )
    }
    room.forget()
    try room.check(file, for: lines.count, at: device.now)
    try file.begin(lines, replaces: replaces)
    self.header = header
    self.sequence = sequence
    (lastAt, lastInput) = (device.now, nil)
    (end, foreign, outage, hasGap) = (nil, nil, nil, false)
    byteCount = Int64(lines.count)
  }

  /// Ends the recording that runs.
  ///
  /// - Throws: `JournalFailure` when that could not be written; then it still runs.
  func stop(at now: Instant) throws(JournalFailure) {
    try finish(.stopped, at: now, hasGap: hasGap)
  }

  /// What comes from now on is in no journal, and cannot be recorded.
  func beginGap() { hasGap = true }

  private func finish(
    _ cause: RecordedEnd.Cause,
    at moment: Instant,
    hasGap: Bool
  ) throws(JournalFailure) {
    let end = RecordedEnd(
      at: moment,
      because: cause,
      missesInputs: hasGap,
      sequence: sequence,
      wallNanoseconds: clock.wallNanoseconds()
    )
    try append(line(.end(end)))
    self.end = cause
    outage = nil
  }

  // MARK: What happens

  /// The journal holds an input of the number that is the last of the file: after a loss of power it may be another one.
  func compare(_ entry: JournalEntry) {
    guard entry.sequence == sequence, entry.format == JournalFormat.current, let lastInput else {
      return
    }
    // Timers that fire have equal bytes, and not equal moments.
    if lastInput != entry.bytes || lastAt != entry.at { hasGap = true }
  }

  /// The journal was recovered: what a daemon that died had saved and not recorded follows.
  func resume(
    _ missed: [(entry: JournalEntry, decisions: [Decision])],
    _ device: Device?,
    after sequence: UInt64
  ) {
    guard isRunning, let device else { return }
    let isWhole =
      missed.isEmpty
      ? self.sequence == sequence
      : missed[0].entry.sequence == self.sequence + 1 && missed.last?.entry.sequence == sequence
    // Entries of an earlier format were decided about by another build.
    guard isWhole, !hasGap, missed.allSatisfy({ $0.entry.format == JournalFormat.current }) else {
      return bridge(to: device, after: sequence)
    }
    for (entry, decisions) in missed {
      let isWritten = write(at: entry.at) { () throws(JournalFailure) in
        TurnLine(
          at: entry.at,
          build: buildOfLine,
          decisions: try decisions.map { (decision) throws(JournalFailure) in
            try JournalCodec(path: path).bytes(of: decision)
          },
          inputs: [entry.bytes],
          sequence: entry.sequence,
          wallNanoseconds: device.clock.unixNanoseconds(at: entry.at)
        ).bytes
      }
      // What comes behind a line that is missing is none that follows.
      guard isWritten else { return }
      self.sequence = entry.sequence
      lastAt = entry.at
    }
  }

  /// One turn was saved.
  func note(_ entries: [JournalEntry], _ decisions: [LedgerEntry], _ device: Device) {
    guard isRunning, let last = entries.last?.sequence else { return }
    // It begins behind the turn.
    if !hasGap, self.sequence == last { return }
    guard !hasGap, self.sequence &+ UInt64(entries.count) == last else {
      return bridge(to: device, after: last)
    }
    let isWritten = write(at: device.now) { () throws(JournalFailure) in
      TurnLine(
        at: device.now,
        build: buildOfLine,
        decisions: decisions.map(\.bytes),
        inputs: entries.map(\.bytes),
        sequence: last,
        wallNanoseconds: decisions.last?.wallNanoseconds ?? clock.wallNanoseconds()
      ).bytes
    }
    guard isWritten else { return }
    self.sequence = last
    lastAt = device.now
  }

  /// A snapshot was taken: a replay can be compared with it.
  func check(_ snapshot: [UInt8], after sequence: UInt64, at now: Instant) {
    guard isRunning, !hasGap, outage == nil, self.sequence == sequence else { return }
    _ = write(at: now) { () throws(JournalFailure) in
      let digest = StateDigest(of: snapshot).description
      let check = RecordedCheck(build: buildOfLine, digest: digest, sequence: self.sequence)
      return try line(.check(check))
    }
  }

  /// What came until now is missing; the device as it stands begins what follows.
  func bridge(to device: Device, after sequence: UInt64) {
    guard isRunning else { return }
    // With a new journal nothing is missing of the one before.
    let hadGap = hasGap
    hasGap = true
    if let outage, device.now < outage.retryAt { return }
    let isWritten = write(at: device.now, hadGap: hadGap) { () throws(JournalFailure) in
      try state(of: device, after: sequence, beginning: header)
    }
    guard isWritten else { return }
    self.sequence = sequence
    lastAt = device.now
    hasGap = false
  }

  // MARK: Lines

  /// Appends lines if the recording may still grow, and ends it if not; says whether it appended them.
  private func write(
    at now: Instant,
    hadGap: Bool? = nil,
    _ lines: () throws(JournalFailure) -> [UInt8]
  ) -> Bool {
    guard file.isThere else {
      lose()
      return false
    }
    guard let header else { return false }
    do throws(JournalFailure) {
      if now < header.at {
        try finish(.journal, at: lastAt, hasGap: hadGap ?? hasGap)
        return false
      }
      if now - header.at >= .days(header.daysMax) {
        try finish(.age, at: now, hasGap: hasGap)
        return false
      }
      if outage != nil { room.forget() }
      try room.check(file, for: 0, at: now)
      let bytes = try lines()
      if byteCount + Int64(bytes.count) + Self.endBytesMax > header.bytesMax {
        try finish(.size, at: now, hasGap: hasGap)
        return false
      }
      try room.check(file, for: bytes.count, at: now)
      try append(bytes)
      outage = nil
      return true
    } catch {
      if outage == nil { report(error) }
      outage = (error, now + Self.retry)
      hasGap = true
      return false
    }
  }

  /// Room for the line of the end, in bytes: it has some 150.
  private static let endBytesMax: Int64 = 256

  private func append(_ bytes: [UInt8]) throws(JournalFailure) {
    try file.append(bytes)
    byteCount += Int64(bytes.count)
  }

  /// The version of this program, where it is another than the header's.
  private var buildOfLine: String? { header?.build == build ? nil : build }

  private func state(
    of device: Device,
    after sequence: UInt64,
    beginning header: RecordingHeader?
  ) throws(JournalFailure) -> [UInt8] {
    try line(
      .state(
        RecordedState(
          at: device.now,
          build: header?.build == build ? nil : build,
          device: device,
          sequence: sequence,
          wallNanoseconds: clock.wallNanoseconds()
        )
      )
    )
  }

  private func line(_ line: RecordingLine) throws(JournalFailure) -> [UInt8] {
    do {
      return try SavedCodec.encode(line) + [UInt8(ascii: "\n")]
    } catch {
      throw JournalFailure(
        operation: "write a line to",
        path: path,
        cause: "\(error)",
        isDiskFull: false
      )
    }
  }
}
