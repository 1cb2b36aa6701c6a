import TorporPosix
import TorporWire

/// Messages on their way to programs.
///
/// None is kept here: until a program has answered for a message it is the gateway's. A program that does not answer in
/// time (it stands still, or starts) is left with the message, and its channel rests: the gateway brings nothing more
/// until it has answered, or some minutes later. What comes again is known by its name.
final class PushMessages {
  /// How long what takes.
  struct Waits {
    /// Until the gateway is told that a message is not taken yet.
    ///
    /// 10 s: most programs are started and have answered by then. Our choice.
    var answer = Duration.seconds(10)
    /// How long a channel rests of which nothing is heard: 3 minutes, as often as the daemon runs a program for
    /// messages in the long run (`MessageRate`); each further time in a row twice as long, up to 48 minutes.
    var rest = Duration.seconds(180)
  }

  private struct Pending {
    let channel: String
    /// Whether who brought it waits for an answer.
    var isAwaited = true
    var timer: EventLoop.Token?
  }

  private let bus: BusConnection
  private let loop: EventLoop
  private let outbox: Outbox
  private let waits: Waits
  private let changed: () -> Void
  private var pending: [String: Pending] = [:]
  /// What programs have taken, the newest last, by channel.
  private var taken: [String: [String]] = [:]
  /// How often a program went away before it answered for a message.
  private var failures: [String: Int] = [:]
  private var rests: [String: EventLoop.Token] = [:]
  /// How often in a row a channel has rested.
  private var restCounts: [String: Int] = [:]

  /// Messages that lie with programs: 1,024, sixteen times what our gateway hands over at once; our choice.
  private static let pendingMax = 1024
  /// Taken messages that are known of a channel when they come again: 64, four times what our gateway hands over.
  private static let takenMax = 64
  /// How often a message is handed to a program that goes away over it.
  private static let failuresMax = 3

  /// `changed`: channels rest now, or do no longer.
  init(
    on bus: BusConnection,
    loop: EventLoop,
    outbox: Outbox,
    waits: Waits,
    changed: @escaping () -> Void
  ) {
    (self.bus, self.loop, self.outbox) = (bus, loop, outbox)
    (self.waits, self.changed) = (waits, changed)
  }

  /// Channels by which nothing is wanted for now.
  var resting: Set<String> { Set(rests.keys) }

  /// A message has come for a program.
  func bring(_ data: String, _ identifier: String, to registration: PushRegistration) {
    let channel = registration.channel
    if taken[channel]?.contains(identifier) == true { return tell(identifier, .delivered) }
    if pending[identifier] != nil {
      pending[identifier]?.isAwaited = true
      armAnswer(identifier)
      return announce(registration)
    }
    guard let bytes = Base64.bytes(of: data) else { return tell(identifier, .refused) }
    // What is on its way when a channel begins to rest keeps its place behind that for which it rests.
    guard rests[channel] == nil else { return tell(identifier, .later) }
    guard pending.count < Self.pendingMax else { return later(identifier, channel) }
    pending[identifier] = Pending(channel: channel)
    armAnswer(identifier)
    announce(registration) { [weak self] in
      guard let self, pending[identifier] != nil else { return }
      bus.call(ConnectorCall.message(bytes, identifier, to: registration)) { [weak self] result in
        self?.answered(identifier, result)
      }
    }
  }

  /// The program has just registered: it can take messages.
  func programIsThere(_ channel: String) {
    restCounts[channel] = nil
    wake(channel)
  }

  /// The program wants no more.
  func forget(_ channel: String) {
    for (identifier, entry) in pending where entry.channel == channel {
      if entry.isAwaited { tell(identifier, .unknown) }
      if let timer = entry.timer { loop.cancel(timer) }
      pending[identifier] = nil
    }
    (taken[channel], restCounts[channel]) = (nil, nil)
    if let rest = rests.removeValue(forKey: channel) { loop.cancel(rest) }
  }

  /// Nobody waits for answers any more: another daemon is there.
  func forgetTimes() {
    for identifier in pending.keys { settle(identifier) }
    for rest in rests.values { loop.cancel(rest) }
    rests = [:]
    changed()
  }

  // MARK: To the program

