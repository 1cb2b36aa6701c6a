import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// The mailboxes of a fleet: in NATS JetStream, which several gateways share.
///
/// Concurrency: `gate` is guarded by its lock; everything else is used on `loop`, which has its own thread.
final class FleetMailboxes: Mailboxes, @unchecked Sendable {
  // Shape: the parts of a fleet, in the order in which they are created and ended.
  /// Written once, before other code has access.
  private(set) var secret: [UInt8] = []
  let subscribers = Subscribers()
  private let group: MultiThreadedEventLoopGroup
  private let loop: any EventLoop
  private let client: NATSClient
  private let store: FleetStore
  private let exchange: NodeExchange
  private let lanes: MailboxLanes
  private let channels: FleetChannels
  private let metrics: Metrics
  private let startPatience: TimeAmount
  private let gate = NIOLockedValueBox(Gate())
  private var watch, lateness: RepeatedTask?
  private var isPreparing = false

  private struct Gate {
    var waitingBytes = 0
    /// The number of bytes in the lanes when they were last counted.
    var queuedBytes = 0
    /// The number of unanswered orders about channels.
    var channelOrders = 0
    var isClosed = false
    /// Whether the engine answered at the last check.
    var isWell = true
  }

  /// A larger number of bytes waits only if the engine is too slow (503).
  private static let waitingBytesMax = 64 << 20
  /// The time for which the engine may fail before this gateway is not ready: more than the election of a leader takes.
  private static let failingMax = TimeAmount.seconds(10)
  /// The time that the engine may take at the start: a cluster that is started with the gateway elects its leaders.
  private static let startPatience = TimeAmount.seconds(20)

  /// Connects, and creates missing buckets.
  ///
  /// - Throws: `FleetFailure`, or the certificate's error.
  static func start(
    _ settings: FleetSettings,
    _ metrics: Metrics,
    _ clock: GatewayClock,
    _ logger: Logger
  ) async throws -> FleetMailboxes {
    var tls: NIOSSLContext?
    if let path = settings.certificateAuthority {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = .file(path)
      tls = try NIOSSLContext(configuration: configuration)
    }
    let mailboxes = FleetMailboxes(settings, tls, metrics, clock, logger)
    do {
      try await withCheckedThrowingContinuation { (start: CheckedContinuation<Void, any Error>) in
        mailboxes.loop.execute { mailboxes.connect { start.resume(with: $0.mapError { $0 }) } }
      }
    } catch {
      await mailboxes.close()
      throw error
    }
    return mailboxes
  }

  private init(
    _ settings: FleetSettings,
    _ tls: NIOSSLContext?,
    _ metrics: Metrics,
    _ clock: GatewayClock,
    _ logger: Logger
  ) {
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    loop = group.next()
    let client = NATSClient(settings.client(tls), on: loop, logger)
    self.client = client
    store = FleetStore(client, settings, metrics)
    exchange = NodeExchange(client, prefix: settings.prefix)
    channels = FleetChannels(client, settings, subscribers, metrics, clock, on: loop)
    lanes = MailboxLanes(store, exchange, metrics, clock, on: loop)
    self.metrics = metrics
    startPatience = max(Self.startPatience, settings.patience)
  }

  /// Waits for a server and for the data to read from it; a cluster without a leader is asked again.
  private func connect(_ answer: @escaping @Sendable (Result<Void, FleetFailure>) -> Void) {
    let deadline = NIODeadline.now() + startPatience
    var isAnswered = false
    let once: (Result<Void, FleetFailure>) -> Void = { result in
      guard !isAnswered else { return }
      isAnswered = true
      answer(result)
    }
    client.whenUnreachable = { [store] in once(.failure(store.failure(of: $0))) }
    client.whenConnected = { [self] in
      guard !isPreparing else { return }
      isPreparing = true
      prepare(until: deadline, once)
    }
    client.start()
  }

  private func prepare(
    until deadline: NIODeadline,
    _ answer: @escaping (Result<Void, FleetFailure>) -> Void
  ) {
    store.prepare { [self] result in
      guard case .success = result else { return prepared(result, until: deadline, answer) }
      channels.prepare { [self] in
        prepared($0.mapError { store.failure(of: $0) }, until: deadline, answer)
      }
    }
  }

