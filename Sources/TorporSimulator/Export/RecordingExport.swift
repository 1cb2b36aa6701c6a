import TorporCore
import TorporDaemon
package import TorporModel
import TorporWire

/// Writes a recording again without what identifies its user or their apps (docs/decisions/0055).
///
/// What was replaced is replayed beside the original: the new file holds what the device without names decides, and its
/// own checks. So nothing comes into it but by what was replaced, and it is known whether the same is decided.
package struct RecordingExport {
  private let source: RecordingSource
  package let pseudonyms: Pseudonyms
  /// Told how much of the work is done, in permille, and which line is looked at.
  package var progress: (_ permille: Int, _ line: Int) -> Void = { _, _ in }

  /// The original.
  private var exact = ExactReplay()
  /// The device without names.
  private var device: Device?
  private var report = ExportReport()

  package init(_ source: RecordingSource, using random: inout some RandomNumberGenerator) {
    self.source = source
    pseudonyms = Pseudonyms(using: &random)
  }

  /// Writes each line; `write` gets it with its end.
  ///
  /// - Throws: `ReplayFailure` where the recording cannot be read or written again, or what `write` throws.
  package mutating func run(
    _ write: ([UInt8]) throws(ReplayFailure) -> Void
  ) throws(ReplayFailure) -> ExportReport {
    while let line = try source.next() {
      progress(source.bytesRead * 300 / max(1, source.byteCount), source.lineNumber)
      var writer = SavedWriter(trimming: pseudonyms)
      line.write(to: &writer)
    }
    pseudonyms.giveNames()
    source.rewind()
    while let line = try source.next() {
      progress(300 + source.bytesRead * 700 / max(1, source.byteCount), source.lineNumber)
      guard let line = try exported(line) else { continue }
      try write(try bytes(of: line))
    }
    guard device != nil, let end = exact.end else {
      throw ReplayFailure(
        "'\(source.path)' contains the beginning of a recording but no device: there is nothing to export."
      )
    }
    if exact.endCause == nil {
      // No daemon continues it.
      let last = RecordedEnd(
        at: end.at,
        because: .stopped,
        missesInputs: false,
        sequence: exact.sequence,
        wallNanoseconds: end.wallNanoseconds
      )
      try write(try bytes(of: .end(last)))
    }
    report.take(exact, isTorn: source.isTorn, pseudonyms)
    return report
  }

  // MARK: Lines

  private mutating func exported(_ line: RecordingLine) throws(ReplayFailure) -> RecordingLine? {
    switch line {
    case .header(var header):
      _ = exact.take(line)
      header.format = JournalFormat.current
      return .header(header)
    case .state(let state): return try exported(state)
    case .turn(let turn): return .turn(try exported(turn))
    case .check(let check): return try exported(check)
    case .end:
      _ = exact.take(line)
      return line
    }
  }

  private mutating func exported(_ state: RecordedState) throws(ReplayFailure) -> RecordingLine {
    // Where the original stands as it was recorded, the device without names continues as well.
    let beginsAgain = exact.take(.state(state))
    let device: Device
    if !beginsAgain, let own = self.device {
      device = own
    } else {
      device = try trimmed(state.device)
    }
    self.device = device
    return .state(
      RecordedState(
        at: state.at,
        build: state.build,
        device: device,
        sequence: state.sequence,
        wallNanoseconds: state.wallNanoseconds
      )
    )
  }

  private mutating func exported(_ turn: RecordedTurn) throws(ReplayFailure) -> RecordedTurn {
    let departures = exact.departureCount
    var decided: [Decision] = []
    exact.take(turn) { _, _, effects in decided += effects.decisions }
    let inputs = try trimmed(turn.inputs)
    var own: [Decision] = []
    for input in inputs { own += device?.handle(input, at: turn.at).decisions ?? [] }
    report.count(try trimmed(decided), own)
    return RecordedTurn(
      at: turn.at,
      build: turn.build,
      // Where this build decides otherwise than was recorded, the file shows that as well.
      decisions: exact.departureCount == departures ? own : try trimmed(turn.decisions),
      inputs: inputs,
      sequence: turn.sequence,
      wallNanoseconds: turn.wallNanoseconds
    )
  }

  /// A check of the device without names; `nil`: of a format of which it has none.
  private mutating func exported(_ check: RecordedCheck) throws(ReplayFailure) -> RecordingLine? {
    let before = (exact.checkCount, exact.equalCheckCount)
    _ = exact.take(.check(check))
    guard exact.checkCount > before.0 else { return nil }
    let isEqual = exact.equalCheckCount > before.1
    let digest = isEqual ? (try? device?.stateDigest())?.description : nil
    return .check(
      RecordedCheck(
        build: check.build,
        digest: digest ?? "departed",
        sequence: check.sequence
      )
    )
  }

  // MARK: Replacing

  /// The same value, with everything replaced that is not given away.
  private func trimmed<Value: Saved>(_ value: Value) throws(ReplayFailure) -> Value {
    var writer = SavedWriter(trimming: pseudonyms)
    value.write(to: &writer)
    do {
      if let failure = writer.failure { throw failure }
      return try SavedCodec.decode(Value.self, from: writer.bytes)
    } catch {
      throw unwritable("\(error)")
    }
  }

  private func bytes(of line: RecordingLine) throws(ReplayFailure) -> [UInt8] {
    do {
      return try SavedCodec.encode(line) + [UInt8(ascii: "\n")]
    } catch {
      throw unwritable("\(error)")
    }
  }

  private func unwritable(_ cause: String) -> ReplayFailure {
    ReplayFailure(
      "Line \(source.lineNumber) of '\(source.path)' cannot be written without names: \(cause). This is a bug in Torpor: "
        + "report it with this sentence."
    )
  }
}

