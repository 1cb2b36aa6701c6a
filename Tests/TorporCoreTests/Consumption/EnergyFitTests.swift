import Testing
import TorporModel

@testable import TorporCore

@Suite("The energy model, fitted to the battery")
struct EnergyFitTests {
  private typealias Hour = EnergyFit.Hour

  /// Hours of a laptop: 3 W at rest, 2 W more with an app on screen, 8 W for a core, all else at half of the model's
  /// costs, and a gauge that is off by up to that much of each hour.
  private func hours(_ count: Int, noise: Double = 0) -> [Hour] {
    var chance = Chance()
    return (0..<count).map { _ in
      let screen = chance.next() < 0.3 ? 0 : chance.next()
      let processor = chance.next() * chance.next() * 2
      let other = chance.next() < 0.3 ? 0 : chance.next() * 0.5
      let taken = 3 + 2 * screen + 8 * processor + 0.5 * other
      return Hour(
        screen: screen,
        processor: processor,
        other: other,
        measured: taken * (1 + noise * (2 * chance.next() - 1))
      )
    }
  }

  private func fitted(_ hours: [Hour]) throws -> EnergyFit {
    try #require(EnergyFit.fit(hours).fit, "\(EnergyFit.fit(hours))")
  }

  /// Whether a cost is known, and the true one lies within its error, or within three times it.
  private func tells(_ cost: EnergyFit.Cost?, _ truth: Int64, within errors: Int64 = 1) -> Bool {
    cost.map { abs($0.value - truth) <= errors * $0.error + 1 } ?? false
  }

  @Test("finds the costs that made the hours, exactly where nothing is off")
  func exact() throws {
    let fit = try fitted(hours(30))
    #expect(tells(fit.rest, 3000) && tells(fit.screen, 2000))
    #expect(tells(fit.processor, 8000) && tells(fit.other, 500))
    #expect(fit.errorPermille == 0 && fit.hours == 30 && fit.hoursLeftOut == 0)
  }

  @Test("finds them within the errors that it shows", arguments: [0.02, 0.05, 0.1])
  func noisy(noise: Double) throws {
    let fit = try fitted(hours(120, noise: noise))
    // Even noise of that height has a root mean square of 1/√3 of it, in thousandths of each hour.
    #expect(fit.errorPermille > Int(noise * 1000 / 3) && fit.errorPermille < Int(noise * 1000))
    // One in twenty lies outside of twice its standard error; none of these outside of three times that.
    #expect(tells(fit.rest, 3000, within: 3) && tells(fit.screen, 2000, within: 3))
    #expect(tells(fit.processor, 8000, within: 3))
    #expect(fit.other.map { abs($0.value - 500) <= 3 * $0.error } ?? true)
  }

  @Test("knows no cost that only something uncounted can have taken")
  func uncounted() throws {
    var chance = Chance()
    // 40 W that no app took, in each hour in which an app sent a little.
    let hours = (0..<60).map { index in
      let isBusy = index.isMultiple(of: 2)
      return Hour(
        screen: 0,
        processor: 0,
        other: isBusy ? 0.0001 : 0,
        measured: 5 + (isBusy ? 40 : 0) + 0.3 * (2 * chance.next() - 1)
      )
    }
    let fit = try fitted(hours)
    #expect(fit.rest.map { abs($0.value - 5000) < 500 } == true)
    #expect(fit.other == nil)
  }

  @Test("shows an error that grows with the noise, and shrinks with the hours")
  func errors() throws {
    let quiet = try #require(try fitted(hours(120, noise: 0.02)).processor).error
    let loud = try #require(try fitted(hours(120, noise: 0.1)).processor).error
    let short = try #require(try fitted(hours(30, noise: 0.02)).processor).error
    #expect(loud > 3 * quiet && short > quiet)
  }

  @Test("is not made from less than a day of hours")
  func few() {
    #expect(EnergyFit.fit(hours(23)) == .tooFewHours(23))
    #expect(EnergyFit.fit([]) == .tooFewHours(0))
  }

  @Test("tells only what a machine takes at rest, where nothing was ever used")
  func idle() throws {
    let idle = Hour(screen: 0, processor: 0, other: 0, measured: 3)
    let fit = try fitted(Array(repeating: idle, count: 48))
    #expect(tells(fit.rest, 3000))
    #expect(fit.screen == nil && fit.processor == nil && fit.other == nil)
  }

