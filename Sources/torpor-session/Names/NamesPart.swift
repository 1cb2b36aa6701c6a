import TorporPosix
import TorporWire

/// Watches for calls over the session bus that wait for a frozen process.
///
/// A caller of a frozen service hangs for as long as its library waits (25 s), and a panel that does so
/// takes the desktop with it. Of each frozen process the connections and names are found; a monitor
/// hears the calls to them, and the daemon is told of the first. While an answer is owed the daemon is
/// told again, so that a service that takes its time is not frozen over it. A call that comes before the
/// monitor listens, some milliseconds after the freeze, is not heard: the next one is.
///
/// Nothing is looked at before something is frozen for the first time.
final class NamesPart: Part {
  // Shape: the table of names and the calls that are open in it change with each message; each is a value of its own.
  let name = "callers"
  private let bus: BusConnection
  private let loop: EventLoop
  private let outbox: Outbox
  private var tokens: [BusConnection.Token] = []
  private var table = NameTable()
  private var frozen: [String: Set<Int32>] = [:]
  /// Processes that run again and owe an answer.
  private var answering: [String: Set<Int32>] = [:]
  /// Launches whose caller was told of, until they run.
  private var told: Set<String> = []
  private var open = OpenCalls()
  private var reminder: EventLoop.Token?
  private let remindAfter: Duration
  private var rules: [String] = []
  private var monitor: CallMonitor?
  /// The one before, until the next listens.
  private var retiring: CallMonitor?
  private var isFollowing = false
  private var openQuestions = 0

  /// Rules of one monitor: 512, as many as dbus-daemon allows a connection
  /// (`max_match_rules_per_connection`).
  static let rulesMax = 512

  /// When the daemon is told again: 5 s, half of what it gives an app for one call; our choice.
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

  /// Whether every call to what is frozen is heard now.
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
    // The daemon tells anew what is frozen.
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

  // MARK: Who is there

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
        // A connection that came says nothing before somebody asks whose it is; a name that moved may
        // be a frozen process's.
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

  /// Asks for the owners of connections that are not known yet.
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

  /// Asks the bus about a name; when the last answer has come, the monitor is set.
  private func ask(_ member: String, _ name: String, _ take: @escaping (BusValue) -> Void) {
    openQuestions += 1
    bus.call(NamesPart.question(member, [.string(name)])) { [unowned self] result in
      openQuestions -= 1
      // One that went meanwhile is told of by a signal.
      if let answer = try? result.get().values.first { take(answer) }
      if openQuestions == 0 { listen() }
    }
  }

  // MARK: Who calls

  /// Has exactly the calls heard that could wait for a frozen process.
  private func listen() {
    var wanted: [String] = []
    for pids in Array(frozen.values) + Array(answering.values) {
      for unique in table.connections(of: pids) {
        // dbus-daemon takes a connection's own name for all of them; dbus-broker compares the text.
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
    // The one before listens until the next does, so that no call falls between the two.
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
        // Not from inside its own handler.
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
    // A message of a server, which we bring, has the time of one (`PushMessages`).
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

  /// Who owes no answer any more is not listened to.
  private func settle() {
    let owing = open.launches
    guard answering.keys.contains(where: { !owing.contains($0) }) else { return }
    answering = answering.filter { owing.contains($0.key) }
    listen()
  }
}