  /// Tells the daemon which process is about to get something, so that it runs; `then` in any case.
  private func announce(_ registration: PushRegistration, then: @escaping () -> Void = {}) {
    bus.call(BusQuestion.process(of: registration.service)) { [weak self] result in
      // One that does not run is started by the bus.
      if let pid = (try? result.get().values.first?.integer).flatMap({ Int32(exactly: $0) }),
        pid > 0
      {
        self?.outbox.tell(.pushMessageWaits(pid: pid, name: registration.service))
      }
      then()
    }
  }

  private func answered(_ identifier: String, _ result: Result<BusReply, BusFailure>) {
    guard let entry = pending[identifier] else { return }
    settle(identifier)
    pending[identifier] = nil
    switch result.failure?.fate ?? .taken {
    case .taken:
      (failures[identifier], restCounts[entry.channel]) = (nil, nil)
      taken[entry.channel, default: []].append(identifier)
      if taken[entry.channel].map({ $0.count > Self.takenMax }) == true {
        taken[entry.channel]?.removeFirst()
      }
      if entry.isAwaited { tell(identifier, .delivered) }
      // It is brought again, and known.
      wake(entry.channel)
    case .refused:
      failures[identifier] = nil
      // Who was told that it comes later brings it again.
      if entry.isAwaited { tell(identifier, .refused) }
      wake(entry.channel)
    case .lost:
      failures[identifier, default: 0] += 1
      if failures[identifier, default: 0] >= Self.failuresMax, entry.isAwaited {
        failures[identifier] = nil
        return tell(identifier, .refused)
      }
      if entry.isAwaited { later(identifier, entry.channel) }
    case .absent: if entry.isAwaited { later(identifier, entry.channel) }
    }
    if failures.count > Self.pendingMax { failures = [:] }
  }

  // MARK: To the daemon

  private func tell(_ identifier: String, _ outcome: MessageOutcome) {
    outbox.tell(.pushMessageAnswered(identifier: identifier, outcome: outcome))
  }

  private func armAnswer(_ identifier: String) {
    if let timer = pending[identifier]?.timer { loop.cancel(timer) }
    pending[identifier]?.timer = loop.schedule(after: waits.answer) { [weak self] in
      guard let self, let entry = pending[identifier] else { return }
      pending[identifier]?.timer = nil
      if entry.isAwaited { later(identifier, entry.channel) }
      pending[identifier]?.isAwaited = false
    }
  }

  private func settle(_ identifier: String) {
    if let timer = pending[identifier]?.timer { loop.cancel(timer) }
    pending[identifier]?.timer = nil
    pending[identifier]?.isAwaited = false
  }

  /// It comes again when the channel does not rest any more.
  private func later(_ identifier: String, _ channel: String) {
    if rests[channel] == nil {
      let count = restCounts[channel, default: 0]
      restCounts[channel] = min(count + 1, 4)
      rests[channel] = loop.schedule(after: waits.rest * (1 << count)) { [weak self] in
        self?.wake(channel)
      }
      changed()
    }
    tell(identifier, .later)
  }

  private func wake(_ channel: String) {
    guard let rest = rests.removeValue(forKey: channel) else { return }
    loop.cancel(rest)
    changed()
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

extension BusFailure {
  /// What an error says of a message.
  fileprivate enum Fate {
    /// The program has seen it, whatever it says of it.
    case taken
    /// It has no place for it.
    case refused
    /// It went away before it answered.
    case lost
    /// It is not there, and cannot be started now.
    case absent
  }

  fileprivate var fate: Fate {
    guard case .refused(let name, _) = self else { return .absent }
    let error = "org.freedesktop.DBus.Error."
    switch name {
    case error + "NoReply", error + "Disconnected", error + "Timeout", error + "TimedOut":
      return .lost
    case error + "UnknownMethod", error + "UnknownObject", error + "UnknownInterface":
      return .refused
    case error + "LimitsExceeded", error + "NoMemory", error + "AccessDenied": return .absent
    default:
      return isServiceMissing || name.hasPrefix(error + "Spawn.") ? .absent : .taken
    }
  }
}

/// What the bus is asked about a name.
enum BusQuestion {
  static func owner(of name: String) -> BusCall { ask("GetNameOwner", name) }

  static func process(of name: String) -> BusCall { ask("GetConnectionUnixProcessID", name) }

  private static func ask(_ member: String, _ name: String) -> BusCall {
    BusCall(
      destination: BusNames.bus,
      path: BusNames.busPath,
      interface: BusNames.bus,
      member: member,
      arguments: [.string(name)]
    )
  }
}
