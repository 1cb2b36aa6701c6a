import Testing
import TorporCore
import TorporModel
import TorporTestSupport

@testable import TorporSimulator

@Suite("The simulated transfer service")
struct SimulatedTransfersTests {
  @Test("keeps the contract of every transfer service", arguments: TransferContract.allCases)
  func contract(rule: TransferContract) { rule.check(in: SimulatedTransferWorld()) }

  /// What came of an attempt, with the seconds since the start.
  private typealias End = (seconds: Double, report: TransferReport)

  private let world = SimulatedTransferWorld()
  private var ends: [End] {
    world.moments.flatMap { moment -> [End] in
      guard case .transfers(let reports, _) = moment.event else { return [] }
      return reports.map { ((moment.at - .zero).inSeconds, $0) }
    }
  }

  /// `TRANSFER at SECONDS: EVENT, BYTES of them MOVED`.
  private var rows: [String] {
    ends.map { end in
      let name =
        switch end.report.event {
        case .finished(let status): "finished \(status)"
        case .failed(let error, _, _): "\(error)"
        case .challenged: "challenged"
        case .interrupted: "interrupted"
        case .progressed: "progressed"
        case .stopped: "stopped"
        case .withdrawn: "withdrawn"
        case .moved: "moved"
        }
      return "\(end.report.transfer) at \(end.seconds): \(name), \(end.report.bytes) bytes,"
        + " \(end.report.movedBytes) moved"
    }
  }

  @Test("moves bytes at the bandwidth of the device")
  func alone() {
    world.start(1, megabytes: 1500)
    world.run(until: .hours(1))
    #expect(rows == ["1 at 300.0: finished 200, 1500000000 bytes, 1500000000 moved"])
  }

  @Test("ends a download that no longer fits on the disk, and begins none that does not fit")
  func room() {
    world.transfers.setFreeStorage(1_000_000_000)
    world.start(1, megabytes: 1500)
    world.start(2, megabytes: 900)
    world.run(until: .seconds(60))
    world.transfers.setFreeStorage(100_000_000)
    world.run(until: .hours(1))
    #expect(
      rows == [
        "1 at 0.0: diskFull, 0 bytes, 0 moved",
        "2 at 60.0: diskFull, 300000000 bytes, 300000000 moved",
      ]
    )
  }

  @Test("shares the bandwidth evenly, and gives what one no longer needs to the others")
  func shared() {
    world.start(1, megabytes: 150)
    world.start(2, megabytes: 1500)
    world.run(until: .hours(1))
    #expect(ends.map(\.seconds) == [60, 330])
    #expect(ends.map(\.report.transfer.rawValue) == [1, 2])
  }

  @Test("gives the share of a stopped attempt to the others")
  func stopped() {
    world.start(1, megabytes: 150)
    world.start(2, megabytes: 150)
    world.run(until: .seconds(20))
    world.port.stop(TransferIdentifier(rawValue: 1), of: world.owner, discards: false)
    world.run(until: .hours(1))
    // 50 MB at half of 5 MB/s, 100 MB at all of it.
    #expect(ends.map(\.seconds) == [40])
  }

  @Test("loses no byte, however often and at whatever moment the shares change")
  func exact() {
    for number in 1...7 as ClosedRange<UInt64> {
      world.start(number, megabytes: 11)
      world.run(until: .nanoseconds(Int(number) * 333_333_331))
      _ = world.port.progress(of: TransferIdentifier(rawValue: number))
    }
    world.run(until: .hours(1))
    #expect(ends.count == 7)
    #expect(ends.allSatisfy { $0.report.bytes == 11_000_000 && $0.report.movedBytes == 11_000_000 })
    // 77 MB at 5 MB/s; each change of shares may cost a nanosecond for each attempt.
    let last = ends.map(\.seconds).max() ?? 0
    #expect(last >= 15.4 && last < 15.4 + 1e-6)
  }

  @Test("fails at once what loses the network, and goes on where it was")
  func lostNetwork() {
    world.start(1, megabytes: 1500)
    world.run(until: .minutes(1))
    world.transfers.setNetwork(false)
    world.run(until: .minutes(20))
    world.start(1, megabytes: 1500, attempt: 2)
    world.run(until: .minutes(21))
    world.transfers.setNetwork(true)
    world.start(1, megabytes: 1500, attempt: 3)
    world.run(until: .hours(1))
    #expect(
      rows == [
        "1 at 60.0: networkConnectionLost, 300000000 bytes, 300000000 moved",
        "1 at 1200.0: notConnectedToInternet, 300000000 bytes, 0 moved",
        "1 at 1500.0: finished 200, 1500000000 bytes, 1200000000 moved",
      ]
    )
  }

  @Test("moves nothing from a server that is down, and a tenth from one that is slow")
  func server() {
    world.start(1, megabytes: 100)
    world.run(until: .seconds(10))
    world.transfers.setServer(.down)
    world.start(1, megabytes: 100, attempt: 2)
    world.run(until: .seconds(30))
    world.transfers.setServer(.slow)
    world.start(1, megabytes: 100, attempt: 3)
    world.run(until: .hours(1))
    #expect(
      rows == [
        "1 at 10.0: networkConnectionLost, 50000000 bytes, 50000000 moved",
        "1 at 10.0: cannotConnectToHost, 50000000 bytes, 0 moved",
        "1 at 130.0: finished 200, 100000000 bytes, 50000000 moved",
      ]
    )
  }

  @Test("goes on with the partial file of another transfer")
  func resumesAnother() {
    world.start(1, megabytes: 100)
    world.run(until: .seconds(10))
    world.port.stop(TransferIdentifier(rawValue: 1), of: world.owner, discards: false)
    world.start(2, megabytes: 100, resumes: TransferIdentifier(rawValue: 1))
    world.run(until: .hours(1))
    #expect(rows == ["2 at 20.0: finished 200, 100000000 bytes, 50000000 moved"])
  }

  @Test("asks again for a credential after the daemon has died: it is kept in memory alone")
  func forgottenCredential() {
    let transfer = TransferIdentifier(rawValue: 1)
    world.start(1, megabytes: 100, needsAuthentication: true)
    world.run(until: .seconds(1))
    world.port.useCredential(TransferPassword(user: "u", password: "p"), for: transfer)
    world.start(1, megabytes: 100, attempt: 2, needsAuthentication: true)
    world.run(until: .seconds(2))
    world.restartDaemon()
    world.start(1, megabytes: 100, attempt: 3, needsAuthentication: true)
    world.run(until: .hours(1))
    #expect(
      rows == [
        "1 at 0.0: challenged, 0 bytes, 0 moved", "1 at 2.0: challenged, 5000000 bytes, 0 moved",
      ]
    )
  }

  @Test("hears no order of a daemon that is dead in the middle of its turn")
  func cutOff() {
    world.start(1, megabytes: 1)
    world.transfers.isCutOff = true
    world.start(2, megabytes: 1)
    world.port.stop(TransferIdentifier(rawValue: 1), of: world.owner, discards: true)
    world.run(until: .hours(1))
    #expect(ends.map(\.report.transfer.rawValue) == [1])
  }

  @Test("complains of an attempt that is ordered while another of the transfer runs")
  func orderedTwice() {
    world.start(1, megabytes: 1)
    #expect(world.timeline.violations.isEmpty)
    world.start(1, megabytes: 1, attempt: 2)
    #expect(
      world.timeline.violations.map(\.event) == [
        .violation("attempt 2 of transfer 1 was ordered while attempt 1 runs")
      ]
    )
  }
}

