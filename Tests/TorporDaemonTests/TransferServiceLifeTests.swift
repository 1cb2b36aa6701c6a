import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("The life of a transfer service")
struct TransferServiceLifeTests {
  private func number(_ number: UInt64) -> TransferIdentifier {
    TransferIdentifier(rawValue: number)
  }

  @Test("that dies interrupts what it had; what it was not given goes to the next one, at once")
  func death() throws {
    let world = ServicesUnderTest()
    world.start(1...520)
    world.port.lines[0].end()
    #expect(world.takeOutcomes() == (1...512).map { "\($0) interrupted" })
    try #require(world.port.lines.count == 2)
    #expect(world.port.lines[1].takeStarts() == Array(513...520))
  }

  @Test("that dies tells of each transfer whether it was under way, and how much of it is there")
  func blame() throws {
    let world = ServicesUnderTest()
    world.start([1, 2, 3])
    let line = world.port.lines[0]
    try line.say(
      .begun([
        TransferServiceBegin(transfer: number(1), attempt: 1, keptBytes: 700),
        TransferServiceBegin(transfer: number(2), attempt: 1, keptBytes: 0),
      ])
    )
    try line.say(
      .progress([
        TransferServiceProgress(
          transfer: number(2),
          progress: TransferProgress(bytes: 40, totalBytes: nil)
        )
      ])
    )
    line.end()
    let reports = world.takeReports()
    #expect(reports.map(\.isUnderWay) == [true, true, false])
    #expect(reports.map(\.bytes) == [700, 40, 0])
    #expect(world.details[number(1)]?.cause == TransferService.deathCause)
    #expect(world.details[number(3)] == nil)
    // One that had to wait for a connection again is not to blame.
    world.start([4], attempt: 1)
    let next = world.port.lines[1]
    try next.say(
      .begun([TransferServiceBegin(transfer: number(4), attempt: 1, keptBytes: 0)])
    )
    try next.say(
      .progress([
        TransferServiceProgress(
          transfer: number(4),
          progress: TransferProgress(bytes: 9, totalBytes: nil)
        )
      ])
    )
    try next.say(.queued([number(4)]))
    next.end()
    let queued = world.takeReports()
    #expect(queued.map(\.isUnderWay) == [false])
    #expect(queued.map(\.bytes) == [9])
  }

  @Test("gives back what it has not begun, and nothing else")
  func withdraw() throws {
    let world = ServicesUnderTest()
    world.start([1, 2])
    let line = world.port.lines[0]
    try line.say(
      .begun([TransferServiceBegin(transfer: number(1), attempt: 1, keptBytes: 0)])
    )
    _ = line.takeOrders()
    let owner = RecipeOwner(userID: 500, groupID: 500, container: nil)
    for transfer in [number(1), number(2), number(3)] {
      world.services.withdraw(transfer, of: owner, attempt: 1)
    }
    world.port.pass()
    #expect(world.takeOutcomes() == ["2 withdrawn"])
    #expect(line.takeOrders() == [.pause([number(2)])])
  }

  @Test("tells once, where it is asked for, that new bytes are there; and at a stop, how many")
  func progressed() throws {
    let world = ServicesUnderTest()
    let order = TransferOrder(
      transfer: number(1),
      owner: .user(500),
      attempt: 1,
      direction: .download,
      requestTimeout: .seconds(60),
      connectionsPerHostMax: 4,
      tellsProgress: true
    )
    world.services.start([
      TransferParcel(order: order, stored: ServicesUnderTest.parcel(1, 500).stored)
    ])
    let line = world.port.lines[0]
    try line.say(
      .begun([TransferServiceBegin(transfer: number(1), attempt: 1, keptBytes: 700)])
    )
    for bytes: Int64 in [700, 800, 900] {
      try line.say(
        .progress([
          TransferServiceProgress(
            transfer: number(1),
            progress: TransferProgress(bytes: bytes, totalBytes: nil)
          )
        ])
      )
    }
    #expect(world.takeOutcomes() == ["1 progressed"])
    let owner = RecipeOwner(userID: 500, groupID: 500, container: nil)
    world.services.stop(number(1), of: owner, discards: false)
    let reports = world.takeReports()
    #expect(reports.map(\.event) == [.stopped])
    #expect(reports.map(\.bytes) == [900])
  }

