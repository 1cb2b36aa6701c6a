import Testing
import TorporModel

@testable import TorporCore

@Suite("A machine that was woken for an alarm")
struct SleepAgainTests {
  /// A locked device with a job at 23:00, asleep from 20:00 on.
  private func device(isOn: Bool = true) throws -> TestDevice {
    var device = TestDevice.inTheEvening()
    device.user(.change(setting: .kept(.sleepAgain(isOn))))
    device.install("clock")
    _ = device.submit(
      .command(schedule: JobSchedule(at: try CalendarExpression(parsing: "23:00")))
    )
    device.user(.lock)
    device.suspend(.hours(3))
    return device
  }

  private func asks(_ device: TestDevice) -> [Instant] {
    device.log.compactMap { $0.effect == .service(.suspendMachine) ? $0.at : nil }
  }

  private let woken = Instant.at(.hours(3))
  private let job = JobIdentifier(rawValue: 1)

  @Test("sleeps again after half a minute when all that was due is done, and the ledger says so")
  func sleepsAgain() throws {
    var device = try device()
    device.exit(job)
    device.pass(.milliseconds(29_999))
    #expect(asks(device) == [])
    device.pass(.milliseconds(1))
    #expect(asks(device) == [woken + .seconds(30)])
    let sentences = device.log.compactMap { entry -> String? in
      guard case .record(let decision) = entry.effect, decision.action == .sleepAgain else {
        return nil
      }
      return decision.sentence()
    }
    let reasons = "it has no pending work; the device is not in use"
    #expect(sentences == ["asked for the device to sleep again: " + reasons])
    device.pass(.hours(1))
    #expect(asks(device).count == 1)
    #expect(device.broken == [])
  }

  @Test("waits for what runs, however long that takes")
  func waits() throws {
    var device = try device()
    device.pass(.minutes(5))
    #expect(asks(device) == [])
    device.exit(job)
    device.pass(.seconds(10))
    #expect(asks(device).count == 1)
  }

  @Test("stays awake unless the user has allowed it")
  func isOff() throws {
    var device = try device(isOn: false)
    device.exit(job)
    device.pass(.hours(1))
    #expect(asks(device) == [])
  }

  @Test("stays awake for whoever has come to it meanwhile")
  func isUsed() throws {
    var device = try device()
    device.exit(job)
    device.pass(.seconds(20))
    device.user(.unlock)
    device.pass(.hours(1))
    #expect(asks(device) == [])
  }

  @Test("stays awake where nobody can say whether it is used")
  func isUnknown() throws {
    var device = TestDevice.inTheEvening()
    device.user(.change(setting: .kept(.sleepAgain(true))))
    let job = device.submit(
      .command(schedule: JobSchedule(at: try CalendarExpression(parsing: "23:00")))
    )
    device.suspend(.hours(3))
    device.exit(job)
    #expect(device.device.wantsIdleness)
    device.pass(.hours(1))
    #expect(asks(device) == [])
    #expect(!device.device.wantsIdleness)
  }

  @Test("that woke for something else stays awake")
  func wokeBefore() throws {
    var device = TestDevice.inTheEvening()
    device.user(.change(setting: .kept(.sleepAgain(true))))
    _ = device.submit(
      .command(schedule: JobSchedule(at: try CalendarExpression(parsing: "23:00")))
    )
    device.user(.lock)
    device.suspend(.hours(2))
    device.pass(.minutes(50))
    #expect(asks(device) == [])
  }

  @Test("does not sleep for the last half minute before the next alarm")
  func nextAlarm() throws {
    var device = try device()
    let next = device.submit(
      .command(schedule: JobSchedule(at: try CalendarExpression(parsing: "23:00:50")))
    )
    device.exit(job)
    device.pass(.seconds(49))
    #expect(asks(device) == [])
    device.pass(.seconds(1))
    device.exit(next)
    device.pass(.seconds(10))
    #expect(asks(device).count == 1)
  }
}
