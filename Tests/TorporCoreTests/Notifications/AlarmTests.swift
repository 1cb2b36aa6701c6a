import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("A notification for a date")
struct NotificationAlarmTests {
  /// Half past nine in the evening, 90 minutes after the start.
  private let halfPastNine = CalendarMatch(hour: 21, minute: 30)

  private func suspended(_ change: (inout TestDevice) -> Void) -> TestDevice {
    var device = TestDevice.withTea()
    change(&device)
    device.home()
    return device
  }

  @Test("is shown when clocks on the wall show it, and once where it does not repeat")
  func once() {
    var device = suspended { $0.schedule("alarm", at: halfPastNine) }
    device.pass(.days(2))
    #expect(device.shown("alarm") == [.minutes(90)])
    #expect(device.pendingNotifications() == [])
  }

  @Test("is shown every day where it repeats")
  func daily() {
    var device = suspended { $0.schedule("alarm", at: halfPastNine, repeats: true) }
    device.pass(.days(3))
    #expect(
      device.shown("alarm")
        == [.minutes(90), .minutes(90) + .days(1), .minutes(90) + .days(2)]
    )
  }

  @Test(
    "follows the wall clock when that is set",
    arguments: [
      // The jump after half an hour, and when it is shown: an hour earlier, at once, later.
      (3600, Duration.minutes(30)), (3599, .seconds(1801)), (7200, .minutes(30)),
      (-3600, .minutes(150)), (1, .seconds(5399)),
    ]
  )
  func jump(seconds: Int, expected: Duration) {
    var device = suspended { $0.schedule("alarm", at: halfPastNine) }
    device.pass(.minutes(30))
    device.setWallClock(to: TestDevice.mondayEvening + 1800 + Int64(seconds))
    device.pass(.hours(4))
    #expect(device.shown("alarm") == [expected])
  }

  @Test("is shown again where the clock is set back by more than a correction")
  func setBack() {
    var device = suspended { $0.schedule("alarm", at: halfPastNine, repeats: true) }
    device.pass(.minutes(100))
    device.setWallClock(to: TestDevice.mondayEvening + 100 * 60 - 3600)
    device.pass(.minutes(60))
    #expect(device.shown("alarm") == [.minutes(90), .minutes(150)])
  }

  @Test("is not shown again where the clock is corrected, or comes back to where it was")
  func corrected() {
    var device = suspended { $0.schedule("alarm", at: halfPastNine, repeats: true) }
    device.pass(.minutes(90))
    device.setWallClock(to: TestDevice.mondayEvening + 90 * 60 - 30)
    device.pass(.minutes(10))
    #expect(device.shown("alarm") == [.minutes(90)])
    // A machine without a clock of its own begins in 1970 and learns the time later.
    device.setWallClock(to: 0)
    device.setWallClock(to: TestDevice.mondayEvening + 110 * 60)
    device.pass(.minutes(10))
    #expect(device.shown("alarm") == [.minutes(90)])
    device.pass(.days(1))
    #expect(device.shown("alarm").count == 2)
  }

  @Test("is local time wherever the user is")
  func zone() throws {
    let berlin = ZoneRules(try #require(YearlyRule("CET-1CEST,M3.5.0,M10.5.0/3")))
    var device = suspended { device in
      device.tell(.timeZone(berlin))
      device.schedule("alarm", at: halfPastNine, repeats: true)
    }
    // It is 21:00 there.
    device.pass(.minutes(31))
    #expect(device.shown("alarm") == [.minutes(30)])
    // The user flies west; clocks show 19:31.
    device.tell(.timeZone(ZoneRules(try #require(YearlyRule("XXX1")))))
    device.pass(.hours(2))
    #expect(device.shown("alarm") == [.minutes(30), .minutes(150)])
  }

  @Test("that clocks are set over comes when they go on; one that comes twice is shown once")
  func summerTime() throws {
    let berlin = ZoneRules(try #require(YearlyRule("CET-1CEST,M3.5.0,M10.5.0/3")))
    for (forward, expected) in [(true, Duration.hours(2)), (false, .minutes(90))] {
      var device = TestDevice.withTea()
      device.tell(.timeZone(berlin))
      // An hour before 2:00 summer time begins, and two before 3:00 winter time.
      device.setWallClock(to: forward ? 1_774_746_000 - 7200 : 1_792_890_000 - 7200)
      device.schedule("alarm", at: CalendarMatch(hour: 2, minute: 30), repeats: true)
      device.home()
      device.pass(.hours(20))
      #expect(device.shown("alarm") == [expected])
    }
  }

  @Test(
    "that never comes is refused",
    arguments: [
      CalendarMatch(), CalendarMatch(hour: 24), CalendarMatch(minute: -1),
      CalendarMatch(second: 60), CalendarMatch(month: 13), CalendarMatch(month: 2, day: 30),
      CalendarMatch(day: 32), CalendarMatch(weekday: 0), CalendarMatch(weekday: 8),
      CalendarMatch(year: 2020, month: 1, day: 1), CalendarMatch(year: 20_000),
    ]
  )
  func impossible(match: CalendarMatch) {
    var device = TestDevice.withTea()
    #expect(
      device.schedule("alarm", at: match) == .refused(.service(.notification(.impossibleDate)))
    )
    #expect(device.objections(to: "alarm") == [.impossibleTrigger])
  }

  @Test("that has passed is shown at once before iOS 10, and one that never was is refused")
  func pastDate() {
    var device = TestDevice.withTea(.ios8)
    device.requests["didEnterBackground"] = [
      .service(
        .notifications(
          .add(
            LocalNotification(
              identifier: "alarm",
              content: NotificationContent(),
              trigger: .calendar(CalendarMatch(year: 2020, month: 1, day: 1), repeats: false)
            )
          )
        )
      )
    ]
    device.home()
    #expect(device.shown("alarm") == [.zero])
    device.open("tea")
    #expect(
      device.schedule("never", at: CalendarMatch(month: 2, day: 30))
        == .refused(.service(.notification(.impossibleDate)))
    )
  }

  @Test("due together with another is shown in the order in which they were scheduled")
  func order() {
    var device = suspended { device in
      device.schedule("second", at: CalendarMatch(hour: 21))
      device.schedule("first", after: .minutes(59))
      device.schedule("third", after: .minutes(60))
    }
    device.pass(.hours(2))
    #expect(device.shown.map(\.key.identifier) == ["first", "second", "third"])
  }

  @Test("goes on as it was after the policy was written down and read again")
  func coding() throws {
    var device = suspended { device in
      device.schedule("alarm", at: halfPastNine, repeats: true)
      device.schedule("ready", after: .minutes(100))
    }
    device.pass(.minutes(95))
    let read = try SavedCodec.decode(Device.self, from: SavedCodec.encode(device.device))
    #expect(read == device.device)
    #expect(read.nextWakeup == device.device.nextWakeup)
  }
}

@Suite("A date that is matched by its parts")
struct CalendarMatchTests {
  /// Monday 2026-03-02 20:00:00 UTC.
  private let start = TestDevice.mondayEvening * 1_000_000_000

  @Test(
    "is at the first value of every smaller part, and at any of the others",
    arguments: [
      (CalendarMatch(second: 30), "+0:00:30"), (CalendarMatch(minute: 15), "+0:15:00"),
      (CalendarMatch(hour: 20), "+24:00:00"), (CalendarMatch(hour: 21, second: 5), "+1:00:05"),
      (CalendarMatch(day: 3), "+4:00:00"), (CalendarMatch(month: 4), "+700:00:00"),
      (CalendarMatch(weekday: 1), "+124:00:00"), (CalendarMatch(weekday: 7), "+100:00:00"),
      (CalendarMatch(weekday: 2, hour: 21), "+1:00:00"),
      (CalendarMatch(year: 2027), "+7300:00:00"),
      (CalendarMatch(year: 2026, month: 3, day: 2, hour: 20, minute: 0, second: 1), "+0:00:01"),
    ]
  )
  func next(match: CalendarMatch, expected: String) throws {
    let next = try #require(match.next(afterWallNanoseconds: start, in: .utc))
    let seconds = (next - start) / 1_000_000_000
    let (minute, second) = (seconds / 60 % 60, seconds % 60)
    let text = "+\(seconds / 3600):\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")"
    #expect(text + "\(second)" == expected)
  }

  @Test("is found strictly after a moment, within a second too")
  func strictlyAfter() {
    let match = CalendarMatch(hour: 20)
    #expect(match.next(afterWallNanoseconds: start - 1, in: .utc) == start)
    #expect(match.next(afterWallNanoseconds: start, in: .utc) == start + 86_400_000_000_000)
    #expect(match.next(afterWallNanoseconds: .max, in: .utc) == nil)
    #expect(CalendarMatch(second: 0).next(afterWallNanoseconds: .min, in: .utc) != nil)
  }
}
