import Combine
import Foundation
import Testing

private struct Failure: Error, Equatable {
  let text: String
}

/// What a publisher sends, as text; with its end.
private func record<P: Publisher>(_ publisher: P) -> (lines: Lines, subscription: AnyCancellable) {
  let lines = Lines()
  let subscription = publisher.sink(
    receiveCompletion: { completion in
      switch completion {
      case .finished: lines.add("end")
      case .failure(let error): lines.add("\(error)")
      }
    },
    receiveValue: { lines.add("\($0)") }
  )
  return (lines, subscription)
}

private func all<P: Publisher>(_ publisher: P) -> [String] { record(publisher).lines.all }

private struct Tea: Codable {
  var name: String
}

@Suite("Operators on publishers")
struct OperatorTests {
  private func coded<Coder: TopLevelDecoder>(_ bytes: Data, _ decoder: Coder) -> [String]
  where Coder.Input == Data {
    all(Just(bytes).decode(type: Tea.self, decoder: decoder).map(\.name))
  }

  @Test("read and write values as a coder does, and end where it fails")
  func coding() throws {
    let bytes = Data(#"{"name":"green"}"#.utf8)
    #expect(coded(bytes, JSONDecoder()) == ["green", "end"])
    #expect(coded(Data("?".utf8), JSONDecoder()).count == 1)
    func written<Coder: TopLevelEncoder>(_ encoder: Coder) -> [String] where Coder.Output == Data {
      all(
        Just(Tea(name: "green")).encode(encoder: encoder).map {
          String(decoding: $0, as: UTF8.self)
        }
      )
    }
    #expect(written(JSONEncoder()) == [#"{"name":"green"}"#, "end"])
  }

  private let numbers = [1, 2, 2, 3].publisher

  @Test("make other values of each")
  func each() {
    #expect(all(numbers.map { $0 * 2 }) == ["2", "4", "4", "6", "end"])
    #expect(all(["a", "bb"].publisher.map(\.count)) == ["1", "2", "end"])
    #expect(all(numbers.filter { $0 != 2 }) == ["1", "3", "end"])
    #expect(all(numbers.compactMap { $0 == 2 ? nil : "n\($0)" }) == ["n1", "n3", "end"])
    #expect(all(numbers.removeDuplicates()) == ["1", "2", "3", "end"])
    #expect(all(numbers.removeDuplicates { $0 % 2 == $1 % 2 }) == ["1", "2", "3", "end"])
    #expect(all(numbers.scan(0, +)) == ["1", "3", "5", "8", "end"])
    #expect(all([1, nil].publisher.replaceNil(with: 7)) == ["1", "7", "end"])
  }

  @Test("take some of the values")
  func some() {
    #expect(all(numbers.dropFirst(2)) == ["2", "3", "end"])
    #expect(all(numbers.drop { $0 < 2 }) == ["2", "2", "3", "end"])
    #expect(all(numbers.prefix(2)) == ["1", "2", "end"])
    #expect(all(numbers.prefix { $0 < 3 }) == ["1", "2", "2", "end"])
    #expect(all(numbers.first()) == ["1", "end"])
    #expect(all(numbers.first { $0 > 1 }) == ["2", "end"])
    #expect(all(numbers.last()) == ["3", "end"])
    #expect(all(numbers.collect()) == ["[1, 2, 2, 3]", "end"])
    #expect(all(numbers.reduce(0, +)) == ["8", "end"])
    #expect(all(numbers.ignoreOutput()) == ["end"])
    #expect(all(numbers.prepend(0)) == ["0", "1", "2", "2", "3", "end"])
  }

  @Test("end with an error, and make something else of it")
  func errors() {
    let failing = numbers.tryMap { number in
      if number == 3 { throw Failure(text: "three") }
      return number
    }
    let text = #"Failure(text: "three")"#
    #expect(all(failing) == ["1", "2", "2", text])
    #expect(all(failing.replaceError(with: 0)) == ["1", "2", "2", "0", "end"])
    #expect(
      all(failing.mapError { _ in Failure(text: "other") }) == [
        "1", "2", "2", #"Failure(text: "other")"#,
      ]
    )
    #expect(all(failing.catch { _ in Just(9) }) == ["1", "2", "2", "9", "end"])
    #expect(all(failing.retry(1)) == ["1", "2", "2", "1", "2", "2", text])
    #expect(all(Fail<Int, Failure>(error: Failure(text: "three"))) == [text])
    #expect(all(Just(1).setFailureType(to: Failure.self)) == ["1", "end"])
    #expect(all(Empty<Int, Never>()) == ["end"])
    #expect(all(numbers.tryCompactMap { $0 == 1 ? nil : $0 }) == ["2", "2", "3", "end"])
    #expect(all(Result<Int, Failure>.success(1).publisher) == ["1", "end"])
    #expect(all(Int?.none.publisher) == ["end"])
  }

