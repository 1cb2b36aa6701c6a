import Testing
import TorporCore
import TorporModel

@testable import TorporLinux

extension LinuxTests {
  @Suite("A calendar expression, as systemd sees it", .enabled(if: SystemdCalendar.isAvailable))
  struct CalendarAgreementTests {
    /// 20 batches of 100 expressions.
    @Test("has the same normalised form and the same next five moments", arguments: Batch.all)
    func agrees(_ batch: Batch) throws {
      let zones = ZoneFiles()
      let local = try zones.rules(of: #require(ZoneName(batch.localZone)))
      var texts = CalendarTexts(seed: batch.seed)
      let base = batch.base(in: local, &texts)
      let year = CalendarDay(daysSince1970: base / 86_400).year
      let expressions = (0..<100).map { _ in texts.expression(around: year) }
      let answers = try SystemdCalendar(localZone: batch.localZone)
        .answers(to: expressions, after: base, iterations: 5)
      var skipCount = 0
      for (text, answer) in zip(expressions, answers) {
        let place = Comment("'\(text)' after @\(base), TZ=\(batch.localZone)")
        let answer = try #require(answer, place)
        let expression = try CalendarExpression(parsing: text)
        let rules = try expression.zone.map { try zones.rules(of: $0) } ?? local
        let own = moments(of: expression, after: base, upTo: answer.moments.last, in: rules)
        skipCount += own.prefix(5) == answer.moments[...] ? 0 : 1
        if answer.gaveUp { continue }
        #expect(expression.description == answer.normalised, place)
        if own.prefix(5) == answer.moments[...] { continue }
        #expect(mayBeSkipped(expression), "\(place): \(answer.moments) \(own.prefix(5))")
        #expect(answer.moments.allSatisfy(own.contains), "\(place): \(answer.moments) \(own)")
      }
      #expect(skipCount <= 5)
    }

    @Test("is refused here where it is refused there", arguments: 0..<5)
    func refuses(seed: Int) throws {
      let zones = ZoneFiles()
      var texts = CalendarTexts(seed: UInt64(1000 + seed))
      let expressions = (0..<200).map { _ in texts.damaged(around: 2030) }.filter { !$0.isEmpty }
      let answers = try SystemdCalendar(localZone: "UTC")
        .answers(to: expressions, after: 1_893_456_000, iterations: 1)
      for (text, answer) in zip(expressions, answers) where answer == nil {
        guard let expression = try? CalendarExpression(parsing: text) else { continue }
        let isKnownZone = expression.zone.map { (try? zones.rules(of: $0)) != nil } ?? true
        #expect(!isKnownZone || hasLateDaysFromEnd(expression), "'\(text)'")
      }
      #expect(answers.contains { $0 == nil } && answers.contains { $0 != nil })
    }

    @Test("is refused here and there for each kind of mistake", arguments: nonsense)
    func refusesNonsense(_ text: String) throws {
      let answers = try SystemdCalendar(localZone: "UTC")
        .answers(to: [text, "daily"], after: 0, iterations: 1)
      #expect(answers[0] == nil && answers[1] != nil)
      let zone = (try? CalendarExpression(parsing: text))?.zone
      if let zone {
        #expect(throws: ZoneFailure.unknown(zone)) { try ZoneFiles().rules(of: zone) }
      } else {
        #expect(throws: CalendarMistake.self) { try CalendarExpression(parsing: text) }
      }
    }

    fileprivate static let nonsense = [
      " daily", "daily ", "daily  UTC", "UTC", "Mo", "Mon Tue", "Mondays", "tue,,wed", "Mon..",
      "Sun..Mon", "Mon..Wed..Fri", "mon,2:00", "mon2:00", "10", "10 11:00", "*-*-*T10:00", ":5",
      "*:",
      "1:2:3:4", "1-2-3-4", "1~2-3", "*-~1", "*-*-~1", "*-*-1~2", "*-*~29", "*-*~1/1", "*-*~5/5",
      "*-*~5..1", "24:00", "23/1:00", "0/24:00", "10..5:00", "*:60", "5/0:00", "5..7/0:00", "1,:0",
      "*/2:00", "*:*:*/2", "*:*:60", "*:*:59.9999999", "*:*:0/0.0000001", "*:*:5..5", "*:*:1..1.5",
      "*:*:0.:", "*:0.5", "*:*:1...5", "*-13-01", "*-00-01", "*-*-32", "*-*-0", "1969-1-1",
      "2200-1-1", "170-1-1", "2199/1-1-1", "@", "@x", "@-5", "@1.5", "@1000000000000",
      "2147483648:00", "99999999999999999999:00", "10:00 ", "10:00  UTC", "daily europe/berlin",
      "daily Foo/Bar", "daily Europe/Berlin ", "daily ../../etc/passwd", "daily /etc/localtime",
      "weekly,daily", "Mon daily", "1:2 3", "ä:00",
    ]

    // MARK: Known differences

    /// The moments after the base: five, and all others up to the one said.
    private func moments(
      of expression: CalendarExpression,
      after base: Int,
      upTo last: Int?,
      in rules: ZoneRules
    ) -> [Int] {
      var moments: [Int] = []
      var moment = Int64(base) * 1_000_000_000
      while moments.count < 5 || moments.count < 2000 && moments[moments.count - 1] < last ?? 0,
        let next = expression.next(afterWallNanoseconds: moment, in: rules)
      {
        moments.append(Int(next / 1_000_000_000))
        moment = next
      }
      return moments
    }

    /// Whether systemd 252 may skip moments that the expression means.
    ///
    /// A step without an end, or a day that a month does not have, leads it over the end of its place
    /// and some way into the next day or month, and it goes on from there: 04/14:00 is not at 04:00
    /// after it was at 18:00. Later versions begin at the front. (The seeds do not meet a third case:
    /// where clocks are set forward within an hour, it skips what is left of that hour.)
    private func mayBeSkipped(_ expression: CalendarExpression) -> Bool {
      let places = [
        expression.months, expression.days, expression.hours, expression.minutes,
        expression.seconds,
      ]
      let isOpen = places.flatMap(parts).contains { span in
        if case .open = span { true } else { false }
      }
      return isOpen || parts(expression.days).contains { last($0) > 28 }
    }

    /// Whether systemd 252 refuses the days although each is one: its limit for days from the end
    /// goes down by three with each part of the list.
    private func hasLateDaysFromEnd(_ expression: CalendarExpression) -> Bool {
      guard expression.countsDaysFromEnd else { return false }
      return parts(expression.days).enumerated().contains { index, span in
        last(span) > 28 - 3 * index
      }
    }

    private func parts(_ field: CalendarField) -> [CalendarSpan] {
      if case .listed(let spans) = field { spans } else { [] }
    }

    private func last(_ span: CalendarSpan) -> Int {
      if case .range(let range, _) = span { range.upperBound } else { span.first }
    }

    /// A hundred expressions that are asked of at one moment, in one local zone.
    struct Batch: Sendable, CustomTestStringConvertible {
      let seed: UInt64
      let localZone: String
      let isNearTransition: Bool

      static let all = (0..<20).map { number in
        let zones = ["UTC"] + CalendarTexts.zones
        return Batch(
          seed: UInt64(number),
          localZone: zones[number % zones.count],
          isNearTransition: number % 2 == 1
        )
      }

      var testDescription: String {
        "seed \(seed), \(localZone)\(isNearTransition ? ", near a change of clocks" : "")"
      }

      func base(in rules: ZoneRules, _ texts: inout CalendarTexts) -> Int {
        let moment = texts.moment()
        let end = rules.period(at: moment).end
        guard isNearTransition, end < Int.max else { return moment }
        return end - texts.number(-7200...180_000)
      }
    }
  }
}