/// A simulated transfer service without a device around it.
private final class SimulatedTransferWorld: TransferWorld, HostEventSink {
  private let clock = VirtualClock()
  let timeline: TimelineRecorder
  /// Everything posted, with its time.
  private(set) var moments: [(at: Instant, event: HostEvent)] = []
  let owner = RecipeOwner(userID: 1000, groupID: 1000, container: nil)
  private(set) lazy var transfers = SimulatedTransfers(
    clock: clock,
    recorder: timeline,
    sink: self,
    bandwidthBytesPerSecond: 5_000_000
  )

  init() { timeline = TimelineRecorder(clock: clock) }

  var port: any TransferPort { transfers }
  var events: [HostEvent] { moments.map(\.event) }

  func post(_ event: HostEvent) { moments.append((clock.now(), event)) }

  func parcel(_ order: TransferOrder, moving thing: ContractThing) -> TransferParcel {
    if thing == .unreachable { transfers.setServer(.down) }
    return parcel(
      order,
      moving: SimulatedResource(
        sizeBytes: sizeBytes(of: thing),
        needsAuthentication: thing == .guarded
      )
    )
  }

  func sizeBytes(of thing: ContractThing) -> Int64 { thing == .slow ? 5_000_000 : 50_000 }

  func advance(upTo limit: Duration, until condition: () -> Bool) {
    let end = clock.now() + limit
    while !condition(), clock.now() < end {
      run(until: min(end, clock.now() + .milliseconds(1)) - .zero)
    }
  }

  func restartDaemon() { transfers.daemonDied() }

  func killService() { transfers.die() }

  /// Lets time pass until that long after the start.
  func run(until length: Duration) {
    while clock.runNext(upTo: .at(length)) {}
    clock.advance(to: .at(length))
  }

  func start(
    _ number: UInt64,
    megabytes: Int64,
    attempt: UInt32 = 1,
    needsAuthentication: Bool = false,
    resumes: TransferIdentifier? = nil
  ) {
    let order = TransferOrder(
      transfer: TransferIdentifier(rawValue: number),
      owner: .user(owner.userID),
      attempt: attempt,
      direction: .download,
      requestTimeout: .seconds(60),
      connectionsPerHostMax: 4,
      resumes: resumes
    )
    let resource = SimulatedResource(
      sizeBytes: megabytes * 1_000_000,
      needsAuthentication: needsAuthentication
    )
    transfers.start([parcel(order, moving: resource)])
  }

  private func parcel(_ order: TransferOrder, moving resource: SimulatedResource)
    -> TransferParcel
  {
    TransferParcel(
      order: order,
      stored: StoredTransfer(
        content: resource.content(order.direction),
        userID: owner.userID,
        groupID: owner.groupID
      )
    )
  }
}
