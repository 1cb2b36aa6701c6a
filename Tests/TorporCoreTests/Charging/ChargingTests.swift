import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("The charging model")
struct ChargingModelTests {
  private static let noon = 12 * 3600
  private static let night = 2 * 3600

  @Test("expects the longer of a window the longer it has lasted, even when it has seen nothing")
  func prior() {
    let outlook = ChargingModel().outlook(startSecondOfDay: ChargingModelTests.night)
    let chances = [0, 60, 600, 3600, 7200].map {
      outlook.chance(toLast: .minutes(30), age: .seconds($0))
    }
    #expect(chances == chances.sorted())
    #expect(chances[0] > 0.15 && chances[0] < 0.35)
    #expect(chances[4] > 0.7)
  }

  @Test("gives a chance that falls with the length, from one towards nought")
  func falling() {
    let outlook = ChargingModel().outlook(startSecondOfDay: 0)
    let chances = [0, 1, 60, 3600, 36_000, 360_000].map {
      outlook.chance(toLast: .seconds($0), age: .seconds(100))
    }
    #expect(chances[0] == 1)
    #expect(chances == chances.sorted(by: >))
    #expect(chances.last.map { $0 >= 0 && $0 < 0.01 } == true)
  }

  @Test("learns the habits of its device, each part of the day for itself")
  func habits() {
    var model = ChargingModel()
    for _ in 0..<60 {
      model.learn(startSecondOfDay: ChargingModelTests.night, length: .hours(7))
      model.learn(startSecondOfDay: ChargingModelTests.noon, length: .minutes(5))
    }
    let night = model.outlook(startSecondOfDay: ChargingModelTests.night + 600)
    let noon = model.outlook(startSecondOfDay: ChargingModelTests.noon)
    #expect(night.chance(toLast: .hours(1), age: .zero) > 0.8)
    #expect(noon.chance(toLast: .minutes(30), age: .zero) < 0.1)
  }

  @Test("forgets old habits for new ones")
  func change() {
    var model = ChargingModel()
    for _ in 0..<5000 { model.learn(startSecondOfDay: 0, length: .hours(7)) }
    for _ in 0..<1000 { model.learn(startSecondOfDay: 0, length: .minutes(5)) }
    let outlook = model.outlook(startSecondOfDay: 0)
    #expect(outlook.chance(toLast: .hours(1), age: .zero) < 0.35)
  }

  @Test("comes back from its saved form equal, and stays small in it")
  func saved() throws {
    var model = ChargingModel()
    for seconds in 0..<500 {
      model.learn(startSecondOfDay: seconds * 170, length: .seconds(seconds))
    }
    let bytes = try SavedCodec.encode(model)
    #expect(try SavedCodec.decode(ChargingModel.self, from: bytes) == model)
    #expect(bytes.count < 1000)
    let short = Array(#"{"ends":[[1,2],[],[],[]]}"#.utf8)
    #expect(throws: SavedCodec.Failure.self) {
      try SavedCodec.decode(ChargingModel.self, from: short)
    }
  }
}

@Suite("The chooser of processing tasks")
struct ProcessingChooserTests {
  private let outlook = ChargingModel().outlook(startSecondOfDay: 0)

  private func window(hasPower: Bool = true, hasNetwork: Bool = true) -> OpenWindow {
    OpenWindow(opened: .at(.hours(1)), outlook: outlook, hasPower: hasPower, hasNetwork: hasNetwork)
  }

  private func task(
    _ key: UInt64,
    minutes: Int,
    latest: Duration? = nil,
    needsNetwork: Bool = true
  ) -> ProcessingCandidate {
    ProcessingCandidate(
      key: key,
      expectedLength: .minutes(minutes),
      latest: latest.map { .at($0) },
      needsNetwork: needsNetwork
    )
  }

  private func choose(
    _ candidates: [ProcessingCandidate],
    after age: Duration,
    in window: OpenWindow? = nil
  ) -> ProcessingChoice {
    ProcessingChooser().choose(
      from: candidates,
      in: window ?? self.window(),
      at: .at(.hours(1) + age)
    )
  }

