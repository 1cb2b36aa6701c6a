import Combine
import Foundation
import Testing

private struct Refused: Error {}

/// Values of which there are so many, or that come so closely, that the way in which they are kept shows.
@Suite("Many values", .serialized, .timeLimit(.minutes(3)))
struct ManyTests {
  @Test("of two senders at once end with the last values of both")
  func latest() async {
    for _ in 1...300 {
      let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let last = Lines()
      let subscription = one.combineLatest(other).sink { last.add("\($0.0) \($0.1)") }
      await withTaskGroup(of: Void.self) { group in
        for subject in [one, other] {
          group.addTask { for value in 1...50 { subject.send(value) } }
        }
      }
      #expect(last.all.last == "50 50")
      subscription.cancel()
    }
  }

  @Test("of two senders at once are zipped in the order of both")
  func pairs() async {
    for _ in 1...100 {
      let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let pairs = Lines()
      let subscription = one.zip(other).sink { pairs.add("\($0.0) \($0.1)") }
      await withTaskGroup(of: Void.self) { group in
        for subject in [one, other] {
          group.addTask { for value in 1...50 { subject.send(value) } }
        }
      }
      #expect(pairs.all == (1...50).map { "\($0) \($0)" })
      subscription.cancel()
    }
  }

  /// By how much the work grows with ten times as many values, in processor time of this thread: about 10 where each takes
  /// the same, and above 40 where what is kept is copied or moved for each.
  private func growth(_ work: (Int) -> Void) -> Double {
    func seconds(_ count: Int) -> Double {
      let before = processorSeconds()
      work(count)
      return processorSeconds() - before
    }
    let few = seconds(20_000)
    return seconds(200_000) / few
  }

  private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("are collected each in the same time")
  func collected() {
    let growth = growth { many in
      var counts: [Int] = []
      let all = (1...many).publisher.collect().sink { counts.append($0.count) }
      #expect(counts == [many])
      all.cancel()
    }
    #expect(growth < 25)
  }

  @Test("that wait for another publisher's are taken each in the same time")
  func zipped() {
    let growth = growth { many in
      let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      var sum = 0
      let pairs = one.zip(other).sink { sum += $0.1 - $0.0 }
      for value in 1...many { one.send(value) }
      for value in 1...many { other.send(value + 1) }
      #expect(sum == many)
      pairs.cancel()
    }
    #expect(growth < 25)
  }

  @Test("of publishers that end at once do not fill the stack")
  func ending() {
    let first = PassthroughSubject<Int, Never>()
    var count = 0
    let all = (0...100_000).publisher
      .flatMap(maxPublishers: .max(1)) { value in
        value == 0 ? first.eraseToAnyPublisher() : Just(value).eraseToAnyPublisher()
      }
      .sink { _ in count += 1 }
    first.send(completion: .finished)
    #expect(count == 100_000)
    all.cancel()
  }

  @Test("of a publisher that is tried again and again do not fill the stack")
  func retried() {
    var tries = 0
    var ends = 0
    let all = Deferred { () -> Fail<Int, Refused> in
      tries += 1
      return Fail(error: Refused())
    }
    .retry(100_000)
    .sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in })
    #expect(tries == 100_001 && ends == 1)
    all.cancel()
  }
}
