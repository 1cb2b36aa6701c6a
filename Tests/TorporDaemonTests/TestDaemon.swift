import Logging
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

/// The real driver and sessions on a kernel that obliges at once, a virtual clock, and peers that are
/// played by the test.
final class TestDaemon {
  let clock = VirtualClock()
  let journal: MemoryJournal
  let kernel: ObligingKernel
  let wire = PeerWire()
  let services: PlayedServices
  let transfers: TransferServices
  let descriptors = PlayedDescriptors()
  let desktop = PlayedDesktop()
  let serviceHost: ServiceRouter
  private let relay = LateSink()
  private(set) var driver: Driver
  private(set) var sessions: SessionTable

  init(
    journal: MemoryJournal = MemoryJournal(),
    kernel: ObligingKernel = ObligingKernel(),
    profile: ProfileName = .linux,
    storage: (any StoragePort)? = nil,
    meters: Meters = Meters(),
    recording: MemoryRecording? = nil
  ) throws {
    self.journal = journal
    self.kernel = kernel
    services = PlayedServices(clock: clock)
    transfers = TransferServices(port: services, sink: relay)
    serviceHost = ServiceRouter(descriptors: descriptors, desktops: desktop)
    driver = try Driver(
      DeviceConfiguration(profile: profile),
      processes: kernel,
      services: transfers,
      serviceHost: serviceHost,
      descriptors: descriptors,
      storage: storage,
      clock: clock,
      journal: journal,
      recording: recording,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    sessions = SessionTable(
      driver: driver,
      connections: wire,
      processes: kernel,
      facts: DaemonFacts(
        version: Control.GetVersion.Reply(version: "0", processID: 1, stateFolder: "/state"),
        userID: 500,
        containerFolder: "/state/containers",
        transferFolder: "/state/transfers",
        capabilities: { [] },
        meters: { meters }
      )
    )
    driver.sessionPort = sessions
    kernel.sink = driver
    relay.owner = driver
    transfers.progressed = { [weak sessions] steps in sessions?.tell(steps) }
    driver.turn()
  }

  // MARK: Peers

  /// Connects a program of a user, or a process of an app.
  func connect(
    user: UInt32 = 500,
    as launch: LaunchIdentifier? = nil,
    process: Int32 = 77
  ) -> ConnectionIdentifier {
    let connection = wire.next()
    driver.post(
      .connected(
        connection,
        Peer(processID: process, userID: user, groupID: user, launch: launch)
      )
    )
    driver.turn()
    return connection
  }

  /// Sends a call and returns every reply that has come since the last one.
  @discardableResult
  func call(
    _ call: VarlinkCall,
    on connection: ConnectionIdentifier,
    descriptors: [Int32] = []
  ) throws -> [VarlinkReply] {
    driver.post(.received(connection, call.bytes, descriptors: descriptors))
    driver.turn()
    return try wire.takeReplies(on: connection)
  }

  /// Makes a call of a program and reads its one reply.
  @discardableResult
  func control<Call: WireCall>(_ control: Call, user: UInt32 = 500) throws -> Call.Reply {
    let replies = try call(control.varlinkCall, on: connect(user: user))
    return try control.reply(from: replies[0])
  }

  /// Makes one of several calls, and looks only whether it is refused.
  func control(_ control: ControlCall, user: UInt32 = 500) throws { try make(control.call, user) }

  private func make(_ call: some WireCall, _ user: UInt32) throws {
    try control(call, user: user)
  }

  /// Runs a command as an app and returns its launch.
  func run(_ name: String, user: UInt32 = 500, streams: [Int32] = []) throws -> LaunchIdentifier {
    let method = Control.Run(
      executable: "/bin/\(name)",
      arguments: [name],
      environment: [],
      workingDirectory: "/"
    )
    let replies = try call(method.varlinkCall, on: connect(user: user), descriptors: streams)
    return try method.reply(from: replies[0]).launch
  }

  func pass(_ length: Duration) {
    let end = clock.now() + length
    clock.timerFired = { [driver] in
      driver.post(.input(.timerFired))
      driver.turn()
    }
    while clock.runNext(upTo: end) {}
    clock.advance(to: end)
  }

  func statuses(user: UInt32 = 500) throws -> [AppStatus] {
    try control(Control.List(), user: user).apps
  }
}

/// Where adapters post that are made before the driver is.
private final class LateSink: HostEventSink {
  weak var owner: Driver?
  func post(_ event: HostEvent) { owner?.post(event) }
}

/// A kernel that does everything at once.
final class ObligingKernel: ProcessPort {
  weak var sink: (any HostEventSink)?
  private(set) var recipes: [LaunchIdentifier: LaunchRecipe] = [:]
  private(set) var streams: [LaunchIdentifier: [Int32]] = [:]
  private(set) var discarded: [Int32] = []
  private(set) var frozen: Set<LaunchIdentifier> = []
  private(set) var alive: [LaunchIdentifier: AppIdentifier] = [:]
  /// Sees each share of the processor as it is given.
  var prioritized: (LaunchIdentifier, ProcessPriority) -> Void = { _, _ in }
  /// Ends that outlive the daemon.
  var keptEnds: [LaunchIdentifier: Survivor] = [:]

