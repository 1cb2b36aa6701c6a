import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

/// Processes of users that a test plays, on a virtual clock.
final class PlayedServices: TransferServicePort {
  /// One process.
  final class Line: ServiceLine {
    let userID: UInt32
    let groupID: UInt32?
    private let handler: (ServiceEvent) -> Void
    private var framer = VarlinkFramer()
    /// Orders that were not taken yet.
    private var orders: [TransferServiceOrder] = []
    private(set) var messageBytes: [Int] = []
    private(set) var isClosed = false
    private(set) var isKilled = false
    private(set) var hasEnded = false

    init(_ userID: UInt32, _ groupID: UInt32?, _ handler: @escaping (ServiceEvent) -> Void) {
      self.userID = userID
      self.groupID = groupID
      self.handler = handler
    }

    func send(_ bytes: [UInt8]) {
      framer.append(bytes)
      while let message = try? framer.next() {
        messageBytes.append(message.count)
        if let order = try? SavedCodec.decode(TransferServiceOrder.self, from: Array(message)) {
          orders.append(order)
        }
      }
    }

    func close() { isClosed = true }
    func kill() { isKilled = true }

    /// What was sent since the last time.
    func takeOrders() -> [TransferServiceOrder] {
      defer { orders = [] }
      return orders
    }

    /// The transfers of all starts that were sent since the last time, in order.
    func takeStarts() -> [UInt64] {
      var transfers: [UInt64] = []
      for case .start(let starts) in takeOrders() {
        transfers += starts.map(\.transfer.rawValue)
      }
      return transfers
    }

    func say(_ report: TransferServiceReport) throws {
      say(try SavedCodec.encode(report) + [0])
    }

    func say(_ bytes: [UInt8]) { handler(.received(bytes)) }

    /// Reports that attempts have come to their end.
    func finish(_ transfers: [UInt64], attempt: UInt32 = 1) throws {
      try say(
        .ended(
          transfers.map {
            TransferServiceResult(
              transfer: TransferIdentifier(rawValue: $0),
              attempt: attempt,
              status: 200,
              bytes: 10,
              movedBytes: 10,
              detail: TransferDetail(path: "/files/\($0)")
            )
          }
        )
      )
    }

    func end(_ event: ServiceEvent = .ended) {
      hasEnded = true
      handler(event)
    }
  }

  let clock: VirtualClock
  private(set) var lines: [Line] = []
  var usersWithTraces: Set<UInt32> = []

  init(clock: VirtualClock = VirtualClock()) { self.clock = clock }

  func start(
    userID: UInt32,
    groupID: UInt32?,
    handler: @escaping (ServiceEvent) -> Void
  ) -> any ServiceLine {
    let line = Line(userID, groupID, handler)
    lines.append(line)
    return line
  }

  func hasTraces(ofUser userID: UInt32) -> Bool { usersWithTraces.contains(userID) }

  func schedule(after length: Duration, _ call: @escaping () -> Void) {
    _ = clock.schedule(at: clock.now() + length, call)
  }

  /// Lets time pass.
  func pass(_ length: Duration = .zero) {
    let end = clock.now() + length
    while clock.runNext(upTo: end) {}
    clock.advance(to: end)
  }
}

/// Transfer services with everything around them played.
final class ServicesUnderTest: HostEventSink {
  let port = PlayedServices()
  private(set) var reports: [TransferReport] = []
  private(set) var details: [TransferIdentifier: TransferDetail] = [:]
  private(set) var complaints: [String] = []
  private(set) var steps: [TransferServiceProgress] = []
  lazy var services: TransferServices = {
    let services = TransferServices(port: port, sink: self)
    services.reportError = { [unowned self] user, cause in complaints.append("\(user): \(cause)") }
    services.progressed = { [unowned self] told in
      steps += told
    }
    return services
  }()

  func post(_ event: HostEvent) {
    guard case .transfers(let new, let said) = event else { return }
    reports += new
    details.merge(said) { _, latest in latest }
  }

  func takeReports() -> [TransferReport] {
    defer { reports = [] }
    return reports
  }

  /// What came of each transfer since the last time: `1 finished`.
  func takeOutcomes() -> [String] {
    takeReports().map { report in
      let word =
        switch report.event {
        case .finished: "finished"
        case .failed(let error, _, _): "failed \(error)"
        case .challenged: "challenged"
        case .interrupted: "interrupted"
        case .progressed: "progressed"
        case .stopped: "stopped"
        case .withdrawn: "withdrawn"
        case .moved: "moved"
        }
      return "\(report.transfer) \(word)"
    }
  }

  func start(
    _ transfers: some Sequence<UInt64>,
    user: UInt32 = 500,
    attempt: UInt32 = 1,
    url: String = "https://example.org/"
  ) {
    services.start(transfers.map { ServicesUnderTest.parcel($0, user, attempt, url) })
  }

  static func parcel(
    _ transfer: UInt64,
    _ user: UInt32,
    _ attempt: UInt32 = 1,
    _ url: String = "https://example.org/"
  ) -> TransferParcel {
    TransferParcel(
      order: TransferOrder(
        transfer: TransferIdentifier(rawValue: transfer),
        owner: .user(user),
        attempt: attempt,
        direction: .download,
        requestTimeout: .seconds(60),
        connectionsPerHostMax: 4
      ),
      stored: StoredTransfer(
        content: TransferContent(url: url),
        userID: user,
        groupID: user + 1000
      )
    )
  }

  func stop(_ transfer: UInt64, user: UInt32 = 500, discards: Bool = false) {
    services.stop(
      TransferIdentifier(rawValue: transfer),
      of: RecipeOwner(userID: user, groupID: user, container: nil),
      discards: discards
    )
  }

  func forget(_ transfer: UInt64, user: UInt32 = 500, removesFile: Bool = false) {
    services.forget(
      TransferIdentifier(rawValue: transfer),
      of: RecipeOwner(userID: user, groupID: user, container: nil),
      removesFile: removesFile
    )
  }
}
