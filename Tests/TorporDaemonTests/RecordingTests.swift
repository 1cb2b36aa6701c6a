import Logging
import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("Recording")
struct RecordingTests {
  let journal = MemoryJournal()
  let file = MemoryRecording()
  let clock = VirtualClock()

  func driver(
    entriesPerSnapshot: Int = 10_000,
    on other: MemoryJournal? = nil,
    _ otherClock: VirtualClock? = nil,
    build: String = "0.1.0"
  ) throws -> Driver {
    var limits = DriverLimits()
    limits.entriesPerSnapshot = entriesPerSnapshot
    return try Driver(
      DeviceConfiguration(profile: .linux),
      processes: ObligingKernel(),
      clock: otherClock ?? clock,
      journal: other ?? journal,
      recording: file,
      build: build,
      limits: limits,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
  }

  func lock(_ driver: Driver, _ locks: Bool = true) {
    driver.submit(Submission(.user(action: locks ? .lock : .unlock, id: nil)))
    driver.turn()
  }

  func lines() throws -> [RecordingLine] {
    var reader = RecordingReader()
    return try file.lines.map { line throws in try reader.read(line) }
  }

  func kinds() throws -> [String] {
    try lines().map { line in
      switch line {
      case .header: "header"
      case .state(let state): "state \(state.sequence)"
      case .turn(let turn): "turn \(turn.sequence)"
      case .check(let check): "check \(check.sequence)"
      case .end(let end): "end \(end.because.rawValue)"
      }
    }
  }

  @Test("nothing is recorded unless the user wants it")
  func isOff() throws {
    let driver = try driver()
    driver.turn()
    lock(driver)
    #expect(file.bytes.isEmpty && file.appendCount == 0)
    #expect(driver.recording() == nil)
  }

  @Test("a recording holds the device, then each turn with its decisions, then why it ended")
  func isWhole() throws {
    let driver = try driver()
    driver.turn()
    #expect(try driver.startRecording())
    lock(driver)
    lock(driver, false)
    #expect(try driver.stopRecording())
    lock(driver)
    #expect(try kinds() == ["header", "state 1", "turn 2", "turn 3", "end stopped"])
    guard case .turn(let turn) = try lines()[2] else { return }
    #expect(turn.inputs == [.user(action: .lock, id: nil)])
    let recording = try #require(driver.recording())
    #expect(!recording.isRunning && recording.end == .stopped && recording.inputs == 2)
    #expect(recording.bytes == file.bytes.count)
  }

  @Test("the lines are what the codec writes: nothing but the bytes of the journal is put together")
  func areCanonical() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    driver.submit(Submission(.user(action: .lock, id: nil)))
    driver.submit(Submission(.user(action: .home(app: nil), id: nil)))
    driver.turn()
    for (bytes, line) in zip(file.lines, try lines()) {
      #expect(try SavedCodec.encode(line) == bytes)
    }
  }

