import Testing
import TorporModel
import TorporText

@testable import torpor

@Suite("A push from a gateway, as torpor why shows it")
struct ReceivedPushTextTests {
  private static func push(
    _ stage: ReceivedPush.Stage,
    sent: Int64? = 107_999_000_000,
    channel: String? = nil,
    _ conditions: [Condition] = []
  ) -> ReceivedPush {
    ReceivedPush(
      apnsIdentifier: "eabeae54",
      channel: channel,
      kind: .background,
      sentWallMicroseconds: sent,
      arrived: .at(.hours(30)),
      stage: stage,
      since: .at(.hours(30) + .seconds(2)),
      conditions: conditions
    )
  }

  private static let limit = Condition(.rateLimit, holds: false, until: .at(.hours(31)))
  private static let arrival =
    "background eabeae54: accepted by the gateway at 05:59:59, arrived at 06:00:00"

  private static let held: String = {
    let cause = limit.phrase(for: .wake(.silentPush))
    return "\(arrival), held since 06:00:02 because \(cause) (until 07:00:00)"
  }()
  private static let replaced = Condition(.replaced, holds: false)
  private static let denied: String = {
    "\(arrival), not delivered because \(replaced.phrase(for: .wake(.silentPush)))"
  }()

  private static let cases: [(ReceivedPush, String)] = [
    (push(.arrived), arrival),
    (push(.shown), "\(arrival), shown to the user"),
    (push(.delivered), "\(arrival), delivered to the app at 06:00:02"),
    (push(.handled), "\(arrival), handled by the app at 06:00:02"),
    (
      push(.handled, sent: nil),
      "background eabeae54: arrived at 06:00:00, handled by the app at 06:00:02"
    ),
    (push(.held, [limit]), held), (push(.denied, [replaced]), denied),
    (
      push(.shown, sent: nil, channel: "AAAAAAAAAAAAAAAAAAAAAA=="),
      "background eabeae54 on broadcast channel AAAAAAAAAAAAAAAAAAAAAA==: arrived at 06:00:00, shown to the user"
    ),
  ]

  @Test("says by which broadcast channel it came, and how far", arguments: cases)
  func lines(push: ReceivedPush, line: String) {
    #expect(ReceivedPushText.line(push, .epoch) == line)
  }

  @Test("is one of the last eight, under a heading, or nothing at all")
  func section() {
    #expect(ReceivedPushText.section([], .epoch, .plain) == [])
    let pushes = Array(repeating: Self.push(.shown), count: 9)
    let lines = ReceivedPushText.section(pushes, .epoch, .plain)
    #expect(lines.prefix(2) == ["", "Pushes from the gateway"])
    #expect(lines.count == 10)
  }
}