  @Test("join publishers")
  func joined() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let pairs = record(a.combineLatest(b).map { "\($0)\($1)" })
    let sums = record(a.combineLatest(b) { $0 + $1 })
    let three = record(a.combineLatest(b, Just(5)).map { "\($0)\($1)\($2)" })
    let both = record(a.merge(with: b))
    let zipped = record(a.zip(b).map { "\($0)\($1)" })
    a.send(1)
    a.send(2)
    b.send(3)
    b.send(4)
    a.send(completion: .finished)
    #expect(zipped.lines.all == ["13", "24", "end"])
    #expect(both.lines.all == ["1", "2", "3", "4"])
    b.send(completion: .finished)
    #expect(pairs.lines.all == ["23", "24", "end"])
    #expect(sums.lines.all == ["5", "6", "end"])
    #expect(three.lines.all == ["235", "245", "end"])
    #expect(both.lines.all == ["1", "2", "3", "4", "end"])
    #expect(all(Publishers.MergeMany([Just(1), Just(2)])) == ["1", "2", "end"])
    #expect(all(Publishers.Merge(Just(1), Just(2))) == ["1", "2", "end"])
    #expect(all(Publishers.CombineLatest(Just(1), Just(2)).map { $0 + $1 }) == ["3", "end"])
  }

  @Test("stop publishers that have no end")
  func endless() {
    let endless = (0...).publisher
    #expect(all(["a", "b"].publisher.zip(endless).map { "\($0)\($1)" }) == ["a0", "b1", "end"])
    #expect(all(endless.zip(["a"].publisher).map { "\($0)\($1)" }) == ["0a", "end"])
    #expect(all(endless.prepend(-1).prefix(3)) == ["-1", "0", "1", "end"])
    #expect(all(endless.merge(with: Just(7)).prefix(2)) == ["0", "1", "end"])
    #expect(all(endless.flatMap { Just($0) }.prefix(2)) == ["0", "1", "end"])
  }

  @Test("subscribe to publishers that values make")
  func inner() {
    #expect(all(numbers.flatMap { Just($0 * 10) }) == ["10", "20", "20", "30", "end"])
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let latest = record(outer.switchToLatest())
    let limited = record(outer.flatMap(maxPublishers: .max(1)) { $0 })
    outer.send(a)
    a.send(1)
    outer.send(b)
    a.send(2)
    b.send(3)
    outer.send(completion: .finished)
    #expect(latest.lines.all == ["1", "3"])
    #expect(limited.lines.all == ["1", "2"])
    a.send(completion: .finished)
    b.send(4)
    b.send(completion: .finished)
    #expect(latest.lines.all == ["1", "3", "4", "end"])
    #expect(limited.lines.all == ["1", "2", "4", "end"])
  }

  @Test("show what happens, and share one subscription")
  func events() {
    let lines = Lines()
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.handleEvents(
      receiveSubscription: { _ in lines.add("subscribed") },
      receiveOutput: { lines.add("value \($0)") },
      receiveCancel: { lines.add("cancelled") }
    ).share()
    var one: AnyCancellable? = shared.sink { _ in }
    var other: AnyCancellable? = shared.sink { _ in }
    subject.send(1)
    one = nil
    subject.send(2)
    other = nil
    subject.send(3)
    #expect(one == nil && other == nil)
    #expect(lines.all == ["subscribed", "value 1", "value 2", "cancelled"])
  }
}
