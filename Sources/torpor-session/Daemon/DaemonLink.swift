import Glibc
import TorporPosix
import TorporWire

/// The connection to the daemon: facts out, orders in; it is made again whenever it is lost.
final class DaemonLink {
  private var paths: DaemonPaths
  private let loop: EventLoop
  private let outbox: Outbox
  private let log: (String) -> Void
  private var connection: StreamConnection?
  private var framer = VarlinkFramer()
  private var retryAfter = DaemonLink.firstRetry
  private var lastComplaint = ""
  /// Whether the daemon has accepted this bridge.
  private(set) var isAttached = false {
    didSet { outbox.isAttached = isAttached }
  }
  /// Called when the daemon has accepted the bridge.
  var attached: () -> Void = {}
  /// Receives each order.
  var ordered: (BridgeOrder) -> Void = { _ in }
  /// Called when a newer bridge of the user has taken over, and this one is no longer needed.
  var replaced: () -> Void = {}

  /// The pause before the daemon is looked for again: 1 s, then twice as long each time, up to a minute.
  ///
  /// Our choice: a bridge starts with the session, and a daemon restarts within seconds.
  private static let firstRetry = Duration.seconds(1)
  private static let lastRetry = Duration.seconds(60)
  /// The maximum number of unread bytes of facts: 4 MiB, about 20,000 facts; our choice.
  private static let queuedBytesMax = 4 << 20

  /// Makes a link that does nothing before `start`; the first path with a listener is used (`DaemonPaths`).
  init(to paths: [String], on loop: EventLoop, outbox: Outbox, log: @escaping (String) -> Void) {
    self.paths = DaemonPaths(paths)
    self.loop = loop
    self.outbox = outbox
    self.log = log
  }

  func start() {
    do throws(SystemError) {
      connection = try StreamConnection(
        try connect(),
        on: loop,
        limits: .init(queuedBytesMax: DaemonLink.queuedBytesMax, descriptorsMax: 0)
      ) { [unowned self] in handle($0) }
    } catch {
      paths.noteAttempt()
      return retry(because: "\(error)")
    }
    framer = VarlinkFramer()
    connection?.send(Bridge.Attach().varlinkCall.bytes)
  }

  /// Sends the facts that parts have reported; called after each turn of the loop.
  func settle() {
    guard isAttached else { return }
    let facts = outbox.take()
    let countMax = Bridge.Report.factsCount.upperBound
    for start in stride(from: 0, to: facts.count, by: countMax) {
      let part = facts[start..<min(start + countMax, facts.count)]
      // Oneway, because replies could not be distinguished from orders.
      connection?.send(Bridge.Report(facts: Array(part)).onewayCall.bytes)
    }
  }

  private func connect() throws(SystemError) -> Descriptor {
    var failure = SystemError(operation: "connect to", subject: "the daemon", code: ENOENT)
    for candidate in paths.candidates {
      do throws(SystemError) {
        let socket = try UnixSocket.connect(to: candidate, isBlocking: false)
        paths.noteConnected(to: candidate)
        return socket
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private func handle(_ event: StreamConnection.Event) {
    switch event {
    case .received(let bytes, _):
      framer.append(bytes)
      do {
        while let message = try framer.next() { try take(VarlinkReply(message: message)) }
      } catch WireError.bridgeReplaced {
        lose()
        replaced()
      } catch {
        lose()
        retry(because: "\(error)")
      }
    case .exceededDescriptors: break
    case .ended(let reason):
      guard connection != nil else { return }
      lose()
      retry(because: "\(reason)")
    }
  }

  private func take(_ reply: VarlinkReply) throws(WireError) {
    let orders = try Bridge.Attach().reply(from: reply).orders
    if !isAttached {
      isAttached = true
      paths.noteAttached()
      retryAfter = DaemonLink.firstRetry
      lastComplaint = ""
      log("attached to the daemon")
      attached()
      outbox.tellAnew()
    }
    for order in orders { ordered(order) }
  }

  private func lose() {
    if !isAttached { paths.noteAttempt() }
    let lost = connection
    connection = nil
    isAttached = false
    lost?.close()
  }

  private func retry(because cause: String) {
    // Once for each cause, not at each attempt.
    if cause != lastComplaint { log("the daemon is not there: \(cause)") }
    lastComplaint = cause
    _ = loop.schedule(after: retryAfter) { [unowned self] in start() }
    retryAfter = min(retryAfter * 2, DaemonLink.lastRetry)
  }
}
