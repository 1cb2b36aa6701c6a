import TorporPosix
import TorporWire

/// Watches for calls over the session bus that wait for a frozen process.
///
/// A caller of a frozen service hangs for as long as its library waits (25 s), and a panel that does so blocks the
/// whole desktop. The connections and names of each frozen process are determined; a monitor receives the calls to
/// them, and the first is reported to the daemon. While an answer is owed, the report is repeated, so that a slow
/// service is not frozen before it answers. A call that is made before the monitor listens, some milliseconds after the
/// freeze, is not received, but the next one is.
///
/// Nothing is examined before a process is frozen for the first time.
final class NamesPart: Part {
  // Shape: the table of names and its open calls change with each message; each is a separate value.
  let name = "callers"
  private let bus: BusConnection
  private let loop: EventLoop
  private let outbox: Outbox
  private var tokens: [BusConnection.Token] = []
  private var table = NameTable()
  private var frozen: [String: Set<Int32>] = [:]
  /// Processes that run again and owe an answer.
  private var answering: [String: Set<Int32>] = [:]
  /// Launches with a caller that was reported, until they run.
  private var told: Set<String> = []
  private var open = OpenCalls()
  private var reminder: EventLoop.Token?
  private let remindAfter: Duration
  private var rules: [String] = []
  private var monitor: CallMonitor?
  /// The previous monitor, until the next one listens.
  private var retiring: CallMonitor?
  private var isFollowing = false
  private var openQuestions = 0

  /// The maximum number of rules of one monitor: 512, as many as dbus-daemon allows a connection
  /// (`max_match_rules_per_connection`).
  static let rulesMax = 512

  /// The interval after which the report is repeated: 5 s, half of the time that the daemon gives an app for one call;
  /// our choice.
  static let defaultRemindAfter = Duration.seconds(5)

  init(
    on bus: BusConnection,
    loop: EventLoop,
    outbox: Outbox,
    remindAfter: Duration = NamesPart.defaultRemindAfter
  ) {
    self.remindAfter = remindAfter
    self.bus = bus
    self.loop = loop
    self.outbox = outbox
  }

  /// Whether every call to frozen processes is currently received.
  var isListening: Bool { monitor?.isListening ?? false }

  func start() {
    tokens.append(
      bus.observe { [unowned self] state in
        switch state {
        case .connected:
          outbox.tell(self, isAvailable: true)
          if isFollowing { list() }
        case .lost(let cause):
          table = NameTable()
          outbox.tell(self, isAvailable: false, because: cause)
          listen()
        case .connecting: break
        }
      }
    )
  }

  func attached() {
    // The daemon reports again what is frozen.
    (frozen, answering, told) = ([:], [:], [])
    open.removeAll()
    listen()
  }

  func obey(_ order: BridgeOrder) {
    switch order {
    case .frozen(let launch, let pids):
      frozen[launch] = Set(pids)
      answering[launch] = nil
      follow()
      lookUp()
    case .thawed(let launch):
      guard let pids = frozen.removeValue(forKey: launch) else { return }
      if open.launches.contains(launch) { answering[launch] = pids }
      told.remove(launch)
      listen()
    default: break
    }
  }

  // MARK: Connections

