import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("The forecast of who is opened soon")
struct ReturnForecastTests {
  private let chat = AppIdentifier("com.example.chat")!
  private let maps = AppIdentifier("com.example.maps")!
  private let game = AppIdentifier("com.example.game")!

  private func chance(_ app: AppIdentifier, _ model: UsageModel, _ now: LocalSecond) -> Double {
    model.returnForecast(at: now).chance(ofSlot: model.slot(of: app))
  }

  @Test("puts who is opened often before who is opened seldom, and any before one never opened")
  func often() {
    var model = UsageModel()
    for day in Int64(0)..<14 {
      for hour in Int64(8)..<20 { model.noteOpened(chat, at: Habit.at(day: day, hour)) }
      model.noteOpened(maps, at: Habit.at(day: day, 20))
      model.noteOpened(game, at: Habit.at(day: day, 20, 30))
    }
    let now = Habit.at(day: 14, 9)
    model.noteOpened(game, at: now)
    #expect(chance(chat, model, now) > 0)
    #expect(chance(maps, model, now) < chance(chat, model, now))
    let forecast = model.returnForecast(at: now)
    #expect(model.slot(of: Habit.app) == nil)
    #expect(forecast.chance(ofSlot: nil) < chance(maps, model, now))
  }

  @Test("prefers of two that are used alike the one that is used at this hour")
  func hours() {
    var model = UsageModel()
    for day in Int64(0)..<14 {
      model.noteOpened(maps, at: Habit.at(day: day, 8))
      model.noteOpened(game, at: Habit.at(day: day, 8, 5))
      model.noteOpened(chat, at: Habit.at(day: day, 20))
      model.noteOpened(game, at: Habit.at(day: day, 20, 5))
    }
    let morning = Habit.at(day: 14, 7)
    let evening = Habit.at(day: 14, 19)
    #expect(chance(maps, model, morning) > chance(chat, model, morning))
    #expect(chance(maps, model, evening) < chance(chat, model, evening))
  }

  @Test("prefers what usually comes after the app in front")
  func company() {
    var model = UsageModel()
    for day in Int64(0)..<14 {
      for hour in Int64(8)..<20 {
        // By turns, ten others between: what follows one is far from the other.
        model.noteOpened(hour % 2 == 0 ? chat : maps, at: Habit.at(day: day, hour))
        model.noteOpened(hour % 2 == 0 ? game : Habit.app, at: Habit.at(day: day, hour, 1))
        for other in 0..<10 {
          let app = AppIdentifier("com.example.other\(other)")!
          model.noteOpened(app, at: Habit.at(day: day, hour, 2 + Int64(other)))
        }
      }
    }
    let now = Habit.at(day: 14, 8)
    model.noteOpened(chat, at: now)
    #expect(chance(game, model, now) > 1.2 * chance(Habit.app, model, now))
  }

  @Test("counts an open half after 16 hours, a quarter after 32, and nothing after 160")
  func recency() {
    var history = OpenHistory()
    history.noteOpened(at: LocalSecond(1_000_000))
    let counted = [0, 8, 16, 32, 159, 160].map { hours in
      history.recency(at: LocalSecond(1_000_000 + hours * 3600))
    }
    #expect(counted.prefix(4) == [1, 0.75, 0.5, 0.25])
    #expect(0 < counted[4] && counted[4] < 0.002)
    #expect(counted[5] == 0)
    // A clock that was set back makes no open of the future.
    #expect(history.recency(at: LocalSecond(900_000)) == 1)
  }

  @Test("is the same from a model that was written and read back")
  func coded() throws {
    var random = SeededNumbers(seed: 3)
    var model = UsageModel()
    for step in Int64(0)..<3000 {
      let app = AppIdentifier("com.example.app\(Int.random(in: 0..<40, using: &random))")!
      model.noteOpened(app, at: LocalSecond(1_700_000_000 + step * 900))
    }
    let now = LocalSecond(1_700_000_000 + 3000 * 900)
    let again = try SavedCodec.decode(UsageModel.self, from: SavedCodec.encode(model))
    let forecast = model.returnForecast(at: now)
    let other = again.returnForecast(at: now)
    for slot in UInt8(0)..<40 {
      #expect(forecast.chance(ofSlot: slot) == other.chance(ofSlot: slot))
    }
    #expect(forecast.chanceSum > 0)
  }

  @Test("knows nothing of a model that has seen nothing, and says so without a crash")
  func empty() {
    let forecast = UsageModel().returnForecast(at: Habit.at(day: 0, 8))
    #expect(forecast.chanceSum == 0)
    #expect(forecast.chance(ofSlot: nil) == forecast.chanceOfUnknown)
  }
}