  @Test("that dies with nothing left to do is not started again")
  func deathWithoutWork() throws {
    let world = ServicesUnderTest()
    world.start([1])
    try world.port.lines[0].finish([1])
    world.port.lines[0].end()
    world.port.pass(.hours(1))
    #expect(world.port.lines.count == 1)
    #expect(world.takeOutcomes() == ["1 finished"])
  }

  @Test("that dies at once every time is started after 0, 1, 2, 4 … 60 s; a report ends that")
  func patience() throws {
    let world = ServicesUnderTest()
    var waits: [Duration] = []
    for attempt in UInt32(1)...10 {
      let count = world.port.lines.count
      let begun = world.port.clock.now()
      world.start([1], attempt: attempt)
      while world.port.lines.count == count { world.port.pass(.milliseconds(500)) }
      waits.append(world.port.clock.now() - begun)
      world.port.lines[count].end()
    }
    #expect(waits == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    world.start([1], attempt: 11)
    world.port.pass(.seconds(60))
    try world.port.lines[10].finish([1], attempt: 11)
    world.port.lines[10].end()
    world.start([1], attempt: 12)
    #expect(world.port.lines.count == 12)
  }

  @Test("that has had nothing to do for 30 s is told to end, and started again for new work")
  func rest() throws {
    let world = ServicesUnderTest()
    world.start([1])
    let first = world.port.lines[0]
    world.port.pass(.minutes(10))
    #expect(!first.isClosed, "it has work")
    try first.finish([1])
    world.port.pass(.seconds(29))
    #expect(!first.isClosed)
    world.start([2])
    try first.finish([2])
    world.port.pass(.seconds(2))
    #expect(!first.isClosed, "it had work a moment ago")
    world.port.pass(.seconds(30))
    #expect(first.isClosed)
    // It is not gone yet, so the next one, which will want its files, waits.
    world.start([3])
    #expect(world.port.lines.count == 1)
    first.end()
    #expect(world.port.lines.count == 2)
    #expect(world.port.lines[1].takeStarts() == [3])
    #expect(world.takeOutcomes() == ["1 finished", "2 finished"])
  }

  @Test("costs no wake-up once it has ended")
  func noWakeUps() throws {
    let world = ServicesUnderTest()
    world.start([1])
    try world.port.lines[0].finish([1])
    world.port.pass(.minutes(1))
    world.port.lines[0].end()
    #expect(!world.port.clock.runNext(upTo: world.port.clock.now() + .days(1)))
  }

  @Test("whose program is missing fails what it was to do, with the cause, and each time anew")
  func missing() throws {
    let world = ServicesUnderTest()
    for attempt in UInt32(1)...3 {
      world.start(1...2, attempt: attempt)
      try #require(world.port.lines.count == Int(attempt))
      world.port.lines[Int(attempt) - 1].end(
        .notStarted(cause: "cannot execute /x: No such file or directory", isLasting: true)
      )
      #expect(world.takeOutcomes() == ["1 failed unknown", "2 failed unknown"])
    }
    #expect(
      world.details[number(2)]?.cause == "cannot execute /x: No such file or directory"
    )
    #expect(world.complaints.first == "500: cannot execute /x: No such file or directory")
  }

  @Test("that cannot be started for want of something is tried again, and nothing fails for it")
  func passing() throws {
    let world = ServicesUnderTest()
    world.start([1])
    let lack = ServiceEvent.notStarted(cause: "cannot start /x: no more", isLasting: false)
    world.port.lines[0].end(lack)
    #expect(world.takeOutcomes() == ["1 interrupted"])
    world.start([1], attempt: 2)
    #expect(world.port.lines.count == 2)
    world.port.lines[1].end(lack)
    world.start([1], attempt: 3)
    #expect(world.port.lines.count == 2)
    world.port.pass(.seconds(1))
    #expect(world.port.lines.count == 3)
    #expect(world.port.lines[2].takeStarts() == [1])
  }

  @Test("of one user dies without the others' noticing")
  func others() throws {
    let world = ServicesUnderTest()
    world.start([1], user: 500)
    world.start([2], user: 501)
    world.port.lines[0].end()
    #expect(world.takeOutcomes() == ["1 interrupted"])
    try world.port.lines[1].finish([2])
    #expect(world.takeOutcomes() == ["2 finished"])
  }
}