  private func post(_ launch: LaunchIdentifier, _ event: ProcessEvent) {
    sink?.post(.input(.process(launch: launch, event: event)))
  }

  func launch(_ order: LaunchOrder, recipe: LaunchRecipe, streams: [Int32]) {
    alive[order.launch] = order.app
    recipes[order.launch] = recipe
    self.streams[order.launch] = streams
    post(order.launch, .started)
  }

  func end(_ launch: LaunchIdentifier, _ status: ExitStatus) {
    alive[launch] = nil
    frozen.remove(launch)
    post(launch, .exited(status: status))
  }

  func freeze(_ launch: LaunchIdentifier) {
    frozen.insert(launch)
    post(launch, .frozen)
  }

  func thaw(_ launch: LaunchIdentifier) { frozen.remove(launch) }
  func prioritize(_ launch: LaunchIdentifier, _ priority: ProcessPriority) {
    prioritized(launch, priority)
  }
  func kill(_ launch: LaunchIdentifier) { end(launch, .signalled(signal: 9)) }
  func send(signal: Int32, to launch: LaunchIdentifier) {}
  func requestTermination(_ launch: LaunchIdentifier) { end(launch, .signalled(signal: 15)) }
  func inspect(_ launch: LaunchIdentifier) { post(launch, .inspected(Inspection())) }
  func watchSockets(_ launch: LaunchIdentifier) {}
  func sampleProcessorTime(_ launch: LaunchIdentifier) {}
  func measureFootprint(_ launch: LaunchIdentifier) {}
  func pageOut(_ order: PageOutOrder) {}
  func readBack(_ order: ReadBackOrder) {}
  func discard(_ streams: [Int32]) { discarded += streams }

  func adopt() -> [Survivor] {
    let living = alive.map {
      Survivor(app: $0.value, launch: $0.key, isFrozen: frozen.contains($0.key))
    }
    return (living + keptEnds.values).sorted { $0.launch < $1.launch }
  }

  func forgetEnd(of launch: LaunchIdentifier) { keptEnds[launch] = nil }

  // The number of a launch is that of its one process, and a thousand.
  func launch(ofProcess processID: Int32) -> LaunchIdentifier? {
    alive.keys.first { 1000 + Int32($0.rawValue) == processID }
  }

  func processIDs(of launch: LaunchIdentifier) -> [Int32] {
    alive[launch] == nil ? [] : [1000 + Int32(launch.rawValue)]
  }

  /// The run of a job ends, and no daemon hears of it.
  func endUnheard(_ launch: LaunchIdentifier, _ status: ExitStatus) {
    guard let app = alive.removeValue(forKey: launch) else { return }
    keptEnds[launch] = Survivor(app: app, launch: launch, isFrozen: false, end: status)
  }
}

/// The far end of every connection.
final class PeerWire: ConnectionPort {
  private var buffers: [ConnectionIdentifier: VarlinkFramer] = [:]
  private(set) var closed: Set<ConnectionIdentifier> = []
  /// What went beside replies, in their order.
  private(set) var beside: [Int32] = []
  /// How often something was sent to each.
  private(set) var sentCounts: [ConnectionIdentifier: Int] = [:]
  private var last: UInt64 = 0

  func next() -> ConnectionIdentifier {
    last += 1
    return ConnectionIdentifier(rawValue: last)
  }

  func send(_ bytes: [UInt8], beside descriptors: [Int32], on connection: ConnectionIdentifier) {
    beside += descriptors
    sentCounts[connection, default: 0] += 1
    buffers[connection, default: VarlinkFramer()].append(bytes)
  }

  func close(_ connection: ConnectionIdentifier) { closed.insert(connection) }

  func takeReplies(on connection: ConnectionIdentifier) throws -> [VarlinkReply] {
    var replies: [VarlinkReply] = []
    while let message = try buffers[connection]?.next() {
      replies.append(try VarlinkReply(message: message))
    }
    return replies
  }
}