  @Test("what a killed daemon has saved and not recorded is appended by the next one")
  func killed() throws {
    var first: Driver? = try driver()
    first?.turn()
    _ = try first?.startRecording()
    lock(try #require(first))
    file.isCutOff = true
    lock(try #require(first), false)
    lock(try #require(first))
    first = nil
    file.isCutOff = false
    let next = try driver()
    #expect(try kinds() == ["header", "state 1", "turn 2", "turn 3", "turn 4"])
    lock(next, false)
    #expect(try kinds().last == "turn 5")
  }

  @Test(
    "a file that ends with a damaged line is not continued, and is not replaced unless that is said"
  )
  func damaged() throws {
    var first: Driver? = try driver()
    first?.turn()
    _ = try first?.startRecording()
    lock(try #require(first))
    first = nil
    try file.append(Array("{\"turn\":{\n".utf8))
    let before = file.bytes
    let next = try driver()
    lock(next, false)
    #expect(file.bytes == before)
    let failure = #expect(throws: JournalFailure.self) { try next.startRecording() }
    #expect(
      failure?.cause
        == "its last line is damaged; move it away, or begin another with `torpor record start --replace`"
    )
    #expect(try next.startRecording(replaces: true))
  }

  @Test(
    "a header with numbers that no daemon writes is not continued",
    arguments: [("daysMax", Int64.max), ("daysMax", .min), ("at", .min), ("bytesMax", -1)]
  )
  func hostileHeader(key: String, number: Int64) throws {
    var first: Driver? = try driver()
    first?.turn()
    _ = try first?.startRecording()
    first = nil
    let text = String(decoding: file.bytes, as: UTF8.self)
    let end = try #require(text.firstIndex(of: "\n"))
    let header = text[..<end]
      .replacing(try Regex("\"\(key)\":[0-9]+"), with: "\"\(key)\":\(number)")
    file.replace(with: Array((header + text[end...]).utf8))
    let before = file.bytes
    lock(try driver(), false)
    #expect(file.bytes == before)
  }

  @Test("a file that somebody deletes ends the recording, and another can begin")
  func deleted() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    file.replace()
    #expect(driver.recording() == nil)
    lock(driver)
    #expect(file.bytes.isEmpty)
    #expect(try !driver.stopRecording())
    #expect(try driver.startRecording())
    lock(driver, false)
    #expect(try kinds().last?.hasPrefix("turn ") == true)
  }

  @Test("where a device takes more than the recording may have, none begins")
  func tooSmall() throws {
    let driver = try driver()
    driver.turn()
    let ids = (0..<2000).map { AppIdentifier("com.example.app\($0)")! }
    for id in ids {
      let manifest = AppManifest(identifier: id, name: id.text)
      driver.submit(
        Submission(
          .user(
            action: .install(manifest: manifest, settings: AppSettings(), replaces: false),
            id: nil
          )
        )
      )
    }
    driver.turn()
    let failure = #expect(throws: JournalFailure.self) { try driver.startRecording(bytesMax: 1) }
    #expect(
      failure?.cause.hasSuffix("and the recording may have 65536; give it more with --size")
        == true
    )
    #expect(file.bytes.isEmpty)
  }

  @Test("a recording that is stopped while inputs are missing says so")
  func stoppedInAGap() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    file.failure = JournalFailure(
      operation: "write to",
      path: "memory",
      cause: "the disk is full",
      isDiskFull: true
    )
    lock(driver)
    #expect(throws: JournalFailure.self) { try driver.stopRecording() }
    #expect(driver.recording()?.isRunning == true)
    file.failure = nil
    #expect(try driver.stopRecording())
    guard case .end(let end) = try #require(try lines().last) else {
      Issue.record("no end")
      return
    }
    #expect(end.missesInputs && end.sequence == 1)
  }

  @Test("while the journal cannot be written none begins")
  func startedInAnOutage() throws {
    let driver = try driver()
    driver.turn()
    journal.failingCommits = [journal.commitCount + 1]
    lock(driver)
    #expect(throws: JournalFailure.self) { try driver.startRecording() }
    #expect(file.bytes.isEmpty)
  }

  @Test("a journal that was begun anew ends the recording of the one before")
  func anotherJournal() throws {
    clock.advance(to: .at(.hours(5)))
    var first: Driver? = try driver()
    first?.turn()
    _ = try first?.startRecording()
    lock(try #require(first))
    first = nil
    let (anew, early) = (MemoryJournal(), VirtualClock())
    let next = try driver(on: anew, early)
    next.turn()
    lock(next)
    #expect(try kinds().last == "end journal")
    guard case .end(let end) = try #require(try lines().last) else { return }
    #expect(end.at == .at(.hours(5)), "it has lasted as long as was recorded")
    #expect(!end.missesInputs)
  }

  @Test("where the file cannot be written, a gap ends with the device as it stands")
  func fullDisk() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    lock(driver)
    file.failure = JournalFailure(
      operation: "write to",
      path: "memory",
      cause: "the disk is full",
      isDiskFull: true
    )
    lock(driver, false)
    #expect(driver.recording()?.trouble == "the disk is full")
    file.failure = nil
    lock(driver)
    #expect(driver.recording()?.trouble != nil, "it is not tried again at every turn")
    clock.advance(to: clock.now() + .seconds(11))
    lock(driver, false)
    lock(driver)
    #expect(driver.recording()?.trouble == nil)
    #expect(try kinds() == ["header", "state 1", "turn 2", "state 5", "turn 6"])
    #expect(driver.recording()?.inputs == 5, "those that are missing are among them")
  }

  @Test("inputs that the journal could not save are a gap")
  func outage() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    journal.failingCommits = [journal.commitCount + 1]
    lock(driver)
    clock.advance(to: clock.now() + .seconds(2))
    lock(driver, false)
    #expect(try kinds().prefix(2) == ["header", "state 1"])
    #expect(try kinds().dropFirst(2).first?.hasPrefix("state ") == true)
    #expect(try kinds().last?.hasPrefix("turn ") == true)
  }

  @Test("it ends at its size, and at its age")
  func bounds() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording(bytesMax: 1, daysMax: 3)
    #expect(driver.recording()?.bytesMax == 65_536)
    var count = 0
    while driver.recording()?.isRunning == true, count < 5000 {
      lock(driver, count % 2 == 0)
      count += 1
    }
    #expect(try kinds().last == "end size")
    #expect(file.bytes.count <= 65_536 && file.bytes.count > 60_000)
    #expect(!(try driver.startRecording()), "what is there is not replaced")
    #expect(try driver.startRecording(daysMax: 1, replaces: true))
    lock(driver)
    clock.advance(to: clock.now() + .days(1))
    lock(driver)
    #expect(try kinds().last == "end age")
    #expect(driver.recording()?.end == .age)
  }

  @Test("a snapshot of the journal leaves a digest to compare with")
  func checks() throws {
    let driver = try driver(entriesPerSnapshot: 2)
    driver.turn()
    _ = try driver.startRecording()
    lock(driver)
    lock(driver, false)
    let checks = try lines().compactMap { line in
      if case .check(let check) = line { check } else { nil }
    }
    #expect(!checks.isEmpty)
    var device: Device?
    for line in try lines() {
      switch line {
      case .state(let state): device = state.device
      case .turn(let turn): for input in turn.inputs { _ = device?.handle(input, at: turn.at) }
      case .check(let check): #expect(try device?.stateDigest().description == check.digest)
      case .header, .end: break
      }
    }
  }

  @Test("programs begin, end and look at it; only for the daemon's user and root")
  func calls() throws {
    let daemon = try TestDaemon(recording: file)
    #expect(try daemon.control(Control.GetRecording()).recording == nil)
    #expect(throws: WireError.permissionDenied) {
      try daemon.control(Control.StartRecording(), user: 501)
    }
    let begun = try daemon.control(Control.StartRecording(bytesMax: 1_000_000, daysMax: 2))
    #expect(begun.isNew && begun.recording.isRunning)
    #expect(begun.recording.bytesMax == 1_000_000 && begun.recording.daysMax == 2)
    let second = try daemon.control(Control.StartRecording(replace: true))
    #expect(!second.isNew, "one that runs is not replaced")
    #expect(try daemon.control(Control.StopRecording()).wasRunning)
    #expect(try !daemon.control(Control.StopRecording()).wasRunning)
    #expect(try !daemon.control(Control.StartRecording()).isNew)
    #expect(try daemon.control(Control.StartRecording(replace: true)).isNew)
  }

  @Test("a file that is no recording is not replaced unless that is said")
  func foreignFile() throws {
    let daemon = try TestDaemon(recording: MemoryRecording(Array("[Desktop Entry]\n".utf8)))
    #expect(throws: WireError.self) { try daemon.control(Control.StartRecording()) }
    #expect(try daemon.control(Control.StartRecording(replace: true)).isNew)
  }
}
