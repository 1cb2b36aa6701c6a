import Testing
import TorporModel

@testable import TorporCore

@Suite("Small worlds")
struct SmallWorldTests {
  /// Everything that can happen to two apps, in small.
  private enum Move: CaseIterable {
    case openOne, openTwo, home, lock, unlock, interrupt, endInterrupt, push, beginTask, endTask
    case forceQuit, crash, exempt, endExemption, passSecond, passMinute, restart, boot, shortage
    case play, silence
    case slowPush, activity, hazard, noHazard, exemptForever, sleepMachine, singleScreen, desktop
    case uninstall, install
    case seeOne, seeTwo, seeBoth, desktopGone, sleepNear, sleepOver, ring

    func apply(to device: inout TestDevice, tasks: inout [BackgroundTaskIdentifier]) {
      switch self {
      case .openOne: device.open("one")
      case .openTwo: device.open("two")
      case .home: device.home()
      case .lock: device.user(.lock)
      case .unlock: device.user(.unlock)
      case .interrupt: device.user(.interrupt)
      case .endInterrupt: device.user(.endInterrupt)
      case .push: device.push("one")
      case .beginTask: tasks.append(device.beginTask("one"))
      case .endTask:
        if let task = tasks.popLast() { device.ask("one", .endBackgroundTask(task: task)) }
      case .forceQuit: device.user(.forceQuit(app: device.app("one")))
      case .crash: device.report("one", .exited(status: .signalled(signal: 11)))
      case .exempt: device.user(.exempt(app: device.app("one"), lasting: .seconds(30)))
      case .endExemption: device.user(.endExemption(app: device.app("one")))
      case .passSecond: device.pass(.seconds(1))
      case .passMinute: device.pass(.minutes(1))
      case .restart: device.tell(.daemonRestarted(survivors: device.survivors))
      case .boot: device.tell(.booted)
      case .shortage:
        device.tell(
          .memory(MemoryReport(level: .critical, availableBytes: -1, totalBytes: 1_000_000_000))
        )
      case .play: device.report("one", .audio(isPlaying: true))
      case .silence: device.report("one", .audio(isPlaying: false))
      case .slowPush:
        device.slowCallbacks.insert("didReceiveRemoteNotification")
        device.push("one")
      case .activity:
        device.slowCallbacks.insert("expiringActivity:index")
        device.ask("one", .performExpiringActivity(reason: "index", key: nil))
      case .hazard:
        device.hazards[device.app("two")] = [.fileLock(path: "/x", hasWaiters: true)]
      case .noHazard: device.hazards = [:]
      case .exemptForever: device.user(.exempt(app: device.app("one"), lasting: nil))
      case .sleepMachine: device.sleep(.hours(8))
      case .singleScreen: device.user(.change(setting: .profile(.ios26)))
      case .desktop: device.user(.change(setting: .profile(.linux)))
      case .uninstall: device.user(.uninstall(app: device.app("two")))
      case .install: device.install("two", isCooperative: false)
      case .seeOne: device.see(("one", .focused), ("two", .minimised))
      case .seeTwo: device.see(("one", nil), ("two", .visible))
      case .seeBoth: device.see(("one", .visible), ("two", .focused))
      case .desktopGone: device.see()
      case .sleepNear: device.tell(.interruption(by: .sleep, begins: true))
      case .sleepOver: device.tell(.interruption(by: .sleep, begins: false))
      case .ring: device.ask("one", .service(.push(.reportCall)))
      }
    }
  }

  private func world(_ profile: ProfileName) -> TestDevice {
    var device = TestDevice(profile)
    device.install("one", modes: [.audio, .remoteNotification])
    device.install("two", isCooperative: false)
    return device
  }

  /// A world and the moves that led to it.
  private struct Place {
    var device: TestDevice
    var tasks: [BackgroundTaskIdentifier] = []
    var moves: [Move] = []

    func after(_ move: Move) -> Place {
      var place = self
      move.apply(to: &place.device, tasks: &place.tasks)
      place.moves.append(move)
      return place
    }
  }

  @Test("hold every invariant after every three moves", arguments: [ProfileName.ios6, .linux])
  func everyShortSequence(profile: ProfileName) {
    // A device is a value: what the first moves lead to is computed once for all that follow.
    for first in Move.allCases {
      let one = Place(device: world(profile)).after(first)
      for second in Move.allCases {
        let two = one.after(second)
        for third in Move.allCases {
          let place = two.after(third)
          guard let broken = place.device.broken.first else { continue }
          Issue.record("\(profile): \(place.moves): \(broken)")
          return
        }
      }
    }
  }

  @Test("hold every invariant on long random ways", arguments: 0..<40 as Range<UInt64>)
  func longWays(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var device = world(seed.isMultiple(of: 2) ? .linux : .ios26)
    device.slowCallbacks = seed.isMultiple(of: 3) ? ["didEnterBackground"] : []
    device.canFreeze = !seed.isMultiple(of: 5)
    var tasks: [BackgroundTaskIdentifier] = []
    var moves: [Move] = []
    for _ in 0..<200 {
      let move = Move.allCases[Int(random.next() % UInt64(Move.allCases.count))]
      moves.append(move)
      move.apply(to: &device, tasks: &tasks)
      if !device.broken.isEmpty {
        let last = moves.suffix(9).map { "\($0)".split(separator: ".").last ?? "" }
        Issue.record("seed \(seed) after \(last): \(device.broken[0])")
        return
      }
    }
  }
}

/// A small generator with a seed: SplitMix64 (Steele, Lea, Flood 2014).
private struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

@Suite("The indexed heap")
struct IndexedHeapTests {
  @Test("always knows the earliest of many changing deadlines")
  func earliest() {
    var queue = IndexedHeap<Instant>()
    var truth: [Int: Instant] = [:]
    var random = SplitMix64(seed: 7)
    for _ in 0..<5000 {
      let key = Int(random.next() % 50)
      let moment: Instant? =
        random.next().isMultiple(of: 4) ? nil : .at(.seconds(Int64(random.next() % 1000)))
      queue.set(moment, for: key)
      truth[key] = moment
      let expected = truth.min { ($0.value, $0.key) < ($1.value, $1.key) }
      #expect(queue.first?.priority == expected?.value)
      #expect(queue.first?.key == expected?.key)
    }
  }
}
