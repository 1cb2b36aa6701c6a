import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("An alarm that wakes the machine")
struct AlarmTests {
  private let evening = TestDevice.inTheEvening()

  private func at(_ time: String, needs: JobNeeds = JobNeeds()) throws -> JobRequest {
    .command(needs: needs, schedule: JobSchedule(at: try CalendarExpression(parsing: time)))
  }

  @Test("is set for a job whose owner named the moment, until that has begun or is taken back")
  func jobs() throws {
    var device = evening
    let late = device.submit(try at("23:00"))
    #expect(device.device.alarms == Alarms(exact: .at(.hours(3))))
    let early = device.submit(try .every("*-*-* 21:00"))
    #expect(device.device.nextAlarm == .at(.hours(1)))
    device.user(.cancelJob(early))
    #expect(device.device.nextAlarm == .at(.hours(3)))
    device.suspend(.hours(3))
    #expect(device.begins(of: late) == [.at(.hours(3))])
    #expect(device.device.nextAlarm == nil)
  }

  @Test("is set for each moment of a job that has several")
  func repeated() throws {
    var device = evening
    let job = device.submit(try .every("*-*-* *:00"))
    device.pass(.hours(1))
    device.exit(job)
    #expect(device.device.nextAlarm == .at(.hours(2)))
  }

  @Test("follows the wall clock")
  func wallClock() throws {
    var device = evening
    _ = device.submit(try at("23:00"))
    device.setWallClock(to: TestDevice.evening + 3600)
    #expect(device.device.nextAlarm == .at(.hours(2)))
  }

  @Test("is not set for a job that lacks what waking the machine does not bring")
  func unmet() throws {
    var device = evening
    _ = device.submit(try at("23:00", needs: JobNeeds(externalPower: true)))
    #expect(device.device.nextAlarm == nil)
    device.power(true)
    #expect(device.device.nextAlarm == .at(.hours(3)))
  }

  @Test("is not set for what begins at no exact time: earliest dates, deadlines, tries again")
  func inexact() throws {
    var device = evening
    let later = (TestDevice.evening + 3600) * 1_000_000_000
    _ = device.submit(.command(schedule: JobSchedule(notBeforeUnixNanoseconds: later)))
    _ = device.submit(
      .command(
        needs: JobNeeds(externalPower: true),
        schedule: JobSchedule(deadlineUnixNanoseconds: later)
      )
    )
    #expect(device.device.nextWakeup != nil)
    #expect(device.device.nextAlarm == nil)
  }

  @Test("is not set for the grace of a program, its hazards, or its memory")
  func apps() {
    var device = TestDevice(.linux)
    device.tell(.swap(SwapState(freeBytes: 1 << 30, totalBytes: 1 << 30)))
    device.install("game", isCooperative: false)
    device.hazards[device.app("game")] = [.controllingTerminal(name: "pts/1")]
    device.open("game")
    device.home()
    #expect(device.device.nextWakeup != nil)
    #expect(device.device.nextAlarm == nil)
    device.pass(.minutes(1))
    device.hazards = [:]
    device.pass(.minutes(1))
    #expect(device.state("game") == .suspended)
    #expect(device.device.nextWakeup != nil)
    #expect(device.device.nextAlarm == nil)
  }

  @Test("is known again to whoever reads the device from its journal")
  func recovered() throws {
    var device = evening
    _ = device.submit(try at("23:00"))
    let bytes = try SavedCodec.encode(device.device)
    #expect(try SavedCodec.decode(Device.self, from: bytes) == device.device)
    #expect(try SavedCodec.decode(Device.self, from: bytes).alarms == device.device.alarms)
  }
}
