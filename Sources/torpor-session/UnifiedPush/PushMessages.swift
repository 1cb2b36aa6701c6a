import TorporPosix
import TorporWire

/// Messages on their way to programs.
///
/// None is stored here: until a program has answered for a message, the gateway keeps it. If a program does not answer
/// in time (because it is frozen or starting), the message stays with it, and its channel pauses: the gateway sends
/// nothing more until the program has answered, or some minutes later. A repeated message is recognised by its
/// identifier.
final class PushMessages {
  /// The time limits and pauses.
  struct Waits {
    /// The time after which the gateway is told that a message has not been accepted yet.
    ///
    /// 10 s: most programs have started and answered by then. Our choice.
    var answer = Duration.seconds(10)
    /// The pause of a channel without an answer: 3 minutes, the long-term interval at which the daemon runs a program
    /// for messages (`MessageRate`); twice as long each further time in a row, up to 48 minutes.
    var rest = Duration.seconds(180)
  }

  private struct Pending {
    let channel: String
    /// Whether its sender is waiting for an answer.
    var isAwaited = true
    var timer: EventLoop.Token?
  }

  private let bus: BusConnection
  private let loop: EventLoop
  private let outbox: Outbox
  private let waits: Waits
  private let changed: () -> Void
  private var pending: [String: Pending] = [:]
  /// The messages that programs have accepted, the newest last, by channel.
  private var taken: [String: [String]] = [:]
  /// The number of times that a program exited before it answered for a message.
  private var failures: [String: Int] = [:]
  private var rests: [String: EventLoop.Token] = [:]
  /// The number of consecutive pauses of a channel.
  private var restCounts: [String: Int] = [:]

  /// The maximum number of messages that wait for programs: 1,024, sixteen times as many as our gateway sends at once;
  /// our choice.
  private static let pendingMax = 1024
  /// The number of a channel's accepted messages that are recognised when they are repeated: 64, four times as many as
  /// our gateway sends.
  private static let takenMax = 64
  /// The maximum number of times that a message is sent to a program that exits because of it.
  private static let failuresMax = 3

  /// Makes the queue; `changed`: called when channels begin or end a pause.
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

  /// The channels for which no messages are currently wanted.
  var resting: Set<String> { Set(rests.keys) }

  /// Handles a message for a program.
  func bring(_ data: String, _ identifier: String, to registration: PushRegistration) {
    let channel = registration.channel
    if taken[channel]?.contains(identifier) == true { return tell(identifier, .delivered) }
    if pending[identifier] != nil {
      pending[identifier]?.isAwaited = true
      armAnswer(identifier)
      return announce(registration)
    }
    guard let bytes = Base64.bytes(of: data) else { return tell(identifier, .refused) }
    // A message in transit when a channel begins to pause keeps its place behind the one that caused the pause.
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

  /// Handles a registration of the program: it can now accept messages.
  func programIsThere(_ channel: String) {
    restCounts[channel] = nil
    wake(channel)
  }

  /// Removes the messages of a program that wants no more.
  func forget(_ channel: String) {
    for (identifier, entry) in pending where entry.channel == channel {
      if entry.isAwaited { tell(identifier, .unknown) }
      if let timer = entry.timer { loop.cancel(timer) }
      pending[identifier] = nil
    }
    (taken[channel], restCounts[channel]) = (nil, nil)
    if let rest = rests.removeValue(forKey: channel) { loop.cancel(rest) }
  }

  /// Resets the waits for answers, because another daemon has attached.
  func forgetTimes() {
    for identifier in pending.keys { settle(identifier) }
    for rest in rests.values { loop.cancel(rest) }
    rests = [:]
    changed()
  }

  // MARK: To the program

  /// Informs the daemon which process is about to receive a message, so that it runs; `then` is called in any case.
  private func announce(_ registration: PushRegistration, then: @escaping () -> Void = {}) {
    bus.call(BusQuestion.process(of: registration.service)) { [weak self] result in
      // A program that is not running is started by the bus.
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
      // It is sent again, and recognised.
      wake(entry.channel)
    case .refused:
      failures[identifier] = nil
      // A sender that was told to repeat it later does so.
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

  /// Reports that a message must be repeated when the channel no longer pauses.
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
  /// The result of a message according to an error.
  fileprivate enum Fate {
    /// The program has received it, whatever its answer.
    case taken
    /// The program cannot accept it.
    case refused
    /// The program exited before it answered.
    case lost
    /// The program is not running, and cannot be started now.
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

/// The bus's methods for requests about a name.
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