  private func follow() {
    guard !isFollowing else { return }
    isFollowing = true
    tokens.append(
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged'"
      ) { [unowned self] event in
        guard event.isFromBus, event.values.count == 3, let name = event.values[0].text else {
          return
        }
        let owner = event.values[2].text.flatMap { $0.isEmpty ? nil : $0 }
        table.update(name, owner: owner)
        // A new connection sends no signal before its process is requested; a name that changed owner may belong to a
        // frozen process.
        if !name.hasPrefix(":") || owner == nil { listen() }
      }
    )
    list()
  }

  private static func question(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(
      destination: BusNames.bus,
      path: BusNames.busPath,
      interface: BusNames.bus,
      member: member,
      arguments: arguments
    )
  }

  private func list() {
    bus.call(NamesPart.question("ListNames")) { [unowned self] result in
      guard let names = try? result.get().values.first?.texts else { return }
      for name in names where name.hasPrefix(":") { table.update(name, owner: name) }
      for name in names where !name.hasPrefix(":") && name != BusNames.bus {
        ask("GetNameOwner", name) { [unowned self] answer in
          if let owner = answer.text { table.update(name, owner: owner) }
        }
      }
      lookUp()
    }
  }

  /// Requests the processes of connections that are not known yet.
  private func lookUp() {
    guard !frozen.isEmpty else { return }
    for name in table.unknown {
      ask("GetConnectionUnixProcessID", name) { [unowned self] answer in
        guard let pid = answer.integer.flatMap({ Int32(exactly: $0) }) else { return }
        table.note(name, process: pid)
      }
    }
    if openQuestions == 0 { listen() }
  }

  /// Asks the bus about a name; when the last answer has arrived, the monitor is set up.
  private func ask(_ member: String, _ name: String, _ take: @escaping (BusValue) -> Void) {
    openQuestions += 1
    bus.call(NamesPart.question(member, [.string(name)])) { [unowned self] result in
      openQuestions -= 1
      // A name that has disappeared in the meantime is reported by a signal.
      if let answer = try? result.get().values.first { take(answer) }
      if openQuestions == 0 { listen() }
    }
  }

  // MARK: Calls

  /// Makes the monitor receive exactly the calls that could wait for a frozen process.
  private func listen() {
    var wanted: [String] = []
    for pids in Array(frozen.values) + Array(answering.values) {
      for unique in table.connections(of: pids) {
        // dbus-daemon accepts a connection's unique name for all of its names; dbus-broker compares the text.
        for name in [unique] + table.names(of: unique) {
          wanted.append("type='method_call',destination='\(name)'")
        }
        for type in ["method_return", "error"] {
          wanted.append("type='\(type)',sender='\(unique)'")
        }
      }
    }
    wanted = Array(wanted.sorted().prefix(NamesPart.rulesMax))
    guard wanted != rules else { return }
    rules = wanted
    // The previous monitor listens until the next one does, so that no call is missed.
    if retiring == nil { retiring = monitor } else { monitor?.stop() }
    monitor = nil
    guard !wanted.isEmpty else { return retire() }
    let next = CallMonitor(bus.address, rules: wanted, on: loop) { [unowned self] event in
      switch event {
      case .called(let call): heard(call)
      case .answered(let key): answered(key)
      }
    } settled: { [unowned self] failure in
      if let failure {
        outbox.tell(self, isAvailable: false, because: "\(failure)")
      } else {
        outbox.tell(self, isAvailable: true)
        // Not from within its own handler.
        _ = loop.schedule(after: .zero) { [weak self] in self?.retire() }
      }
    }
    monitor = next
    next.start()
  }

  private func retire() {
    retiring?.stop()
    retiring = nil
  }

  private func heard(_ call: CallMonitor.Call) {
    // A server's message, which we deliver, has its own time limit (`PushMessages`).
    if call.member == "Message", call.key.caller == bus.uniqueName { return }
    guard let pid = table.process(of: call.destination),
      let launch =
        (frozen.first { $0.value.contains(pid) } ?? answering.first { $0.value.contains(pid) })?
        .key
    else { return }
    let entry = OpenCalls.Entry(
      launch: launch,
      pid: pid,
      name: call.destination,
      member: call.member,
      until: BootClock.nanoseconds() + OpenCalls.patienceNanoseconds
    )
    open.add(call.key, entry)
    if frozen[launch] != nil, told.insert(launch).inserted { tell(entry) }
    remindLater()
  }

  private func answered(_ key: OpenCalls.Key) {
    open.remove(key)
    settle()
  }

  private func tell(_ call: OpenCalls.Entry) {
    outbox.tell(.busCallWaits(pid: call.pid, name: call.name, member: call.member))
  }

  private func remindLater() {
    guard reminder == nil else { return }
    reminder = loop.schedule(after: remindAfter) { [unowned self] in
      reminder = nil
      open.expire(at: BootClock.nanoseconds())
      for call in open.oldest() { tell(call) }
      settle()
      if !open.launches.isEmpty { remindLater() }
    }
  }

  /// Stops listening to processes that owe no answer any more.
  private func settle() {
    let owing = open.launches
    guard answering.keys.contains(where: { !owing.contains($0) }) else { return }
    answering = answering.filter { owing.contains($0.key) }
    listen()
  }
}
