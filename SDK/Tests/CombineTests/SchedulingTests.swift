import Combine
import Foundation
import Testing

/// A clock that a test moves.
private final class TestScheduler: Scheduler, @unchecked Sendable {
  typealias SchedulerTimeType = RunLoop.SchedulerTimeType
  typealias SchedulerOptions = Never
  private var date = Date(timeIntervalSinceReferenceDate: 0)
  private var waiting: [(date: Date, action: () -> Void)] = []
  let minimumTolerance: SchedulerStride = 0

  var now: SchedulerTimeType { SchedulerTimeType(date) }
  func schedule(options: Never?, _ action: @escaping () -> Void) { waiting.append((date, action)) }
  func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerStride,
    options: Never?,
    _ action: @escaping () -> Void
  ) { waiting.append((date.date, action)) }

  /// As a process that was suspended sees the clock.
  func jump(by seconds: TimeInterval) { date = date.addingTimeInterval(seconds) }

  func advance(by seconds: TimeInterval) {
    let end = date.addingTimeInterval(seconds)
    while let next = waiting.indices.filter({ waiting[$0].date <= end })
      .min(by: { waiting[$0].date < waiting[$1].date })
    {
      let (date, action) = waiting.remove(at: next)
      self.date = max(self.date, date)
      action()
    }
    date = end
  }
}

@Suite("Publishers and time", .timeLimit(.minutes(1)))
struct SchedulingTests {
  private let clock = TestScheduler()
  private let subject = PassthroughSubject<Int, Never>()
  private let lines = Lines()

  @Test("debounce sends what nothing has followed for some time")
  func debounce() {
    let subscription = subject.debounce(for: .milliseconds(500), scheduler: clock).sink {
      lines.add("\($0)")
    }
    subject.send(1)
    clock.advance(by: 0.4)
    subject.send(2)
    clock.advance(by: 0.4)
    #expect(lines.all == [])
    clock.advance(by: 0.1)
    #expect(lines.all == ["2"])
    subject.send(3)
    subject.send(completion: .finished)
    clock.advance(by: 1)
    #expect(lines.all == ["2", "3"])
    withExtendedLifetime(subscription) {}
  }

  @Test("throttle sends one value in some time, the first or the latest", arguments: [true, false])
  func throttle(latest: Bool) {
    let subscription = subject.throttle(for: 1, scheduler: clock, latest: latest).sink {
      lines.add("\($0)")
    }
    for value in [1, 2, 3] { subject.send(value) }
    clock.advance(by: 0)
    #expect(lines.all == ["1"])
    for value in [4, 5] {
      subject.send(value)
      clock.advance(by: 0.3)
    }
    #expect(lines.all.count == 1)
    clock.advance(by: 1)
    #expect(lines.all == (["1", latest ? "5" : "2"]))
    withExtendedLifetime(subscription) {}
  }

  @Test("delay and timeout count from when something has come")
  func delays() {
    let later = subject.delay(for: 2, scheduler: clock).sink { lines.add("late \($0)") }
    let ended = subject.timeout(3, scheduler: clock).sink(
      receiveCompletion: { _ in lines.add("timeout") },
      receiveValue: { lines.add("\($0)") }
    )
    subject.send(1)
    clock.advance(by: 1.9)
    #expect(lines.all == ["1"])
    clock.advance(by: 0.2)
    #expect(lines.all == ["1", "late 1"])
    clock.advance(by: 1)
    #expect(lines.all == ["1", "late 1", "timeout"])
    withExtendedLifetime((later, ended)) {}
  }

  @Test("what was missed while nothing ran is not made up for")
  func missed() {
    let repeated = clock.schedule(after: clock.now, interval: 1) { lines.add("run") }
    clock.advance(by: 2)
    #expect(lines.all.count == 3)
    clock.jump(by: 3_600)
    clock.advance(by: 0)
    #expect(lines.all.count <= 5)
    repeated.cancel()
    clock.advance(by: 10)
    #expect(lines.all.count <= 5)
    let once = ImmediateScheduler.shared.schedule(after: ImmediateScheduler.shared.now, interval: 1)
    {
      lines.add("at once")
    }
    once.cancel()
    #expect(lines.all.filter { $0 == "at once" }.count == 1)
  }

  @Test("values are handed over where a queue, an operation queue or nothing runs")
  func places() {
    let queue = DispatchQueue(label: "io.torpor.tests")
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    let a = [1, 2, 3].publisher.receive(on: queue).sink(
      receiveCompletion: { _ in lines.add("end") },
      receiveValue: { value in
        dispatchPrecondition(condition: .onQueue(queue))
        lines.add("\(value)")
      }
    )
    lines.wait(for: 4)
    #expect(lines.all == ["1", "2", "3", "end"])
    let b = Just(4).subscribe(on: queue).receive(on: operations).sink { lines.add("\($0)") }
    lines.wait(for: 5)
    let c = Just(5).receive(on: ImmediateScheduler.shared).sink { lines.add("\($0)") }
    #expect(lines.all.suffix(2) == ["4", "5"])
    let d = Just(6).delay(for: .milliseconds(1), scheduler: queue).sink { lines.add("\($0)") }
    lines.wait(for: 7)
    withExtendedLifetime((a, b, c, d)) {}
  }

  @Test("notifications and dates of a timer are values")
  func foundation() {
    let center = NotificationCenter()
    let name = Notification.Name("changed")
    var subscription: AnyCancellable? = center.publisher(for: name).compactMap {
      $0.userInfo?["x"] as? Int
    }
    .sink { lines.add("\($0)") }
    center.post(name: name, object: nil, userInfo: ["x": 1])
    center.post(name: Notification.Name("other"), object: nil, userInfo: ["x": 2])
    subscription = nil
    center.post(name: name, object: nil, userInfo: ["x": 3])
    #expect(lines.all == ["1"] && subscription == nil)

    let ticks = Lines()
    var timer: AnyCancellable? = Timer.publish(every: 0.01, on: .current, in: .default)
      .autoconnect()
      .sink { _ in ticks.add("tick") }
    while ticks.all.count < 3 {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    }
    timer = nil
    #expect(timer == nil && ticks.all.count >= 3)
  }
}
