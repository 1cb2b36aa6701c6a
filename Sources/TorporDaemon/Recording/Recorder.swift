import TorporCore
import TorporModel
import TorporWire

/// Writes what the device takes in and decides into a recording, while the user wants one (docs/decisions/0055).
///
/// It appends what the journal holds already, and never stops anything: where the file cannot be written, what is
/// missing becomes a gap, which ends with the whole device in a line.
final class Recorder {
  private let file: any RecordingPort
  private let clock: any ClockPort
  private let build: String
  private let report: (JournalFailure) -> Void
  /// Of the file that is there; `nil`: none.
  private(set) var header: RecordingHeader?
  private(set) var end: RecordedEnd.Cause?
  private(set) var byteCount: Int64 = 0
  /// The number of the last input that is in the file, or that a gap has passed over.
  private(set) var sequence: UInt64 = 0
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

  // MARK: Beginning and end

  /// A person may have deleted the file, or put another there: before anything is said of it.
  func look() { if isRunning, !file.isThere { lose() } }

  /// Looks for a recording of an earlier daemon.
  func find() {
    (header, end, foreign, outage, byteCount, sequence) = (nil, nil, nil, nil, 0, 0)
    do throws(JournalFailure) {
      guard let found = try file.find() else { return }
      guard let first = try? RecordingReader.line(found.firstLine),
        case .header(let header) = first, header.version == RecordingHeader.versionCurrent,
        header.isPlausible
      else { throw refusal("it is not a recording of this Torpor") }
      // Only what is written last needs to be known, and a device is large.
      guard let place = RecordingReader.place(found.lastLine) else {
        throw refusal("its last line is damaged")
      }
      self.header = header
      byteCount = found.byteCount
      sequence = place.sequence
      end = place.end
      // A build of another format may decide otherwise: what follows begins with the device.
      hasGap = place.format != JournalFormat.current
    } catch {
      foreign = error
      report(error)
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

  /// Begins a recording in the place of the one that is there.
  ///
  /// - Throws: `JournalFailure` when it could not be written.
  func begin(
    with device: Device,
    after sequence: UInt64,
    bytesMax: Int64,
    daysMax: Int
  ) throws(JournalFailure) {
    let wall = clock.wallNanoseconds()
    let header = RecordingHeader(
      at: device.now,
      build: build,
      bytesMax: bytesMax,
      daysMax: daysMax,
      sequence: sequence,
      wallNanoseconds: wall
    )
    let lines = try line(.header(header)) + state(of: device, after: sequence)
    guard Int64(lines.count) + Self.endBytesMax <= bytesMax else {
      throw JournalFailure(
        operation: "begin",
        path: path,
        cause: "the device takes \(lines.count) bytes by itself, and the recording may have \(bytesMax); give it more "
          + "with --size",
        isDiskFull: false
      )
    }
    try file.begin(lines)
    self.header = header
    self.sequence = sequence
    end = nil
    foreign = nil
    byteCount = Int64(lines.count)
    outage = nil
    hasGap = false
  }

  /// Ends the recording that runs.
  ///
  /// - Throws: `JournalFailure` when that could not be written; then it still runs.
  func stop(at now: Instant) throws(JournalFailure) { try finish(.stopped, at: now) }

  /// What comes from now on is in no journal, and cannot be recorded.
  func beginGap() { hasGap = true }

  private func finish(_ cause: RecordedEnd.Cause, at now: Instant) throws(JournalFailure) {
    let end = RecordedEnd(
      at: now,
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
      write(at: entry.at) { () throws(JournalFailure) in
        let turn = Turn(
          at: entry.at,
          inputs: [entry.bytes],
          decisions: try decisions.map { (decision) throws(JournalFailure) in
            try JournalCodec(path: self.path).bytes(of: decision)
          },
          sequence: entry.sequence,
          wall: device.clock.unixNanoseconds(at: entry.at)
        )
        return turn.bytes
      }
      guard outage == nil, isRunning else { return }
      self.sequence = entry.sequence
    }
  }

  /// One turn was saved.
  func note(_ entries: [JournalEntry], _ decisions: [LedgerEntry], _ device: Device) {
    guard isRunning, let last = entries.last?.sequence else { return }
    guard !hasGap, self.sequence &+ UInt64(entries.count) == last else {
      return bridge(to: device, after: last)
    }
    write(at: device.now) { () throws(JournalFailure) in
      Turn(
        at: device.now,
        inputs: entries.map(\.bytes),
        decisions: decisions.map(\.bytes),
        sequence: last,
        wall: decisions.last?.wallNanoseconds ?? self.clock.wallNanoseconds()
      ).bytes
    }
    if outage == nil, isRunning { self.sequence = last }
  }

  /// A snapshot was taken: a replay can be compared with it.
  func check(_ snapshot: [UInt8], after sequence: UInt64, at now: Instant) {
    guard isRunning, !hasGap, outage == nil, self.sequence == sequence else { return }
    write(at: now) { () throws(JournalFailure) in
      let digest = StateDigest(of: snapshot).description
      return try self.line(.check(RecordedCheck(digest: digest, sequence: self.sequence)))
    }
  }

  /// What came until now is missing; the device as it stands begins what follows.
  func bridge(to device: Device, after sequence: UInt64) {
    guard isRunning else { return }
    hasGap = true
    if let outage, device.now < outage.retryAt { return }
    write(at: device.now) { () throws(JournalFailure) in
      try self.state(of: device, after: sequence)
    }
    guard outage == nil, isRunning else { return }
    self.sequence = sequence
    hasGap = false
  }

  // MARK: Lines

  /// Appends lines if the recording may still grow, and ends it if not.
  private func write(at now: Instant, _ lines: () throws(JournalFailure) -> [UInt8]) {
    guard file.isThere else { return lose() }
    guard let header else { return }
    do throws(JournalFailure) {
      if now < header.at { return try finish(.journal, at: now) }
      if now - header.at >= .days(header.daysMax) { return try finish(.age, at: now) }
      let bytes = try lines()
      if byteCount + Int64(bytes.count) + Self.endBytesMax > header.bytesMax {
        return try finish(.size, at: now)
      }
      try append(bytes)
      outage = nil
    } catch {
      if outage == nil { report(error) }
      outage = (error, now + Self.retry)
      hasGap = true
    }
  }

  /// Somebody has deleted the file, or put another there: that one is continued where it is a recording.
  private func lose() {
    report(
      JournalFailure(
        operation: "write to",
        path: path,
        cause: "it was deleted or replaced; `torpor record start` begins another",
        isDiskFull: false
      )
    )
    find()
    hasGap = true
  }

  /// Room for the line of the end, in bytes: it has some 150.
  private static let endBytesMax: Int64 = 256

  private func append(_ bytes: [UInt8]) throws(JournalFailure) {
    try file.append(bytes)
    byteCount += Int64(bytes.count)
  }

  private func state(of device: Device, after sequence: UInt64) throws(JournalFailure) -> [UInt8] {
    try line(
      .state(
        RecordedState(
          at: device.now,
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

extension RecordingHeader {
  /// Whether its numbers are ones that a daemon writes.
  fileprivate var isPlausible: Bool {
    (1...RecordingLimits.days).contains(daysMax) && bytesMax > 0 && at >= .zero
  }
}

/// A turn from the bytes that the journal has: nothing is encoded twice.
private struct Turn {
  let at: Instant
  let inputs: [[UInt8]]
  let decisions: [[UInt8]]
  let sequence: UInt64
  let wall: Int64

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let content = inputs.reduce(0) { $0 + $1.count } + decisions.reduce(0) { $0 + $1.count }
    bytes.reserveCapacity(content + inputs.count + decisions.count + 160)
    func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
    func add(_ records: [[UInt8]]) {
      for (index, record) in records.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: record)
      }
    }
    add("{\"turn\":{\"at\":\(at.nanoseconds),\"decisions\":[")
    add(decisions)
    add("],\"format\":\(JournalFormat.current),\"inputs\":[")
    add(inputs)
    add("],\"sequence\":\(sequence),\"wallNanoseconds\":\(wall)}}\n")
    return bytes
  }
}
