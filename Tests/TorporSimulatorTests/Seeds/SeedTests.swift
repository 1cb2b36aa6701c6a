import Glibc
import Synchronization
import Testing
import TorporModel

@testable import TorporSimulator

@Suite("A drawn life")
struct SeedTests {
  /// The seeds that run always, since a life takes 2 to 4 s in a debug build.
  ///
  /// `scripts/seeds` has more lives, and those that once found a bug, in release.
  private static let always: [UInt64] = Array(0..<4)

  /// Those, or with `TORPOR_SEEDS=100-199` these.
  static let seeds: [UInt64] = {
    guard let text = getenv("TORPOR_SEEDS").map({ String(cString: $0) }),
      let range = SeedRange(text)
    else { return always }
    return Array(range.seeds)
  }()

  /// A life that is lived once for all that look at it; who looks meanwhile waits for this one alone.
  private final class Life: Sendable {
    private let run = Mutex<SeedRun?>(nil)

    func lived(_ seed: UInt64) -> SeedRun {
      run.withLock { run in
        if let run { return run }
        let lived = SeedRun(seed: seed)
        run = lived
        return lived
      }
    }
  }

  private static let lives = Mutex<[UInt64: Life]>([:])

  private static func life(_ seed: UInt64) -> SeedRun {
    let life = lives.withLock { lives in
      let life = lives[seed] ?? Life()
      lives[seed] = life
      return life
    }
    return life.lived(seed)
  }

  /// The lives in which rare things are looked for, one after the other until all were seen.
  ///
  /// First those that are lived anyway, then two that have what is missing there, as lives are drawn now.
  private static let searched: [UInt64] = always + [14, 47] + Array(0..<60)

  @Test("breaks no rule", arguments: seeds)
  func holds(seed: UInt64) {
    let run = Self.life(seed)
    #expect(run.violations.isEmpty, "\(run.lines().joined(separator: "\n"))")
  }

  @Test("is the same for the same seed, and another for another")
  func digest() {
    let first = Self.life(1)
    #expect(SeedRun(seed: 1).digest == first.digest)
    #expect(Self.life(2).digest != first.digest)
  }

  @Test("has the background work of its apps planned, run and be turned down")
  func backgroundWork() {
    let wanted: Set<String> = ["task", "planned", "accepted", "turned down"]
    var seen: Set<String> = []
    for seed in Self.searched where seen != wanted {
      for entry in Self.life(seed).timeline {
        switch entry.event {
        case .called(let name) where name.hasPrefix("task:"): seen.insert("task")
        case .decided(let decision) where decision.isPlannedRun: seen.insert("planned")
        case .answered(.submitTask, .done): seen.insert("accepted")
        case .answered(.submitTask, .refused(.scheduler)): seen.insert("turned down")
        default: break
        }
      }
    }
    #expect(seen == wanted)
  }

  @Test("has the transfers of its apps begin, fail, be asked about, end and be told of")
  func transfers() {
    let wanted: Set<String> = [
      "accepted", "cancelled", "answered", "handleEventsForBackgroundURLSession",
      "didFinishDownloading", "didCompleteWithError", "didCompleteWithError nil",
      "didReceiveChallenge", "didFinishEvents", "attempt failed", "service died",
    ]
    var seen: Set<String> = []
    for seed in Self.searched where seen != wanted {
      for entry in Self.life(seed).timeline {
        switch entry.event {
        case .called(let name) where wanted.contains(name): seen.insert(name)
        case .answered(.session(.start), .transfersAccepted): seen.insert("accepted")
        case .answered(.session(.cancel), .done): seen.insert("cancelled")
        case .answered(.session(.answerChallenge), .done): seen.insert("answered")
        case .script("the transfer service dies"): seen.insert("service died")
        case .decided(let decision)
        where decision.conditions.contains { $0.reason == .attemptFailed }:
          seen.insert("attempt failed")
        default: break
        }
      }
    }
    #expect(seen == wanted)
  }

  @Test("has pushes, calls, places, notifications, sounds and links reach its apps")
  func services() {
    let wanted: Set<String> = [
      // What is rarer than one life in 24, as Newsstand and keep-alives are, is pinned by tests of its own.
      "didReceiveRemoteNotification", "didReceiveIncomingPush", "didUpdateLocations",
      "didEnterRegion", "didExitRegion", "didVisit", "interruptionBegan",
      "interruptionEnded", "willPresent", "didReceiveResponse", "didReceiveLocalNotification",
      "accessoryDidConnect", "accessoryData", "peripheralDidConnect", "peripheralData",
      "centralRequest", "willRestoreState", "socketReadable",
    ]
    var seen: Set<String> = []
    for seed in Self.searched where !seen.isSuperset(of: wanted) {
      for case .called(let name) in Self.life(seed).timeline.map(\.event) { seen.insert(name) }
    }
    #expect(wanted.subtracting(seen) == [])
  }

  @Test("has pushes held, turned down, dropped, and brought along")
  func pushes() {
    let wanted: Set<Reason> = [
      .rateLimit, .deviceInUse, .backgroundRefreshOff, .lowPowerMode, .forceQuit, .network,
      // Three calls in a row that nobody reports are rarer than one life in 24.
      .payloadTooLarge, .notPermitted, .replaced, .timeUp,
    ]
    var seen: Set<Reason> = []
    for seed in Self.searched where !seen.isSuperset(of: wanted) {
      for case .decided(let decision) in Self.life(seed).timeline.map(\.event) {
        guard case .wake(let reason) = decision.action, decision.verdict != .done,
          [.silentPush, .visiblePush, .voipPush].contains(reason)
        else { continue }
        seen.formUnion(decision.conditions.filter { !$0.holds }.map(\.reason))
      }
    }
    #expect(wanted.subtracting(seen) == [])
  }

  static let ranges: [(String, ClosedRange<UInt64>?)] = [
    ("42", 42...42), ("0-99", 0...99), ("7-7", 7...7), ("9-1", nil), ("", nil), ("a", nil),
    ("1-", nil), ("-1", nil), ("1-2-3", nil), ("99999999999999999999", nil),
  ]

  @Test("is named by a number or a range", arguments: ranges)
  func range(text: String, seeds: ClosedRange<UInt64>?) {
    #expect(SeedRange(text)?.seeds == seeds)
  }

  @Test("is told in one line while it breaks no rule")
  func line() {
    let lines = Self.life(3).lines()
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("seed 3        holds  ") == true)
  }
}

extension Decision {
  /// Whether a task begins by itself, and not because a developer has it run.
  fileprivate var isPlannedRun: Bool {
    guard case .run(.task) = action, verdict == .done else { return false }
    return conditions.contains { $0.reason == .plannedMoment }
  }
}
