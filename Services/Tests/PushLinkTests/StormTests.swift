import Testing

@testable import PushLink

/// A gateway that takes in so many devices a second, in the order in which they come, and devices that are the link's
/// own machine, in virtual time.
private struct Storm {
  /// What one tick of the virtual time is: 10 ms.
  static let tickMilliseconds: Int64 = 10

  private var machines: [LinkMachine]
  private var timers: [[LinkTimer: Int64]]
  private var due: [Int64: [(device: Int, timer: LinkTimer)]] = [:]
  private var queue: [(device: Int, attempt: Int)] = []
  private var served = 0
  private var attempts: [Int]
  private var waits: [Bool]
  private var random: Numbers
  private var now: Int64 = 0

  /// What came of it.
  struct Outcome: Equatable {
    /// When the last device was back.
    var seconds: Int64 = 0
    /// The most attempts to connect within a second.
    var peak = 0
    /// Attempts of all devices.
    var attempts = 0
  }

  init(devices: Int, seed: UInt64) {
    random = Numbers(state: seed)
    let machine = LinkMachine(
      memory: LinkMemory(gateway: "wss://g"),
      gatewayName: "wss://g",
      publicKey: "k",
      environment: "production"
    )
    machines = Array(repeating: machine, count: devices)
    timers = Array(repeating: [:], count: devices)
    attempts = Array(repeating: 0, count: devices)
    waits = Array(repeating: false, count: devices)
  }

  /// All are connected; then the gateway ends, and begins again at once.
  mutating func run(perSecond: Int) -> Outcome {
    for device in machines.indices {
      handle(device, .started)
      handle(device, .news(DaemonNews(topics: [])))
      admit(device)
    }
    (queue, served) = ([], 0)
    for device in machines.indices {
      attempts[device] = 0
      handle(device, .lost(.closed("1001")))
    }
    var outcome = Outcome()
    var room = 0
    var inSecond = 0
    while machines.contains(where: { $0.gateway != .open }) {
      now += Self.tickMilliseconds
      if now % 1000 == 0 { inSecond = queue.count }
      for (device, timer) in due.removeValue(forKey: now) ?? [] where timers[device][timer] == now {
        timers[device][timer] = nil
        handle(device, .timer(timer))
      }
      outcome.peak = max(outcome.peak, queue.count - inSecond)
      room += perSecond
      let perTick = Int(1000 / Self.tickMilliseconds)
      while room >= perTick, served < queue.count {
        let (device, attempt) = queue[served]
        served += 1
        // One that has given up meanwhile costs nothing.
        guard waits[device], attempts[device] == attempt else { continue }
        room -= perTick
        admit(device)
      }
      if served == queue.count { room = min(room, perTick) }
    }
    outcome.seconds = now / 1000
    outcome.attempts = attempts.reduce(0, +)
    return outcome
  }

  private mutating func admit(_ device: Int) {
    waits[device] = false
    handle(device, .connected)
    handle(device, .received(.challenge(nonce: String(repeating: "A", count: 43))))
    handle(device, .received(.hello(status: 200)))
  }

  private mutating func handle(_ device: Int, _ event: LinkMachine.Event) {
    let uptime = now / 1000
    for order in machines[device].handle(event, uptimeSeconds: uptime, using: &random) {
      switch order {
      case .connect:
        attempts[device] += 1
        waits[device] = true
        queue.append((device, attempts[device]))
      case .disconnect: waits[device] = false
      case .arm(let timer, let duration):
        let milliseconds =
          duration.components.seconds * 1000
          + duration.components.attoseconds / 1_000_000_000_000_000
        let tick = Self.tickMilliseconds
        let at = (now + max(tick, milliseconds)) / tick * tick
        timers[device][timer] = at
        due[at, default: []].append((device, timer))
      case .disarm(let timer): timers[device][timer] = nil
      case .attachDaemon, .send, .prove, .call, .save, .log: break
      }
    }
  }

  /// SplitMix64, so that the figures are the same each time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }
}

@Suite("Devices whose gateway ends", .timeLimit(.minutes(2)))
struct StormTests {
  @Test(
    "are all back as soon as it can take them, whatever it takes in a second",
    arguments: [(10_000, 2000), (50_000, 2000), (50_000, 500)]
  )
  func storm(devices: Int, perSecond: Int) {
    var storm = Storm(devices: devices, seed: 71)
    let outcome = storm.run(perSecond: perSecond)
    let ideal = Int64(devices / perSecond)
    // What gives up after 20 s is tried again later and later, so that a little is idle at the end.
    #expect(outcome.seconds >= ideal)
    #expect(outcome.seconds <= ideal * 3 / 2 + 10)
    // All but those that come within their first second come again with a pause that is twice as long each time.
    #expect(outcome.attempts <= devices * 7)
    print(
      "storm: \(devices) devices, \(perSecond) a second: \(outcome.seconds) s, "
        + "\(outcome.attempts) attempts, at most \(outcome.peak) within a second"
    )
  }
}
