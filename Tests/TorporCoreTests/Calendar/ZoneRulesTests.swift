import Testing
import TorporCore

@Suite("The rules of a time zone")
struct ZoneRulesTests {
  @Test(
    "change the offset every year, as POSIX has it",
    arguments: [
      // rule, a second before the change, offset before, offset after
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 3600, 7200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_890_000, 7200, 3600),
      ("EST5EDT,M3.2.0,M11.1.0", 1_772_953_200, -18_000, -14_400),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1_775_314_800, 39_600, 37_800),
      // Dublin's daylight time is in winter, and behind.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_774_746_000, 0, 3600),
      // Nuuk changes on the Saturday before, said with a negative hour.
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_746_000, -7200, -3600),
      // The 60th day is 1 March also in a leap year, or 29 February where that counts.
      ("AAA0BBB,J60/0,J300/0", 1_835_481_600, 0, 3600),
      ("AAA0BBB,59/0,299/0", 1_835_395_200, 0, 3600),
    ]
  )
  func changes(_ text: String, _ moment: Int, _ before: Int, _ after: Int) throws {
    let rules = ZoneRules(try #require(YearlyRule(text)))
    #expect(rules.period(at: moment - 1).offset.seconds == before)
    #expect(rules.period(at: moment).offset.seconds == after)
    #expect(rules.period(at: moment - 1).end == moment)
    #expect(rules.period(at: moment).start == moment)
  }

  @Test("that are always in daylight time have no changes")
  func permanent() throws {
    let rules = ZoneRules(try #require(YearlyRule("XXX3EDT4,0/0,J365/23")))
    for year in 0..<60 {
      let period = rules.period(at: year * 31_556_952)
      #expect(period.offset.seconds == -14_400 && period.end == Int.max)
    }
  }

  @Test(
    "are not made from what is no rule",
    arguments: [
      "", "C", "CE-1", "CET", "CET-25", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0",
      "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
      "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,J0,J9", "CET-1CEST,366,9",
      "CET-1CEST,M3.5.0,M10.5.0,", "<A>1", "<AAA1", "CET-1:60", "CET-0001", "CET\u{0}-1",
      "CET-1CEST-27,M3.5.0,M10.5.0", String(repeating: "A", count: 70) + "1",
    ]
  )
  func refuses(_ text: String) {
    #expect(YearlyRule(text) == nil)
  }

  @Test("know each local time once, twice or not at all")
  func moments() throws {
    let rules = ZoneRules(try #require(YearlyRule("CET-1CEST,M3.5.0,M10.5.0/3")))
    let (forward, back) = (1_774_746_000, 1_792_890_000)
    #expect(rules.moments(ofLocal: forward + 3599) == .one(forward - 1))
    #expect(rules.moments(ofLocal: forward + 3600) == .none(resumesAt: forward + 7200))
    #expect(rules.moments(ofLocal: forward + 7199) == .none(resumesAt: forward + 7200))
    #expect(rules.moments(ofLocal: forward + 7200) == .one(forward))
    #expect(rules.moments(ofLocal: back + 3599) == .one(back - 3601))
    #expect(rules.moments(ofLocal: back + 3600) == .two(back - 3600, back))
    #expect(rules.moments(ofLocal: back + 7199) == .two(back - 1, back + 3599))
    #expect(rules.moments(ofLocal: back + 7200) == .one(back + 3600))
  }

  @Test("can leave out a whole day, as Samoa did")
  func dateLine() throws {
    // At the end of 29 December 2011 it was 31 December.
    let change = 1_325_239_200
    let rules = try #require(
      ZoneRules(
        initial: ZoneRules.Offset(seconds: -36_000, isDaylight: true),
        transitions: [
          ZoneRules.Transition(at: change, to: ZoneRules.Offset(seconds: 50_400, isDaylight: true))
        ]
      )
    )
    let midnight = change - 36_000
    #expect(rules.moments(ofLocal: midnight - 1) == .one(change - 1))
    #expect(rules.moments(ofLocal: midnight) == .none(resumesAt: midnight + 86_400))
    #expect(rules.moments(ofLocal: midnight + 86_399) == .none(resumesAt: midnight + 86_400))
    #expect(rules.moments(ofLocal: midnight + 86_400) == .one(change))
  }

  @Test("are refused when moments do not ascend, or an offset is beyond a day and more")
  func limits() {
    let zero = ZoneRules.Offset(seconds: 0)
    let one = ZoneRules.Offset(seconds: 3600)
    let far = ZoneRules.Offset(seconds: 93_600)
    func rules(_ moments: [Int], _ offset: ZoneRules.Offset) -> ZoneRules? {
      ZoneRules(initial: zero, transitions: moments.map { .init(at: $0, to: offset) })
    }
    #expect(rules([1, 2], one) != nil)
    #expect(rules([2, 1], one) == nil && rules([1, 1], one) == nil)
    #expect(rules([1], far) == nil)
    #expect(rules([Int.max], one) == nil && rules([Int.min], one) == nil)
    #expect(rules(Array(0..<2000), one) != nil && rules(Array(0..<2001), one) == nil)
  }
}