  @Test("tells nothing where all hours are alike, or differ by less than a gauge is true to")
  func constant() {
    let same = Hour(screen: 0.5, processor: 0.4, other: 0.1, measured: 5)
    #expect(EnergyFit.fit(Array(repeating: same, count: 48)) == .undetermined(hours: 48))
    var chance = Chance()
    let almost = (0..<48).map { _ in
      Hour(
        screen: 0.5,
        processor: 0.4 + 0.01 * chance.next(),
        other: 0.1,
        measured: 5 + 0.1 * chance.next()
      )
    }
    #expect(EnergyFit.fit(almost) == .undetermined(hours: 48))
  }

  @Test("tells neither of two that always come together, and what else the hours tell")
  func together() throws {
    var chance = Chance()
    let hours = (0..<96).map { _ in
      let screen = chance.next()
      let processor = 0.5 * screen
      let other = chance.next() * 0.8
      let taken = 3 + 2 * screen + 8 * processor + 0.9 * other
      return Hour(
        screen: screen,
        processor: processor,
        other: other,
        measured: taken * (0.99 + 0.02 * chance.next())
      )
    }
    let fit = try fitted(hours)
    #expect(fit.screen == nil && fit.processor == nil)
    #expect(tells(fit.rest, 3000, within: 3) && tells(fit.other, 900, within: 3))
    #expect(fit.errorPermille < 20)
  }

  @Test("does not show as known what it finds by chance", arguments: 1...20)
  func chance(seed: UInt64) throws {
    var chance = Chance(state: seed)
    let hours = (0..<60).map { _ in
      Hour(
        screen: chance.next(),
        processor: 0.02 * chance.next(),
        other: 0.02 * chance.next(),
        measured: 4 * (0.8 + 0.4 * chance.next())
      )
    }
    let outcome = EnergyFit.fit(hours)
    #expect(outcome.fit?.processor == nil && outcome.fit?.other == nil, "\(outcome)")
    #expect(outcome.fit?.screen == nil)
  }

  @Test("has no cost below zero, whatever the hours say")
  func negative() throws {
    let hours = hours(60).map {
      Hour(
        screen: $0.screen,
        processor: $0.processor,
        other: $0.other,
        measured: 10 + 8 * $0.processor - 0.5 * $0.screen
      )
    }
    let fit = try fitted(hours)
    #expect(fit.screen == nil && fit.other == nil)
    #expect(fit.processor.map { $0.value > 7000 && $0.value < 9000 } == true)
  }

  @Test(
    "is not moved by an hour that lies far off: of a gauge set anew, or of a counter that is wrong",
    arguments: [40.0, 0.0, 1000.0]
  )
  func outlier(measured: Double) throws {
    var hours = hours(60, noise: 0.02)
    hours[7] = Hour(screen: 0.2, processor: 0.1, other: 0.1, measured: measured)
    let fit = try fitted(hours)
    #expect(fit.hoursLeftOut >= 1 && fit.hoursLeftOut <= 3)
    #expect(tells(fit.rest, 3000, within: 3) && tells(fit.processor, 8000, within: 3))
    hours[7] = Hour(screen: 0.2, processor: measured + 100, other: 0.1, measured: 4)
    let second = try fitted(hours)
    #expect(second.hoursLeftOut >= 1 && second.hoursLeftOut <= 3)
    #expect(tells(second.rest, 3000, within: 3) && tells(second.processor, 8000, within: 3))
  }

  @Test("leaves out a tenth of the hours at most, and is not used where it predicts them badly")
  func inexact() {
    var chance = Chance()
    let outcome = EnergyFit.fit(
      hours(60).map {
        Hour(
          screen: $0.screen,
          processor: $0.processor,
          other: $0.other,
          measured: $0.measured * (chance.next() < 0.5 ? 0.2 : 3)
        )
      }
    )
    guard case .inexact(60, let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(error > EnergyFit.errorPermilleMax)
  }

  @Test("charges an app for its processor and for all else at the costs that are known")
  func applied() throws {
    var used = Consumption()
    used.processorMicroseconds = 1_000_000
    // 1 J of the processor by the model, and 4 J of radios.
    used.nanojoules = 5_000_000_000
    let fit = try fitted(hours(30))
    #expect(fit.applied(to: used).nanojoules == 10_000_000_000)
    let idle = Hour(screen: 0, processor: 0, other: 0, measured: 3)
    let none = try fitted(Array(repeating: idle, count: 48))
    #expect(none.applied(to: used) == used)
    used.processorMicroseconds = .max / 2
    used.nanojoules = .max / 4
    #expect(fit.applied(to: used).nanojoules > 0)
  }
}
