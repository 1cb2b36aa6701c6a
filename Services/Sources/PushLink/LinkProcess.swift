internal import NIOConcurrencyHelpers
internal import TorporCrypto

#if canImport(Glibc)
import Glibc
#endif

/// The command-line settings of `torpor-pushd`.
package struct LinkSettings: Sendable {
  package var gateway: GatewayAddress
  package var socketPath: String
  package var stateFolder: String
  /// `production` or `sandbox`: the kind of tokens that apps receive.
  package var environment: String
  /// A file with the trusted authorities; `nil`: those of the system.
  package var certificate: String?
  /// The time that the daemon may take for a call; a test is less patient.
  package var daemonPatience: Duration

  package init(
    gateway: GatewayAddress,
    socketPath: String,
    stateFolder: String,
    environment: String = "production",
    certificate: String? = nil,
    daemonPatience: Duration = .seconds(30)
  ) {
    self.gateway = gateway
    self.socketPath = socketPath
    self.stateFolder = stateFolder
    self.environment = environment
    self.certificate = certificate
    self.daemonPatience = daemonPatience
  }
}

/// Why the link ends, as a sentence.
package struct LinkEnd: Error, Sendable {
  package let sentence: String
  /// Whether another program has become the link: if this one were restarted, it would replace that program again.
  package var isReplaced = false
}

/// Runs the machine: it passes events to the machine, one at a time, and carries out its orders.
///
/// All events arrive through `events`, which only `run` reads; connections and timers are tasks that post to it. Each
/// connection has a number, so that the last messages of an old one are not taken for those of the next.
package struct LinkProcess: Sendable {
  private let settings: LinkSettings
  private let log: @Sendable (String) -> Void

  package init(_ settings: LinkSettings, log: @escaping @Sendable (String) -> Void) {
    (self.settings, self.log) = (settings, log)
  }

  /// Runs until it is cancelled.
  ///
  /// - Throws: `LinkEnd` if it cannot begin, or another program has become the link.
  package func run() async throws(LinkEnd) {
    let folder = StateFolder(path: settings.stateFolder)
    let key: DeviceKey
    do throws(StateFolder.Failure) {
      try folder.open()
      key = try folder.key()
    } catch {
      throw LinkEnd(sentence: error.sentence)
    }
    let machine = LinkMachine(
      memory: folder.memory(of: settings.gateway.text + " " + settings.environment),
      gatewayName: settings.gateway.text,
      publicKey: Base64URL.encode(key.publicKey),
      environment: settings.environment
    )
    let host = LinkHost(machine, settings, folder, key, log)
    try await host.run()
  }
}

/// The events of one process and its tasks; used by only one task.
final class LinkHost {
  // Shape: the two connections and the timers, each with its outgoing messages.
  /// An event, and the connection on which it occurred.
  enum Message: Sendable {
    case event(LinkMachine.Event)
    case gateway(Int, LinkMachine.Event)
    case daemon(Int, LinkMachine.Event)
    case replaced(Int, String)
  }

  private var machine: LinkMachine
  private let settings: LinkSettings
  private let folder: StateFolder
  private let key: DeviceKey
  private let log: @Sendable (String) -> Void
  private let events: AsyncStream<Message>
  private let inbox: AsyncStream<Message>.Continuation
  private var gateway = Channel<DeviceMessage>()
  private var daemon = Channel<DaemonCall>()
  /// The continuation that lets the gateway's connection read another push.
  private var permits: AsyncStream<Void>.Continuation?
  /// The number of channel messages that the daemon is handling.
  private var messageCount = 0
  private var lastLine: String?
  private var timers: [LinkTimer: Task<Void, Never>] = [:]

  /// A connection, and the messages that wait to be sent on it.
  private struct Channel<Words: Sendable> {
    var number = 0
    var task: Task<Void, Never>?
    var words: AsyncStream<Words>.Continuation?

    mutating func end() {
      words?.finish()
      task?.cancel()
      (task, words) = (nil, nil)
      number += 1
    }
  }

  init(
    _ machine: LinkMachine,
    _ settings: LinkSettings,
    _ folder: StateFolder,
    _ key: DeviceKey,
    _ log: @escaping @Sendable (String) -> Void
  ) {
    (self.machine, self.settings, self.folder) = (machine, settings, folder)
    (self.key, self.log) = (key, log)
    (events, inbox) = AsyncStream.makeStream()
  }