  private func prepared(
    _ result: Result<Void, FleetFailure>,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<Void, FleetFailure>) -> Void
  ) {
    if case .failure(let failure) = result, failure.isPassing, deadline > .now() {
      let bound = NIOLoopBound(answer, eventLoop: loop)
      loop.scheduleTask(in: .milliseconds(250)) { [self] in
        prepare(until: deadline, bound.value)
      }
      return
    }
    if case .success = result {
      secret = store.secret
      client.whenConnected = { [self] in connectedAgain() }
      client.whenUnreachable = { _ in }
      beginWatch()
      metrics.noteEngineConnection()
    }
    answer(result)
  }

  /// Handles a reconnection: messages published while no server was connected are lost, for example that a push is
  /// stored.
  private func connectedAgain() {
    metrics.noteEngineConnection()
    lanes.lookAtAll()
    channels.connectedAgain()
  }

  /// Begins to check once a second whether the engine answers, for callers on other threads.
  private func beginWatch() {
    lateness = loop.scheduleRepeatedTask(
      initialDelay: .milliseconds(250),
      delay: .milliseconds(250)
    ) { [self] _ in lanes.failLate() }
    watch = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .seconds(1)) { [self] _ in
      let isFailing = lanes.failingSince.map { $0 + Self.failingMax < .now() } ?? false
      let isWell = client.isConnected && !isFailing
      let queuedBytes = lanes.waitingBytes
      gate.withLockedValue { ($0.isWell, $0.queuedBytes) = (isWell, queuedBytes) }
      // No sender may send anything while the gateway is not ready, so nothing else would end that state.
      if lanes.failingSince != nil, client.isConnected {
        store.probe { [self] in if $0 { lanes.failingSince = nil } }
      }
    }
  }

  var isWell: Bool { gate.withLockedValue { !$0.isClosed && $0.isWell } }

  @discardableResult
  func submit(_ order: Order) -> Bool {
    let byteCount = order.byteCount
    guard isTaken(byteCount, isAlways: order.isAlwaysTaken) else { return false }
    loop.execute { [self] in
      gate.withLockedValue { $0.waitingBytes -= byteCount }
      take(order)
    }
    return true
  }

  @discardableResult
  func submit(_ order: ChannelOrder) -> Bool {
    let byteCount = order.byteCount
    guard isTaken(byteCount, isAlways: false) else { return false }
    gate.withLockedValue { $0.channelOrders += 1 }
    // They count until the engine has answered: while it does not, senders delay their publications.
    let counted = order.whenAnswered { [gate] in
      gate.withLockedValue {
        $0.waitingBytes -= byteCount
        $0.channelOrders -= 1
      }
    }
    loop.execute { [self] in channels.perform(counted) }
    return true
  }

  private func isTaken(_ byteCount: Int, isAlways: Bool) -> Bool {
    gate.withLockedValue { gate in
      guard !gate.isClosed, isAlways || gate.waitingBytes + gate.queuedBytes < Self.waitingBytesMax
      else { return false }
      gate.waitingBytes += byteCount
      return true
    }
  }

  private func take(_ order: Order) {
    switch order {
    // Documents are swept when they are written, and by their age.
    case .sweep: break
    case .count(let answer):
      store.count { devices in
        answer(devices.map { StoreCounts(devices: $0, registrations: nil, pushes: nil) })
      }
    default: lanes.take(order)
    }
  }

  func close() async {
    gate.withLockedValue { $0.isClosed = true }
    // Orders in progress are answered within the time of a sender's order, or not by this gateway.
    let deadline = NIODeadline.now() + .seconds(3)
    while deadline > .now(), await !isIdle() { try? await Task.sleep(nanoseconds: 10_000_000) }
    try? await loop.submit { [self] in
      watch?.cancel()
      lateness?.cancel()
      client.close()
    }.get()
    try? await group.shutdownGracefully()
  }

  private func isIdle() async -> Bool {
    // After the answers, the messages to other gateways are flushed at the end of the event loop's turn.
    (try? await loop.submit { [self] in
      lanes.isIdle && gate.withLockedValue { $0.channelOrders == 0 }
    }.get()) ?? true
  }
}
