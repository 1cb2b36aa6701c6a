import TorporCore
import TorporModel

/// A user who opens, leaves, locks, quits, exempts and offloads.
struct UserLoad: Workload {
  let name = "user"
  let isFault = false
  let meanPause = Duration.seconds(15)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let app = random.pick(machine.apps).identifier
    let action: UserAction =
      switch random.number(0...99) {
      case 0..<45: .open(app: app)
      case 45..<65: .home(app: random.chance(80) ? nil : app)
      case 65..<72: .lock
      case 72..<80: .unlock
      case 80..<84: .interrupt
      case 84..<88: .endInterrupt
      case 88..<93: .forceQuit(app: app)
      case 93..<95: .exempt(app: app, lasting: random.duration(.seconds(1), .minutes(5)))
      case 95: .endExemption(app: app)
      case 96: .update(app: app)
      case 97: .offload(app: app)
      default: .change(setting: .lowPowerMode(random.chance(50)))
      }
    machine.note("\(action)")
    machine.daemon.user(action)
  }

  func stop(_ machine: SimulatedMachine) {
    for app in machine.apps { machine.daemon.user(.endExemption(app: app.identifier)) }
    machine.daemon.user(.change(setting: .lowPowerMode(false)))
    machine.daemon.user(.endInterrupt)
    machine.daemon.user(.unlock)
  }
}

/// Developers who have tasks run and end at once, and users who turn background refresh off and on.
struct DeveloperLoad: Workload {
  let name = "developers"
  let isFault = false
  let meanPause = Duration.seconds(45)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let app = random.pick(machine.apps)
    let tasks = app.manifest.permittedTaskIdentifiers + ["\(app.identifier).absent"]
    let task = random.pick(tasks)
    let action: UserAction =
      switch random.number(0...99) {
      case 0..<60: .simulateLaunch(app: random.chance(50) ? app.identifier : nil, task: task)
      case 60..<85: .simulateExpiration(app: random.chance(50) ? app.identifier : nil, task: task)
      case 85..<88: .cancelTask(app: random.chance(50) ? app.identifier : nil, task: task)
      case 88..<91: .forgetUsage(app: random.chance(70) ? app.identifier : nil)
      default: .change(setting: .backgroundRefresh(random.pick([.on, .on, .off, .wifi])))
      }
    machine.note("\(action)")
    machine.daemon.user(action)
  }

  func stop(_ machine: SimulatedMachine) {
    machine.daemon.user(.change(setting: .backgroundRefresh(.on)))
  }
}

/// A kernel that says that somebody waits for memory, with figures or without, and others that fill swap.
struct MemoryLoad: Workload {
  let name = "memory"
  let isFault = false
  let meanPause = Duration.minutes(2)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    switch random.number(0...9) {
    case 0..<2: machine.memory.report(random.chance(50) ? .warning : .critical)
    case 2..<7:
      var figures = MemoryFigures()
      figures.waitsPercent = random.number(0...100)
      figures.readAgainBytes = Int64(random.number(0...600)) * 1_000_000
      figures.fileCacheBytes = Int64(random.number(1...2000)) * 1_000_000
      figures.isRepeated = random.chance(30)
      machine.memory.report(random.chance(50) ? .warning : .critical, figures)
    case 7..<9: machine.takeSwap(Int64(random.number(-500...500)) * 1_000_000)
    default: machine.change { $0.swapBytes = random.pick([0, 50_000_000, 500_000_000]) }
    }
  }
}

/// A system that wants memory, and power, network and heat that change.
struct DeviceLoad: Workload {
  let name = "device"
  let isFault = false
  let meanPause = Duration.seconds(90)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    switch random.number(0...9) {
    case 0..<3:
      // What the system took it gives back with the next draw, or memory would only ever shrink.
      machine.memory.takeForSystem(Int64(random.number(-400...400)) * 1_000_000)
    case 3..<6: machine.change { $0.isCharging.toggle() }
    case 6..<8: machine.change { $0.batteryPercent = Int(random.next() % 101) }
    case 8: machine.change { $0.network = random.pick(ScenarioNetwork.allCases) }
    default: machine.change { $0.thermal = random.pick(ScenarioThermal.allCases) }
    }
  }

  /// Everything is well: whatever waits for it goes on.
  func stop(_ machine: SimulatedMachine) {
    machine.change {
      $0.isCharging = true
      $0.batteryPercent = 100
      $0.network = .wifi
      $0.thermal = .nominal
    }
  }
}

/// Servers that go down, come back, or are slow.
struct ServerLoad: Workload {
  let name = "servers"
  let isFault = false
  let meanPause = Duration.minutes(3)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let condition = random.pick(ServerCondition.allCases)
    machine.note("servers \(condition)")
    machine.transfers.setServer(condition)
  }

  func stop(_ machine: SimulatedMachine) { machine.transfers.setServer(.up) }
}
