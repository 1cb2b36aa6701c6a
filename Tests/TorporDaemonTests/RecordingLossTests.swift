import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

// What a recording loses, and how it continues: nothing may follow what it does not follow.

extension RecordingTests {
  private var diskFailure: JournalFailure {
    JournalFailure(
      operation: "write to",
      path: "memory",
      cause: "the disk is full",
      isDiskFull: true
    )
  }

  /// Numbers of turns each follow those before; where they do not, a state comes first.
  private func isContinuous() throws -> Bool {
    var sequence: UInt64?
    for line in try lines() {
      switch line {
      case .state(let state): sequence = state.sequence
      case .turn(let turn):
        guard sequence.map({ $0 + UInt64(turn.inputs.count) }) == turn.sequence else {
          return false
        }
        sequence = turn.sequence
      case .header, .check, .end: break
      }
    }
    return true
  }

  private func text() -> String { String(decoding: file.bytes, as: UTF8.self) }

  @Test("a recording that comes to the path while none runs is not replaced unless that is said")
  func putBack() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    lock(driver)
    _ = try driver.stopRecording()
    let ended = file.bytes
    file.replace()
    #expect(driver.recording() == nil, "one that was deleted is not shown")
    file.replace(with: ended)
    #expect(try !driver.startRecording())
    #expect(file.bytes == ended)
    #expect(driver.recording()?.end == .stopped)
    #expect(try driver.startRecording(replaces: true))
    #expect(file.bytes != ended)
  }

  @Test("one that was moved away while it ran, and back, is not continued by looking, nor replaced")
  func putBackWithoutAnEnd() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    lock(driver)
    let running = file.bytes
    file.replace()
    lock(driver)
    file.replace(with: running)
    #expect(driver.recording() == nil)
    #expect(throws: JournalFailure.self) { try driver.startRecording() }
    lock(driver)
    #expect(file.bytes == running)
    #expect(try driver.startRecording(replaces: true))
  }

  @Test("one that was deleted counts no longer: another begins without being told to replace it")
  func deletedAtItsEnd() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    _ = try driver.stopRecording()
    file.replace()
    #expect(try driver.startRecording())
  }

  @Test(
    "a file that somebody cuts at a line continues with the device, and one without its beginning ends"
  )
  func cut() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    lock(driver)
    lock(driver, false)
    file.replace(with: Array(file.lines.dropLast().joined(separator: [10])) + [10])
    lock(driver)
    lock(driver, false)
    lock(driver)
    #expect(try kinds() == ["header", "state 1", "turn 2", "state 5", "turn 6"])
    file.replace(with: [])
    lock(driver)
    #expect(file.bytes.isEmpty && driver.recording() == nil)
  }

  @Test(
    "a file that is put there while nothing can be written is continued with the device, never with a turn"
  )
  func replacedInAnOutage() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    lock(driver)
    file.failure = diskFailure
    lock(driver, false)
    file.failure = nil
    file.replace(with: file.bytes)
    clock.advance(to: clock.now() + .seconds(11))
    for round in 0..<4 { lock(driver, round % 2 == 0) }
    #expect(try isContinuous())
    #expect(try kinds() == ["header", "state 1", "turn 2", "state 5", "turn 6", "turn 7"])
  }

  @Test(
    "what a killed daemon left out is appended up to the first line that fails, and then comes the device"
  )
  func failsWhileResuming() throws {
    var first: Driver? = try driver()
    first?.turn()
    _ = try first?.startRecording()
    lock(try #require(first))
    file.isCutOff = true
    for round in 0..<3 { lock(try #require(first), round % 2 == 1) }
    first = nil
    file.isCutOff = false
    file.failingAppends = [file.appendCount + 2]
    let next = try driver()
    #expect(try kinds() == ["header", "state 1", "turn 2", "turn 3"])
    clock.advance(to: clock.now() + .seconds(11))
    lock(next)
    lock(next, false)
    #expect(try kinds() == ["header", "state 1", "turn 2", "turn 3", "state 6", "turn 7"])
  }

  @Test("a recording of a newer form is left as it is, and named")
  func newerForm() throws {
    let driver = try driver()
    driver.turn()
    _ = try driver.startRecording()
    let newer = text().replacing("\"version\":1,", with: "\"version\":2,")
    file.replace(with: Array(newer.utf8))
    lock(driver)
    #expect(text() == newer)
    let failure = #expect(throws: JournalFailure.self) { try driver.startRecording() }
    #expect(
      failure?.cause
        == "it is not a recording of this Torpor; move it away, or begin another with `torpor record start --replace`"
    )
  }

  @Test("a file larger than its first line says is not continued")
  func tooLarge() throws {
    var first: Driver? = try driver()
    first?.turn()
    _ = try first?.startRecording()
    first = nil
    let small = text().replacing(#/"bytesMax":[0-9]+/#, with: "\"bytesMax\":9")
    file.replace(with: Array(small.utf8))
    lock(try driver(), false)
    #expect(text() == small)
  }

  @Test("behind lines of another format or another version follows the device, with that version")
  func upgrade() throws {
    var first: Driver? = try driver(build: "0.0.9")
    first?.turn()
    _ = try first?.startRecording()
    lock(try #require(first))
    first = nil
    let next = try driver()
    lock(next, false)
    #expect(try kinds() == ["header", "state 1", "turn 2", "state 2", "turn 3"])
    guard case .state(let state) = try lines()[3], case .turn(let turn) = try lines()[4] else {
      Issue.record("\(try kinds())")
      return
    }
    #expect(state.build == "0.1.0" && turn.build == "0.1.0")
    for (bytes, line) in zip(file.lines, try lines()) {
      #expect(try SavedCodec.encode(line) == bytes)
    }
    let again = try driver()
    lock(again)
    #expect(try kinds().last == "turn 4", "the same version continues")

    var last = String(decoding: try #require(file.lines.last), as: UTF8.self)
    last = last.replacing("\"format\":\(JournalFormat.current)", with: "\"format\":11")
    file.replace(
      with: Array(file.lines.dropLast().joined(separator: [10])) + [10] + Array(last.utf8) + [10]
    )
    _ = try driver()
    #expect(try kinds().last == "state 4")
  }

  @Test(
    "a disk that is nearly full is left to the journal: none begins, and one that runs waits for room"
  )
  func reserve() throws {
    let driver = try driver()
    driver.turn()
    file.freeBytes = 63 << 20
    let failure = #expect(throws: JournalFailure.self) { try driver.startRecording() }
    #expect(
      failure?.cause == "the disk has 63 MiB left, and a recording leaves 64 MiB to the journal"
    )
    #expect(file.bytes.isEmpty)
    file.freeBytes = 65 << 20
    #expect(try driver.startRecording())
    lock(driver)
    file.freeBytes = 1 << 20
    clock.advance(to: clock.now() + .minutes(1))
    let before = file.bytes
    lock(driver, false)
    #expect(file.bytes == before)
    #expect(
      driver.recording()?.trouble
        == "the disk has 1 MiB left, and a recording leaves 64 MiB to the journal"
    )
    file.freeBytes = 65 << 20
    clock.advance(to: clock.now() + .seconds(11))
    lock(driver)
    lock(driver, false)
    #expect(driver.recording()?.trouble == nil)
    #expect(try kinds() == ["header", "state 1", "turn 2", "state 4", "turn 5"])
  }

  @Test(
    "inputs of the same numbers that are other ones, after a loss of power, are not taken for those that follow"
  )
  func aheadOfTheJournal() throws {
    var first: Driver? = try driver()
    first?.turn()
    _ = try first?.startRecording()
    lock(try #require(first))
    lock(try #require(first), false)
    first = nil
    // The machine has lost its power, and the last entry of the journal with it; another one came in its place while
    // the recording could not be written.
    let other = MemoryJournal()
    let recorded = file.bytes
    file.replace()
    var second: Driver? = try driver(on: other)
    second?.turn()
    lock(try #require(second))
    second?.submit(Submission(.user(action: .home(app: nil), id: nil)))
    second?.turn()
    lock(try #require(second))
    second = nil
    file.replace(with: recorded)
    _ = try driver(on: other)
    #expect(try kinds() == ["header", "state 1", "turn 2", "turn 3", "state 4"])
  }

  @Test("of inputs whose bytes are equal also the moments are compared")
  func otherMoments() throws {
    var first: Driver? = try driver()
    first?.turn()
    _ = try first?.startRecording()
    lock(try #require(first))
    first = nil
    let recorded = file.bytes
    // The same numbers and inputs, a minute later.
    let other = MemoryJournal()
    file.replace()
    clock.advance(to: clock.now() + .minutes(1))
    var second: Driver? = try driver(on: other)
    second?.turn()
    lock(try #require(second))
    second = nil
    file.replace(with: recorded)
    _ = try driver(on: other)
    #expect(try kinds() == ["header", "state 1", "turn 2", "state 2"])
  }

  @Test("much that is written at once makes it look at the disk before a minute has passed")
  func burst() throws {
    let driver = try driver()
    driver.turn()
    file.freeBytes = 100 << 20
    #expect(try driver.startRecording())
    file.freeBytes = 1 << 20
    for number in 1...2 {
      let id = try #require(AppIdentifier("com.example.app\(number)"))
      let manifest = AppManifest(identifier: id, name: String(repeating: "x", count: 700_000))
      driver.submit(
        Submission(
          .user(
            action: .install(manifest: manifest, settings: AppSettings(), replaces: false),
            id: nil
          )
        )
      )
      driver.turn()
      #expect((driver.recording()?.trouble != nil) == (number == 2))
    }
    #expect(file.bytes.count < 1_000_000)
  }

  @Test("what is wrong with a file is reported once, with what to do")
  func reports() throws {
    var reported: [String] = []
    let recorder = Recorder(file, clock: clock, build: "0.1.0") { reported.append($0.cause) }
    let device = Device(DeviceConfiguration(profile: .linux), at: .zero)
    try recorder.begin(with: device, after: 1, bytesMax: 1 << 20, daysMax: 1, replaces: false)
    let small = text().replacing(#/"bytesMax":[0-9]+/#, with: "\"bytesMax\":9")
    file.replace(with: Array(small.utf8))
    recorder.look()
    recorder.look()
    recorder.find()
    #expect(
      reported == [
        "it was deleted, truncated or replaced; `torpor record start` begins another",
        "it is larger than its first line says; move it away, or begin another with "
          + "`torpor record start --replace`",
      ]
    )
  }
}