  @Test("starts nothing in a window that has just opened, and says when it would")
  func waits() {
    guard
      case .wait(let moment) = choose([task(1, minutes: 2), task(2, minutes: 30)], after: .zero)
    else {
      Issue.record("must wait")
      return
    }
    let age = moment - .at(.hours(1))
    #expect(age > .zero && age < .minutes(2))
    #expect(choose([task(1, minutes: 2), task(2, minutes: 30)], after: age) == .start(key: 1))
  }

  @Test("starts the shortest of those that the window is likely to outlast")
  func shortest() {
    let tasks = [task(1, minutes: 10), task(2, minutes: 2), task(3, minutes: 2, latest: .hours(9))]
    #expect(choose(tasks, after: .hours(1)) == .start(key: 3))
    #expect(choose([tasks[0], tasks[1]], after: .hours(1)) == .start(key: 2))
  }

  @Test("waits longer for a longer task, and starts it in a long window")
  func longer() {
    let moments = [2, 10, 30].map { minutes -> Instant in
      guard case .wait(let moment) = choose([task(1, minutes: minutes)], after: .zero) else {
        return .zero
      }
      return moment
    }
    #expect(moments == moments.sorted() && Set(moments).count == 3)
    #expect(choose([task(1, minutes: 30)], after: .hours(4)) == .start(key: 1))
  }

  @Test("leaves out what lacks power or network")
  func needs() {
    let offline = window(hasNetwork: false)
    #expect(choose([task(1, minutes: 2)], after: .hours(1), in: offline) == .nothing)
    let tasks = [task(1, minutes: 2), task(2, minutes: 2, needsNetwork: false)]
    #expect(choose(tasks, after: .hours(1), in: offline) == .start(key: 2))
    #expect(choose(tasks, after: .hours(1), in: window(hasPower: false)) == .nothing)
  }

  @Test("starts what is overdue whatever the chance, and waits for that moment")
  func overdue() {
    let hopeless = task(1, minutes: 100_000, latest: .hours(3))
    #expect(choose([hopeless], after: .zero) == .wait(until: .at(.hours(3))))
    #expect(choose([task(1, minutes: 100_000, latest: .hours(1))], after: .zero) == .start(key: 1))
    #expect(choose([], after: .zero) == .nothing)
  }

  @Test(
    "asks again at every moment it names and then starts something",
    arguments: [1, 2, 5, 10, 45, 60]
  )
  func keepsItsWord(minutes: Int) {
    var age = Duration.zero
    for _ in 0..<60 {
      switch choose([task(1, minutes: minutes)], after: age) {
      case .start: return
      case .wait(let moment):
        #expect(moment > .at(.hours(1) + age))
        age = moment - .at(.hours(1))
        if case .wait = choose([task(1, minutes: minutes)], after: age) {
          Issue.record("named \(age) and does not start then")
        }
      case .nothing: return
      }
    }
  }
}

@Suite("The expected length of a run")
struct RunLengthEstimateTests {
  @Test("is several minutes while nothing is known")
  func unknown() {
    #expect(RunLengthEstimate().expectedLength == .minutes(5))
  }

  @Test("comes close to runs that are alike, and stays above runs that differ")
  func learned() {
    var steady = RunLengthEstimate()
    for _ in 0..<50 { steady.learn(.seconds(60)) }
    #expect(steady.expectedLength >= .seconds(60) && steady.expectedLength < .seconds(62))
    var uneven = RunLengthEstimate()
    for run in 0..<50 { uneven.learn(.seconds(run.isMultiple(of: 2) ? 30 : 90)) }
    #expect(uneven.expectedLength > .seconds(90) && uneven.expectedLength < .seconds(140))
  }

  @Test("grows when a run was stopped that took longer than expected, and else does not")
  func stopped() {
    var estimate = RunLengthEstimate()
    estimate.learnStopped(after: .minutes(2))
    #expect(estimate.expectedLength == .minutes(5))
    estimate.learnStopped(after: .minutes(6))
    #expect(estimate.expectedLength >= .minutes(12))
  }
}
