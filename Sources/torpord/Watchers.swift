import TorporCore
import TorporDaemon
import TorporLinux
import TorporModel
import TorporPosix

/// What tells the daemon about the machine as a whole: memory, power, network, time, heat, disk,
/// user, accessories.
final class Watchers {
  // Shape: one property for each adapter that watches the machine.
  private let memory: PressureAdapter
  private let swap: SwapAdapter
  private let power: PowerAdapter
  private let network: NetworkAdapter
  private let wallClock: WallClockAdapter
  private let zone: ZoneAdapter
  private let thermal: ThermalAdapter
  private let disk: DiskAdapter
  private let idle: IdleAdapter
  private let accessories: AccessoryAdapter
  private let packageEnergy: PackageEnergy
  private let restrictions: RestrictionsWatch
  private let relay: Relay
  private let reportError: (any Error) -> Void
  /// Whether memory pressure is noticed, or why not; `nil` before `start`.
  private(set) var pressure: Result<Void, SystemError>?
  /// The time of the input after which the device was last asked what it wants to know.
  private var followedAt: Instant?

  /// Makes watchers that say nothing before `start`; `complain` is told what cannot be known.
  init(
    _ options: Options,
    groups features: GroupFeatures,
    along clock: ClockAdapter,
    on loop: EventLoop,
    sink: any HostEventSink,
    reportError: @escaping (any Error) -> Void
  ) {
    self.reportError = reportError
    relay = Relay(to: sink)
    memory = PressureAdapter(
      procRoot: options.memoryRoot ?? "/proc",
      isStandIn: options.memoryRoot != nil,
      on: loop,
      sink: relay
    )
    swap = SwapAdapter(on: loop, sink: relay) { PageOutSupport.unavailableReason(features) }
    power = PowerAdapter(sysRoot: options.sysRoot, on: loop, sink: relay)
    network = NetworkAdapter(meteredInterfaces: options.meteredInterfaces, on: loop, sink: relay)
    wallClock = WallClockAdapter(along: clock, on: loop, sink: relay)
    zone = ZoneAdapter(
      environmentZone: options.environmentZone,
      on: loop,
      sink: relay,
      reportError: reportError
    )
    thermal = ThermalAdapter(sysRoot: options.sysRoot, on: loop, sink: relay)
    disk = DiskAdapter(folder: options.stateFolder, on: loop, sink: relay)
    idle = IdleAdapter(
      devRoot: options.devRoot,
      runtimeFolder: options.runtimeFolder,
      along: clock,
      on: loop,
      sink: relay
    )
    packageEnergy = PackageEnergy(sysRoot: options.sysRoot)
    accessories = AccessoryAdapter(sysRoot: options.sysRoot, on: loop, sink: relay)
    restrictions = RestrictionsWatch(
      path: options.restrictionsPath,
      on: loop,
      sink: relay,
      reportError: reportError
    )
  }

  /// Reports how things stand and watches them from now on.
  ///
  /// The daemon goes on without what cannot be watched: each that is missing costs one kind of
  /// decision.
  func start(with device: Device) {
    thermal.start(known: device.conditions.thermal.value)
    idle.start(knownIdleSince: device.conditions.reportedIdleSince)
    let outcome = attempt(memory.start)
    pressure = outcome
    let others = [
      attempt { () throws(SystemError) in
        try restrictions.start(known: device.conditions.restrictions)
      },
      attempt { () throws(SystemError) in try swap.start(known: device.paging.swap) },
      attempt(power.start), attempt(network.start), attempt(disk.start),
      attempt { () throws(SystemError) in try wallClock.start(known: device.clock) },
      attempt { () throws(SystemError) in try zone.start(known: device.clock.zone) },
      attempt { () throws(SystemError) in try accessories.start(known: device.accessories) },
    ]
    for case .failure(let error) in [outcome] + others { reportError(error) }
  }

  /// Looks after what the device wants to know now; says whether that was news to it.
  func follow(_ device: Device) -> Bool {
    let countBefore = relay.count
    disk.glance(
      isShort: device.storage.shortSince != nil,
      known: device.conditions.storageFreeBytes
    )
    guard device.now != followedAt else { return relay.count != countBefore }
    followedAt = device.now
    // Mostly nothing waits, and one look at the apps is enough.
    let hasWork = device.hasWork
    let outcome = attempt { () throws(SystemError) in
      try idle.follow(isWanted: hasWork && device.wantsIdleness)
    }
    if case .failure(let error) = outcome { reportError(error) }
    thermal.follow(isWanted: hasWork && device.wantsThermal)
    // Transfers are no work that is looked for idle or cool machines, and wait for room all the same.
    disk.follow(hasWork: hasWork, wantsRoom: device.wantsStorage)
    // A slew is noticed when the daemon is awake anyway.
    wallClock.look()
    packageEnergy.follow()
    return relay.count != countBefore
  }

  /// What this machine measures of energy and traffic.
  func meters(_ processes: ProcessAdapter) -> Meters {
    var meters = Meters()
    meters.processorEnergy = packageEnergy.reading.map {
      Meters.ProcessorEnergy(
        nanojoules: $0.nanojoules,
        length: .nanoseconds($0.lengthNanoseconds),
        age: .nanoseconds($0.ageNanoseconds),
        mayBeMore: $0.mayBeMore,
        counted: $0.counted,
        packages: $0.packages
      )
    }
    meters.processorEnergyUnavailableReason = packageEnergy.unavailableReason
    meters.networkUnavailableReason = processes.networkUnavailableReason
    meters.diskUnavailableReason = processes.diskUnavailableReason
    return meters
  }

  /// What is wrong with the file in which an administrator fixes settings.
  var restrictionMistakes: [String] { restrictions.mistakes }

  /// Why it is not known whether the machine is in use; `nil` where it is.
  var idleUnavailableReason: String? { idle.unavailableReason }

  private func attempt(_ start: () throws(SystemError) -> Void) -> Result<Void, SystemError> {
    do throws(SystemError) {
      return .success(try start())
    } catch {
      return .failure(error)
    }
  }
}

/// Hands on what adapters post, and counts it.
private final class Relay: HostEventSink {
  private let sink: any HostEventSink
  private(set) var count = 0

  init(to sink: any HostEventSink) { self.sink = sink }

  func post(_ event: HostEvent) {
    count += 1
    sink.post(event)
  }
}
