import ArgumentParser
import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("What became of a push")
struct PushTextTests {
  private static let app = AppIdentifier("com.example.mail")!

  private func decision(
    _ verdict: Decision.Verdict,
    _ condition: Condition
  ) -> Decision {
    Decision(
      at: Samples.now,
      app: Self.app,
      action: .wake(.silentPush),
      verdict: verdict,
      because: [condition]
    )
  }

  private func first(isVisible: Bool, _ decisions: [Decision]) -> String {
    PushText.lines(Self.app, isVisible: isVisible, decisions, Samples.clock)[0]
  }

  @Test("is said first, then why")
  func lines() {
    let held = decision(.waiting, Condition(.rateLimit, holds: false))
    #expect(
      PushText.lines(Self.app, isVisible: false, [held], Samples.clock) == [
        "Held: 'com.example.mail' will be woken when its conditions hold.",
        "  " + held.sentence(naming: nil),
      ]
    )
  }

  @Test("names the end of the rate limit for which it is held")
  func rateLimit() {
    let end = Samples.now + .minutes(20)
    let limit = Condition(.rateLimit, holds: false, until: end)
    let line = "cannot wake com.example.mail for a silent push yet: its rate limit is reached"
    func said(_ decision: Decision) -> String {
      PushText.lines(Self.app, isVisible: false, [decision], Samples.clock)[1]
    }
    #expect(
      said(decision(.waiting, limit)) == "  \(line), until \(Samples.clock.text(of: end))"
    )
    #expect(said(decision(.waiting, Condition(.rateLimit, holds: false))) == "  " + line)
  }

  @Test("ends the command with a failure only where the app is not run for it")
  func exitStatus() {
    #expect(!PushText.isTaken([decision(.denied, Condition(.forceQuit, holds: false))]))
    #expect(PushText.isTaken([decision(.waiting, Condition(.rateLimit, holds: false))]))
    #expect(PushText.isTaken([decision(.done, Condition(.wake))]))
    #expect(PushText.isTaken([]))
  }

  @Test("is one of delivered, held, not delivered and taken")
  func outcomes() {
    let done = decision(.done, Condition(.wake))
    let denied = decision(.denied, Condition(.forceQuit, holds: false))
    let other = Decision(
      at: Samples.now,
      app: Self.app,
      action: .warnOfMemory,
      because: [Condition(.memoryPressure)]
    )
    #expect(first(isVisible: false, [done]) == "Delivered: 'com.example.mail' was woken.")
    #expect(
      first(isVisible: false, [denied])
        == "Not delivered: 'com.example.mail' will not be launched for this push."
    )
    #expect(
      first(isVisible: true, [denied])
        == "Not delivered: the user may see it, but 'com.example.mail' will not be launched for it."
    )
    #expect(
      first(isVisible: true, [])
        == "Accepted: shown to the user; 'com.example.mail' is not launched."
    )
    #expect(
      first(isVisible: false, [])
        == "Delivered: 'com.example.mail' was already running and was notified."
    )
    #expect(
      first(isVisible: true, [other])
        == "Accepted. Decisions for 'com.example.mail':"
    )
  }
}

@Suite("Notifications")
struct NotificationListTests {
  private func row(
    _ identifier: String,
    _ trigger: NotificationTrigger?,
    isDelivered: Bool = false,
    isShown: Bool = false,
    due: Duration? = nil,
    title: String = "",
    body: String = "Tea"
  ) -> NotificationRow {
    NotificationRow(
      app: AppIdentifier("com.example.tea")!,
      isDelivered: isDelivered,
      isShown: isShown,
      due: due.map { Samples.now + $0 },
      notification: LocalNotification(
        identifier: identifier,
        content: NotificationContent(title: title, body: body),
        trigger: trigger
      )
    )
  }

  @Test("are a table of when they come and what they say")
  func table() {
    let home = CircularRegion(
      identifier: "home",
      center: Coordinate(latitude: 1, longitude: 2),
      radiusMetres: 100
    )
    let rows = [
      row("a", nil, isDelivered: true, isShown: true, title: "Kitchen", body: "Tea\nis ready"),
      row("a2", nil, isDelivered: true),
      row("b", .interval(.minutes(3), repeats: false), due: .seconds(90)),
      row("c", .interval(.hours(2), repeats: true), due: .hours(1)),
      row("d", .calendar(CalendarMatch(hour: 7, minute: 30), repeats: true)),
      row("e", .calendar(CalendarMatch(month: 12, day: 24, weekday: 5), repeats: false)),
      row("f", .region(home, repeats: false)),
    ]
    #expect(
      NotificationList.lines(rows, Samples.clock, .plain) == [
        "APP              NOTIFICATION  WHEN                                TEXT",
        "com.example.tea  a             shown                               Kitchen: Tea\\nis ready",
        "com.example.tea  a2            delivered                           Tea",
        "com.example.tea  b             in 1m 30s, Sat 04:01:30             Tea",
        "com.example.tea  c             in 1h 00m, Sat 05:00, every 2h 00m  Tea",
        "com.example.tea  d             every 07:30                         Tea",
        "com.example.tea  e             at Thu *-12-24                      Tea",
        "com.example.tea  f             at the place 'home'                 Tea",
      ]
    )
  }

  @Test("that are none are said to be none")
  func none() {
    #expect(
      NotificationList.lines([], Samples.clock, .plain)
        == ["No notifications are scheduled or delivered."]
    )
  }
}

@Suite("The answer to a notification")
struct NotificationCommandTests {
  @Test("is a tap, an action, or words with an action")
  func respond() throws {
    let tap = try NotificationsRespondCommand.parse(["tea", "a"])
    #expect((tap.app, tap.notification, tap.action) == ("tea", "a", nil))
    let words = try NotificationsRespondCommand.parse([
      "tea", "a", "--action", "say", "--text", "x",
    ])
    #expect((words.action, words.text) == ("say", "x"))
    #expect(throws: (any Error).self) {
      try NotificationsRespondCommand.parse(["tea", "a", "--text", "x"])
    }
  }
}