/// What came of an export.
package struct ExportReport: Hashable, Sendable {
  package internal(set) var inputCount = 0
  package internal(set) var decisionCount = 0
  /// Decisions that are others without names.
  package internal(set) var changedCount = 0
  /// The first of them.
  package internal(set) var changes: [Change] = []
  /// Places in which the recording misses inputs.
  package internal(set) var gapCount = 0
  /// Whether the recording decides the same again.
  package internal(set) var isExact = true
  package internal(set) var isTorn = false
  package internal(set) var length: Duration = .zero
  package internal(set) var textCount = 0
  package internal(set) var placeCount = 0
  package internal(set) var numberCounts: [TrimmedNumber: Int] = [:]
  /// Apps, and what they are called in the file.
  package internal(set) var apps: [App] = []

  package struct App: Hashable, Sendable {
    package let identifier: String
    package let pseudonym: String
  }

  /// A decision of the original with pseudonyms, and the one without names; `nil`: there was none.
  package struct Change: Hashable, Sendable {
    package let original: Decision?
    package let own: Decision?
  }

  /// How many changes are kept, to be shown; our choice.
  private static let changesMax = 5

  package init() {}

  /// Compares decisions of the original, in which names were replaced, with those of the device without names.
  ///
  /// Texts that tell of reasons may have figures in them, which are figures on one side only.
  fileprivate mutating func count(_ original: [Decision], _ own: [Decision]) {
    decisionCount += own.count
    for index in 0..<max(original.count, own.count) {
      let before = index < original.count ? original[index] : nil
      let after = index < own.count ? own[index] : nil
      if let before, let after, before.isSame(as: after) { continue }
      changedCount += 1
      if changes.count < Self.changesMax { changes.append(Change(original: before, own: after)) }
    }
  }

  fileprivate mutating func take(_ exact: ExactReplay, isTorn: Bool, _ pseudonyms: Pseudonyms) {
    inputCount = exact.inputCount
    gapCount = exact.gapCount
    isExact = exact.isExact
    self.isTorn = isTorn
    if let begin = exact.begin, let end = exact.end { length = end.at - begin.at }
    textCount = pseudonyms.textCount
    placeCount = pseudonyms.placeCount
    for kind in TrimmedNumber.allCases { numberCounts[kind] = pseudonyms.numberCount(kind) }
    apps = exact.appsSeen.map(\.text).sorted().compactMap { text in
      pseudonyms.pseudonym(of: text).map { App(identifier: text, pseudonym: $0) }
    }
  }
}

extension Decision {
  fileprivate func isSame(as other: Decision) -> Bool {
    at == other.at && app == other.app && launch == other.launch && action == other.action
      && verdict == other.verdict && conditions.count == other.conditions.count
      && zip(conditions, other.conditions).allSatisfy {
        $0.reason == $1.reason && $0.holds == $1.holds && $0.since == $1.since
          && $0.until == $1.until && $0.figures == $1.figures
      }
  }
}
