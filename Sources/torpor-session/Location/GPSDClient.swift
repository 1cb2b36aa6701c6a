import TorporPosix
import TorporWire

/// Positions from gpsd, which keeps the receiver on only while a client watches.
///
/// If positions are needed rarely, the connection is closed between them so that the receiver can rest; if they are
/// needed often, it stays open, and surplus positions are dropped. It costs a wake-up a second while connected, and the
/// receiver's power, which is far more.
final class GPSDClient: LocationSensor {
  private let port: UInt16
  private let loop: EventLoop
  private let report: (LocationNews) -> Void
  private var demand: BridgeLocationDemand?
  private var connection: StreamConnection?
  private var framer = LineFramer(lineBytesMax: GPSDClient.lineBytesMax)
  /// The best position since the receiver was turned on.
  private var best: BridgeFix?
  /// The last reported position.
  private var last: BridgeFix?
  private var lastNanoseconds: Int64?
  private var timer: EventLoop.Token?
  private var retrySeconds = GPSDClient.retrySecondsMin

  /// The default port of gpsd (gpsd(8)).
  static let defaultPort: UInt16 = 2947
  /// The maximum length of a line that is read: 64 KiB.
  ///
  /// gpsd's own limit is 10,240 bytes (`GPS_JSON_RESPONSE_MAX`). Our choice.
  static let lineBytesMax = 1 << 16
  /// The minimum interval between two positions at which the receiver rests in between: 60 s.
  ///
  /// A receiver that knows its previous position needs at most about 30 s to find the current one (warm start). Our
  /// choice.
  static let restSecondsMin = 60
  /// The time that the receiver may take to find a sufficiently accurate position: 45 s.
  ///
  /// After that, the best position is reported, and the receiver rests. Our choice.
  static let searchSeconds = 45
  /// The pause before a gpsd that does not answer is looked for again: 1 s, then twice as long each time, up to 60 s.
  ///
  /// A gpsd that is being started is available soon; there is no notification, because it is a port and not a file. In
  /// the meantime GeoClue is used, if it is available. Our choice.
  static let retrySecondsMin = 1
  static let retrySecondsMax = 60

  init(
    port: UInt16 = defaultPort,
    on loop: EventLoop,
    report: @escaping (LocationNews) -> Void
  ) {
    self.port = port
    self.loop = loop
    self.report = report
  }

  deinit { if let timer { loop.cancel(timer) } }

  func start(_ demand: BridgeLocationDemand) {
    let isNew = demand != self.demand
    self.demand = demand
    guard connection == nil, isNew else { return }
    connect()
  }

  func stop() {
    demand = nil
    schedule(nil) {}
    hangUp()
    lastNanoseconds = nil
    last = nil
    retrySeconds = GPSDClient.retrySecondsMin
  }

  /// The interval, between 0 and a day, whatever the daemon requests.
  private var intervalSeconds: Int {
    Int(min(max(0, demand?.intervalMicroseconds ?? 0) / 1_000_000, 86_400))
  }

  private var rests: Bool { intervalSeconds >= GPSDClient.restSecondsMin }

  private func connect() {
    hangUp()
    framer = LineFramer(lineBytesMax: GPSDClient.lineBytesMax)
    do throws(SystemError) {
      let connection = try StreamConnection(
        LoopbackSocket.connect(port: port),
        on: loop,
        limits: .init(queuedBytesMax: GPSDClient.lineBytesMax, descriptorsMax: 0)
      ) { [unowned self] event in
        handle(event)
      }
      self.connection = connection
      schedule(rests ? GPSDClient.searchSeconds : nil) { [unowned self] in giveUpSearch() }
      connection.send(Array(GPSDReport.watch.utf8))
    } catch {
      loseSoon(cause: error.description)
    }
  }

  private func handle(_ event: StreamConnection.Event) {
    switch event {
    case .received(let bytes, let descriptors):
      Descriptor.close(descriptors)
      retrySeconds = GPSDClient.retrySecondsMin
      framer.append(bytes)
      do throws(LineFramer.Fault) {
        while let line = try framer.next() {
          if let value = try? JSON(parsing: line), let fix = GPSDReport.fix(in: value) { take(fix) }
        }
      } catch {
        connection?.close()
      }
    case .exceededDescriptors: break
    case .ended:
      connection = nil
      if demand != nil { loseSoon(cause: "gpsd does not answer on port \(port)") }
    }
  }

  private func take(_ fix: BridgeFix) {
    // After `stop` or a rest, data that was read with the last bytes may still arrive.
    guard let demand, connection != nil else { return }
    guard rests else {
      let now = BootClock.nanoseconds()
      let due = lastNanoseconds.map { $0 + Int64(intervalSeconds) * 1_000_000_000 }
      // Half a second early rather than a whole one late: gpsd reports once a second.
      guard due.map({ now + 500_000_000 >= $0 }) ?? true else { return }
      if let last, last.metres(to: fix) < demand.distanceMetres { return }
      lastNanoseconds = now
      last = fix
      return report(.found(fix))
    }
    if best.map({ fix.horizontalAccuracyMetres <= $0.horizontalAccuracyMetres }) ?? true {
      best = fix
    }
    if fix.horizontalAccuracyMetres <= demand.accuracyMetres { tellBest() }
  }

  private func giveUpSearch() {
    if best == nil { report(.cannotTell(cause: "the receiver has found no position")) }
    tellBest()
  }

  private func tellBest() {
    if let best { report(.found(best)) }
    hangUp()
    schedule(demand == nil ? nil : intervalSeconds) { [unowned self] in connect() }
  }

  /// Reports the loss later: never from within `start`, where sending may fail at once, because the caller is choosing
  /// a sensor.
  private func loseSoon(cause: String) {
    schedule(0) { [unowned self] in
      report(.cannotTell(cause: cause))
      guard demand != nil else { return }
      schedule(retrySeconds) { [unowned self] in connect() }
      retrySeconds = min(retrySeconds * 2, GPSDClient.retrySecondsMax)
    }
  }

  private func schedule(_ seconds: Int?, _ act: @escaping () -> Void) {
    if let timer { loop.cancel(timer) }
    timer = seconds.map { seconds in
      loop.schedule(after: .seconds(seconds)) { [unowned self] in
        timer = nil
        act()
      }
    }
  }

  /// Closes the connection, which gpsd treats as the end of the watch.
  private func hangUp() {
    best = nil
    // Kept until the turn has ended, because this very connection may be the caller.
    if let old = connection { _ = loop.schedule(after: .zero) { _ = old } }
    connection = nil
  }
}
