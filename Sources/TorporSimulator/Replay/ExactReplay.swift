package import TorporCore
import TorporDaemon
package import TorporModel
import TorporWire

/// A device that gets exactly what was recorded: whether it decides the same.
package struct ExactReplay {
  // Shape: a device, and the counts of what was compared.
  package private(set) var header: RecordingHeader?
  package private(set) var device: Device?
  /// The device where the recording begins.
  package private(set) var firstDevice: Device?
  package private(set) var inputCount = 0
  package private(set) var decisionCount = 0
  /// Places where the device must be equal to the recorded one, and those where it was.
  package private(set) var checkCount = 0
  package private(set) var equalCheckCount = 0
  /// Places where inputs are missing, and the recorded device follows.
  package private(set) var bridgedGapCount = 0
  /// Places where lines are missing: nothing says how the device stood behind them.
  package private(set) var openGapCount = 0
  /// Whether inputs are missing between its last turn and its end.
  package private(set) var missesInputsAtEnd = false
  package private(set) var departures: [Departure] = []
  package private(set) var departureCount = 0
  package private(set) var begin: (at: Instant, wallNanoseconds: Int64)?
  package private(set) var end: (at: Instant, wallNanoseconds: Int64)?
  package private(set) var endCause: RecordedEnd.Cause?
  /// Every app that was there at some time.
  package private(set) var appsSeen: Set<AppIdentifier> = []
  /// What apps have used; `nil`: it is not asked for.
  private(set) var use: UseMeter?
  private let measuresUse: Bool
  /// The number of the last input.
  private(set) var sequence: UInt64 = 0
  /// The version of the program that the lines are of.
  private var build: String?

  /// How many departures are kept, to be shown; our choice.
  private static let departuresMax = 20

  /// A decision that differs from the recorded one.
  package struct Departure: Hashable, Sendable {
    package let at: Instant
    /// `nil`: nothing more was recorded.
    package let recorded: Decision?
    /// `nil`: nothing more was decided.
    package let replayed: Decision?
  }

  package init(measuresUse: Bool = false) { self.measuresUse = measuresUse }

  /// Whether everything results that was recorded.
  package var isExact: Bool { departureCount == 0 && equalCheckCount == checkCount }

  /// Places where inputs are missing, of any kind.
  package var gapCount: Int { bridgedGapCount + openGapCount + (missesInputsAtEnd ? 1 : 0) }

  /// Takes a line that is no turn; returns whether the device begins again.
  package mutating func take(_ line: RecordingLine) -> Bool {
    switch line {
    case .header(let header):
      self.header = header
      begin = (header.at, header.wallNanoseconds)
      end = begin
    case .state(let state): return take(state)
    case .check(let check): compare(check)
    case .end(let end):
      endCause = end.because
      self.end = (end.at, end.wallNanoseconds)
      missesInputsAtEnd = end.missesInputs
      follow(end.sequence)
    case .turn: break
    }
    return false
  }

  /// A line that stands behind the input of that number; says whether that is the one that came last.
  @discardableResult
  private mutating func follow(_ number: UInt64, after count: Int = 0) -> Bool {
    let isNext = number == sequence &+ UInt64(count)
    if !isNext { openGapCount += 1 }
    sequence = number
    return isNext
  }

  private mutating func take(_ state: RecordedState) -> Bool {
    end = (state.at, state.wallNanoseconds)
    let isOfSameBuild = state.build ?? header?.build == build ?? header?.build
    build = state.build
    defer { sequence = state.sequence }
    appsSeen.formUnion(state.device.apps.records.map(\.identifier))
    guard let device else {
      self.device = state.device
      firstDevice = state.device
      if measuresUse { use = UseMeter(state.device) }
      return true
    }
    guard state.sequence == sequence else {
      bridgedGapCount += 1
      begin(again: state.device)
      return true
    }
    // The same moment, by another daemon; one of another build may have decided otherwise.
    let isEqual = (try? device.stateDigest()) == (try? state.device.stateDigest())
    if isEqual || isOfSameBuild { checkCount += 1 }
    if isEqual { equalCheckCount += 1 } else { begin(again: state.device) }
    return !isEqual
  }

  private mutating func begin(again next: Device) {
    readUse()
    use?.restart(with: next)
    device = next
  }

  /// Adds up what apps have used until now.
  mutating func readUse() {
    if let device { use?.read(device, at: device.now) }
  }

  private mutating func compare(_ check: RecordedCheck) {
    // Another format has other bytes.
    guard follow(check.sequence), check.format == JournalFormat.current, let device else { return }
    checkCount += 1
    if (try? device.stateDigest().description) == check.digest { equalCheckCount += 1 }
  }

  /// Whether the process stands still.
  func isFrozen(_ launch: LaunchIdentifier) -> Bool {
    guard let apps = device?.apps, let slot = apps.slot(of: launch) else { return false }
    return apps.process(inSlot: slot)?.isFrozenOrFreezing ?? false
  }

  /// Takes the inputs of a turn one after the other, and compares what is decided.
  ///
  /// `each` gets every input, which of its processes stood still before, and what was ordered for it.
  package mutating func take(
    _ turn: RecordedTurn,
    each: (Input, _ frozen: Set<LaunchIdentifier>, [Effect]) -> Void = { _, _, _ in }
  ) {
    var decided: [Decision] = []
    follow(turn.sequence, after: turn.inputs.count)
    for input in turn.inputs {
      let frozen = Set(input.launches.filter(isFrozen))
      if let app = input.broughtApp { appsSeen.insert(app) }
      if let device { use?.begin(input, device, at: turn.at) }
      let effects = device?.handle(input, at: turn.at) ?? []
      if let device { use?.end(device) }
      decided += effects.decisions
      each(input, frozen, effects)
    }
    inputCount += turn.inputs.count
    decisionCount += turn.decisions.count
    end = (turn.at, turn.wallNanoseconds)
    compare(turn.decisions, decided, at: turn.at)
  }

  private mutating func compare(_ recorded: [Decision], _ decided: [Decision], at now: Instant) {
    guard recorded != decided else { return }
    for index in 0..<max(recorded.count, decided.count) {
      let (old, new) = (recorded.at(index), decided.at(index))
      guard old != new else { continue }
      departureCount += 1
      if departures.count < Self.departuresMax {
        departures.append(Departure(at: now, recorded: old, replayed: new))
      }
    }
  }
}

extension [Decision] {
  fileprivate func at(_ index: Int) -> Decision? { index < count ? self[index] : nil }
}

extension Input {
  /// The app that comes onto the device by it.
  fileprivate var broughtApp: AppIdentifier? {
    guard case .user(let action, _) = self else { return nil }
    return switch action {
    case .install(let manifest, _, _, _), .run(let manifest): manifest.identifier
    default: nil
    }
  }

  /// The processes that it tells of.
  var launches: [LaunchIdentifier] {
    if case .device(.daemonRestarted(let survivors)) = self { return survivors.map(\.launch) }
    return launch.map { [$0] } ?? []
  }

  /// The process that it comes from, or is about.
  var launch: LaunchIdentifier? {
    switch self {
    case .app(let launch, _, _), .process(let launch, _): launch
    case .user, .device, .timerFired, .transfers: nil
    }
  }
}