  func run() async throws(LinkEnd) {
    defer {
      gateway.end()
      daemon.end()
      for timer in timers.values { timer.cancel() }
    }
    var random = SystemRandomNumberGenerator()
    inbox.yield(.event(.started))
    for await message in events {
      let event: LinkMachine.Event
      switch message {
      case .event(let happened): event = happened
      case .gateway(gateway.number, let happened), .daemon(daemon.number, let happened):
        event = happened
      // The last messages of a connection that was given up.
      case .gateway, .daemon: continue
      case .replaced(let number, let sentence):
        guard number == daemon.number else { continue }
        throw LinkEnd(sentence: sentence, isReplaced: true)
      }
      switch event {
      case .answered: permits?.yield()
      case .messageAnswered:
        // A message that was not passed on is not counted either.
        if case .daemon = message { messageCount -= 1 }
      case .daemonLost: messageCount = 0
      default: break
      }
      let orders = machine.handle(event, uptimeSeconds: Self.uptimeSeconds, using: &random)
      // A push that is not passed on, for example one from a channel that no app subscribes to any more, is not in
      // transit.
      if case .received(.push) = event, !orders.contains(where: \.isDelivery) { permits?.yield() }
      for order in orders { perform(order) }
    }
  }

  /// The maximum number of pushes in transit to the daemon: four times as many as our gateway has in transit for one
  /// app.
  private static let unansweredMax = 64

  /// The maximum number of channel messages in transit: twice as many as our gateway has in transit.
  ///
  /// Further ones arrive later.
  private static let messagesMax = 64

  /// The seconds since the machine was started, including its sleep.
  private static var uptimeSeconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec)
  }

  /// The time of day, in the form that `torpor doctor` shows.
  private static var localTime: String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }

  private func perform(_ order: LinkMachine.Order) {
    switch order {
    case .attachDaemon: attachDaemon()
    case .connect: connect()
    case .disconnect: gateway.end()
    case .send(let message): gateway.words?.yield(message)
    case .prove(let nonce):
      let bytes = Array("torpor-link-1\n".utf8) + (Base64URLText.decode(nonce) ?? [])
      gateway.words?.yield(.proof(signature: Base64URL.encode(key.sign(bytes))))
    case .arm(let timer, let delay):
      timers[timer]?.cancel()
      timers[timer] = Task { [inbox] in
        // Beats do not wake a sleeping machine.
        guard (try? await Task.sleep(for: delay, clock: .suspending)) != nil else { return }
        inbox.yield(.event(.timer(timer)))
      }
    case .disarm(let timer): timers.removeValue(forKey: timer)?.cancel()
    case .call(.report(isConnected: true, let text)):
      daemon.words?.yield(.report(isConnected: true, text: "\(text) since \(Self.localTime)"))
    case .call(.deliverMessage(let message)) where messageCount >= Self.messagesMax:
      // They must not prevent the pushes of apps from being read.
      inbox.yield(.event(.messageAnswered(message, .later)))
    case .call(let call):
      if case .deliverMessage = call { messageCount += 1 }
      daemon.words?.yield(call)
    case .save:
      do throws(StateFolder.Failure) {
        try folder.save(machine.memory)
      } catch {
        log(error.sentence)
      }
    // A repeated attempt fails in the same way; it is reported once.
    case .log(let text):
      let line = ForeignText.line(text)
      if line != lastLine { log(line) }
      lastLine = line
    }
  }

  private func attachDaemon() {
    daemon.end()
    let (words, mouth) = AsyncStream.makeStream(of: DaemonCall.self)
    daemon.words = mouth
    let connection = DaemonConnection(
      path: settings.socketPath,
      gateway: settings.gateway.text,
      patience: settings.daemonPatience
    )
    daemon.task = Task { [inbox, number = daemon.number, log] in
      do throws(DaemonConnection.Lost) {
        try await connection.run(
          words,
          news: { inbox.yield(.daemon(number, .news($0))) },
          answered: { inbox.yield(.daemon(number, .answered($0, $1))) },
          messageAnswered: { inbox.yield(.daemon(number, .messageAnswered($0, $1))) },
          settled: { inbox.yield(.daemon(number, .broadcastSettled($0, isLate: $1))) },
          refused: { log("the daemon refuses what it was told: \($0)") }
        )
      } catch {
        inbox.yield(
          error.isReplaced
            ? .replaced(number, error.sentence)
            : .daemon(number, .daemonLost(cause: error.sentence))
        )
      }
    }
  }

  private func connect() {
    gateway.end()
    let (words, mouth) = AsyncStream.makeStream(of: DeviceMessage.self)
    gateway.words = mouth
    let (permits, giver) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingOldest(Self.unansweredMax)
    )
    for _ in 0..<Self.unansweredMax { giver.yield() }
    self.permits = giver
    let connection = GatewayConnection(
      address: settings.gateway,
      certificate: settings.certificate
    )
    gateway.task = Task { [inbox, number = gateway.number] in
      do throws(LinkFailure) {
        try await connection.run(
          words,
          permits: permits,
          connected: { inbox.yield(.gateway(number, .connected)) },
          received: { inbox.yield(.gateway(number, .received($0))) }
        )
      } catch {
        inbox.yield(.gateway(number, .lost(error)))
      }
    }
  }
}
