import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("The driver")
struct DriverTests {
  @Test("replays its journal to the same digest, with and without a snapshot")
  func replay() throws {
    for takesSnapshot in [false, true] {
      let daemon = try TestDaemon()
      let launch = try daemon.run("clock")
      _ = try daemon.control(Control.Home(app: "clock"))
      daemon.pass(.seconds(6))
      #expect(daemon.kernel.frozen == [launch])
      if takesSnapshot { try daemon.driver.snapshot() }
      let digest = try daemon.driver.device.stateDigest()
      let next = try TestDaemon(journal: daemon.journal)
      #expect(try next.driver.device.stateDigest() == digest)
    }
  }

  @Test("writes a snapshot when the entries have grown many")
  func snapshots() throws {
    let journal = MemoryJournal()
    let daemon = try TestDaemon(journal: journal)
    for _ in 0..<6000 {
      _ = try daemon.control(Control.Lock())
      _ = try daemon.control(Control.Unlock())
    }
    #expect(journal.entryCount < 10_000)
    let digest = try daemon.driver.device.stateDigest()
    let next = try TestDaemon(journal: journal)
    #expect(try next.driver.device.stateDigest() == digest)
  }

  @Test("does not start on a journal in which an input is missing")
  func gap() throws {
    let journal = try TestDaemon().journal
    let last = try #require(try journal.load().entries.last?.sequence)
    var turn = TurnRecord()
    let bytes = try JournalCodec(path: journal.path).bytes(of: Input.timerFired)
    turn.entries = [JournalEntry(sequence: last + 2, at: .zero, bytes: bytes)]
    try journal.commit(turn)
    let failure = #expect(throws: JournalFailure.self) { try TestDaemon(journal: journal) }
    #expect(
      failure?.cause
        == "input \(last + 1) is not there, and input \(last + 2) is: the file was damaged after it "
        + "was written; move it away to start from the beginning, or restore a copy"
    )
  }

  @Test("calls an app that comes to the front before it writes its full share of the processor")
  func callsFirst() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    let app = daemon.connect(as: launch)
    try daemon.call(App.Attach().varlinkCall, on: app)
    _ = try daemon.control(Control.Home(app: "clock"))
    let sentBefore = try #require(daemon.wire.sentCounts[app])
    var sentAtRaise: [Int?] = []
    daemon.kernel.prioritized = { of, priority in
      if of == launch, priority == .foreground { sentAtRaise.append(daemon.wire.sentCounts[app]) }
    }
    _ = try daemon.control(Control.Launch(app: "clock"))
    try #require(sentAtRaise.count == 1)
    #expect(try #require(sentAtRaise[0]) > sentBefore)
  }

  @Test("adopts what outlived it")
  func adoption() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    _ = try daemon.control(Control.Home(app: "clock"))
    daemon.pass(.seconds(6))
    let next = try TestDaemon(journal: daemon.journal)
    // The kernel of the next daemon has no such process: it died unseen, and is forgotten.
    next.driver.takeOver(machineWasRestarted: false)
    #expect(next.driver.device.apps.slot(of: launch) == nil)
  }

  @Test("names running programs that its journal does not have, as after a backup was restored")
  func restoredJournal() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    let next = try TestDaemon(kernel: daemon.kernel)
    next.driver.takeOver(machineWasRestarted: false)
    func found(user: UInt32 = 500) throws -> [String] {
      try next.control(Control.GetCapabilities(), user: user).capabilities
        .filter { $0.name == "unknownProgram" }.map(\.text)
    }
    let processID = daemon.kernel.processIDs(of: launch)[0]
    #expect(
      try found() == [
        "run.clock runs and is not in the journal, as after a backup was restored, so it is neither frozen nor ended. "
          + "Let it finish, or end it: kill \(processID)"
      ]
    )
    #expect(try found(user: 501) == [], "another user may not end it")
    daemon.kernel.end(launch, .exited(status: 0))
    #expect(try found() == [])
  }

  @Test("refuses what it cannot save, goes on with what the kernel says, and heals")
  func outage() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    _ = try daemon.control(Control.Home(app: "clock"))
    daemon.journal.failingCommits = [daemon.journal.commitCount + 1]
    #expect(throws: WireError.refused(.notSaved(cause: "the simulated disk is full"))) {
      try daemon.control(Control.Exempt(app: "clock", lasting: nil))
    }
    #expect(daemon.driver.journalOutage != nil)
    // The grace ends without a journal, and the program is frozen all the same.
    daemon.pass(.seconds(6))
    #expect(daemon.kernel.frozen == [launch])
    #expect(daemon.driver.journalOutage == nil)
    _ = try daemon.control(Control.Lock())
    let digest = try daemon.driver.device.stateDigest()
    let next = try TestDaemon(journal: daemon.journal)
    #expect(try next.driver.device.stateDigest() == digest)
  }

  @Test("tries a journal that stays gone ever less often, and at once when a client asks")
  func hopelessOutage() throws {
    let daemon = try TestDaemon()
    daemon.journal.isGone = true
    #expect(throws: WireError.self) { try daemon.run("clock") }
    // After 1, 2, 4, 8, 16, 32 s, and then once a minute.
    var tries = daemon.journal.refusedCount
    for (seconds, triesInThem) in [(64, 6), (600, 10)] {
      daemon.pass(.seconds(seconds))
      #expect(daemon.journal.refusedCount - tries == triesInThem)
      tries = daemon.journal.refusedCount
    }
    // One that asks again and again has it tried once a second.
    for _ in 0..<10 {
      #expect(throws: WireError.self) { try daemon.run("clock") }
      daemon.pass(.milliseconds(500))
    }
    #expect((4...6).contains(daemon.journal.refusedCount - tries))
    daemon.journal.isGone = false
    daemon.pass(.seconds(1))
    _ = try daemon.run("clock")
    #expect(daemon.driver.journalOutage == nil)
  }

  @Test("thaws an app before it saves why, and the next daemon freezes what was not saved")
  func thawsBeforeSaving() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    _ = try daemon.control(Control.Home(app: "clock"))
    daemon.pass(.seconds(6))
    #expect(daemon.kernel.frozen == [launch])
    var frozenAtTheCommit: Set<LaunchIdentifier>?
    daemon.journal.died = { frozenAtTheCommit = daemon.kernel.frozen }
    daemon.journal.deathPoint = .beforeSaving
    _ = try daemon.control(Control.Launch(app: "clock"))
    #expect(frozenAtTheCommit == [])
    // Nothing of the launch is in the journal, and the app runs: it is brought to where it was.
    daemon.journal.isCutOff = false
    let next = try TestDaemon(journal: daemon.journal, kernel: daemon.kernel)
    next.driver.takeOver(machineWasRestarted: false)
    #expect(next.kernel.frozen == [launch])
  }

  @Test("freezes an app again whose thaw belongs to what it could not save")
  func freezesAgain() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    _ = try daemon.control(Control.Home(app: "clock"))
    daemon.pass(.seconds(6))
    daemon.journal.failingCommits = [daemon.journal.commitCount + 1]
    #expect(throws: WireError.refused(.notSaved(cause: "the simulated disk is full"))) {
      try daemon.control(Control.Exempt(app: "clock", lasting: nil))
    }
    #expect(daemon.kernel.frozen == [launch])
  }

  @Test("gives up the streams of a command that it cannot save")
  func streamsInAnOutage() throws {
    let daemon = try TestDaemon()
    daemon.journal.failingCommits = [daemon.journal.commitCount + 1]
    #expect(throws: WireError.self) { try daemon.run("clock", streams: [30, 31, 32]) }
    #expect(daemon.kernel.discarded == [30, 31, 32])
    #expect(daemon.kernel.alive.isEmpty)
  }

  @Test("does not wake for a timer that is not due")
  func earlyTimer() throws {
    let daemon = try TestDaemon()
    let before = daemon.journal.commitCount
    daemon.driver.post(.input(.timerFired))
    daemon.driver.turn()
    #expect(daemon.journal.commitCount == before)
  }
}
