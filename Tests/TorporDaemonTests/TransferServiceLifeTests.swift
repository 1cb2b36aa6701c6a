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
