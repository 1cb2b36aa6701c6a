import Combine
import Foundation
import Testing

/// Asks for values one by one.
private final class Asking: Subscriber {
  var subscription: (any Subscription)?
  let lines = Lines()

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Int) -> Subscribers.Demand {
    lines.add("\(input)")
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) { lines.add("end") }
}

private final class Model: ObservableObject {
  @Published var name = "a"
  @Published var count = 0
}

@MainActor
private final class MainModel: ObservableObject {
  @Published var name = "a"
}

private final class Holder {
  var value = 0
}

/// Asks for the value of a subject when it goes.
private final class AskingAtItsEnd {
  private let subject: CurrentValueSubject<AskingAtItsEnd?, Never>

  init(_ subject: CurrentValueSubject<AskingAtItsEnd?, Never>) { self.subject = subject }
  deinit { _ = subject.value }
}

@Suite("Publishers that are told what to send", .timeLimit(.minutes(1)))
struct SubjectTests {
  @Test("send to those that are subscribed, as many as they have asked for")
  func demand() {
    let subject = PassthroughSubject<Int, Never>()
    let asking = Asking()
    subject.send(0)
    subject.subscribe(asking)
    subject.send(1)
    asking.subscription?.request(.max(1))
    subject.send(2)
    subject.send(3)
    asking.subscription?.request(.unlimited)
    subject.send(4)
    subject.send(completion: .finished)
    subject.send(5)
    #expect(asking.lines.all == ["2", "4", "end"])

    let current = CurrentValueSubject<Int, Never>(1)
    let late = Asking()
    current.subscribe(late)
    current.send(2)
    #expect(late.lines.all == [] && current.value == 2)
    late.subscription?.request(.max(1))
    #expect(late.lines.all == ["2"])
    current.value = 3
    late.subscription?.request(.max(1))
    late.subscription?.cancel()
    current.send(4)
    #expect(late.lines.all == ["2", "3"])

    let elements = Asking()
    [1, 2, 3].publisher.subscribe(elements)
    elements.subscription?.request(.max(2))
    #expect(elements.lines.all == ["1", "2"])
    elements.subscription?.request(.max(1))
    #expect(elements.lines.all == ["1", "2", "3", "end"])

    let joined = Asking()
    [1, 2].publisher.merge(with: Just(3)).subscribe(joined)
    joined.subscription?.request(.max(2))
    #expect(joined.lines.all == ["1", "2"])
    joined.subscription?.request(.unlimited)
    #expect(joined.lines.all == ["1", "2", "3", "end"])
  }

  @Test("stop with what they were subscribed by")
  func cancellation() {
    let subject = PassthroughSubject<Int, Never>()
    let lines = Lines()
    var set = Set<AnyCancellable>()
    var list: [AnyCancellable] = []
    subject.sink { lines.add("set \($0)") }.store(in: &set)
    subject.sink { lines.add("list \($0)") }.store(in: &list)
    subject.send(1)
    set = []
    subject.send(2)
    list[0].cancel()
    subject.send(3)
    #expect(lines.all.sorted() == ["list 1", "list 2", "set 1"])
    #expect(Subscribers.Demand.max(1) + .max(2) == .max(3))
    #expect(Subscribers.Demand.unlimited > .max(1) && Subscribers.Demand.none < .max(1))
  }

  @Test("end their subscriptions without a cycle")
  func release() {
    var assigned: Holder? = Holder()
    weak let weakAssigned = assigned
    let subject = CurrentValueSubject<Int, Never>(5)
    let subscription = subject.assign(to: \.value, on: assigned!)
    #expect(assigned?.value == 5)
    assigned = nil
    #expect(weakAssigned != nil)
    subscription.cancel()
    #expect(weakAssigned == nil)
  }

  @Test("are properties of objects, which say before that they change")
  @MainActor
  func published() {
    let model = Model()
    let lines = Lines()
    let changes = model.objectWillChange.sink { [unowned model] in
      lines.add("changes, was \(model.name)")
    }
    let names = model.$name.sink { [unowned model] in lines.add("\($0), was \(model.name)") }
    model.name = "b"
    model.count = 1
    #expect(lines.all == ["a, was a", "changes, was a", "b, was a", "changes, was b"])
    #expect(model.name == "b" && model.count == 1)
    #expect(model.objectWillChange === model.objectWillChange)

    let main = MainModel()
    model.$name.map { $0 + "!" }.assign(to: &main.$name)
    model.name = "c"
    #expect(main.name == "c!")
    withExtendedLifetime((changes, names)) {}
  }

  @Test("hand values over one at a time, whichever thread sends them")
  func threads() {
    let subject = PassthroughSubject<Int, Never>()
    nonisolated(unsafe) var last = 0
    let subscription = subject.scan(0) { count, _ in count + 1 }.sink { last = $0 }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for value in 0..<2_000 { subject.send(value) }
    }
    #expect(last == 8_000)
    withExtendedLifetime(subscription) {}
  }

  @Test("let a value go outside of their locks")
  func values() {
    let subject = CurrentValueSubject<AskingAtItsEnd?, Never>(nil)
    subject.send(AskingAtItsEnd(subject))
    subject.send(nil)
    #expect(subject.value == nil)
  }

  @Test("are known by their protocols")
  func protocols() {
    func send(_ value: Int, _ subject: any Subject<Int, Never>) { subject.send(value) }
    let subject = PassthroughSubject<Int, Never>()
    let lines = Lines()
    let cancellable: any Cancellable = subject.eraseToAnyPublisher().sink { lines.add("\($0)") }
    send(1, subject)
    cancellable.cancel()
    send(2, subject)
    let publisher = ObservableObjectPublisher()
    let changes = publisher.sink { lines.add("changes") }
    publisher.send()
    #expect(lines.all == ["1", "changes"])
    let other = CurrentValueSubject<Int, Never>(0)
    let link = subject.subscribe(other)
    subject.send(7)
    #expect(other.value == 7)
    withExtendedLifetime((changes, link)) {}
  }

  @Test("keep one value that comes later")
  func future() {
    let lines = Lines()
    var keep: ((Result<Int, Never>) -> Void)?
    let future = Future<Int, Never> { promise in
      lines.add("begun")
      keep = promise
    }
    let before = future.sink { lines.add("before \($0)") }
    keep?(.success(1))
    keep?(.success(2))
    let after = future.sink { lines.add("after \($0)") }
    #expect(lines.all == ["begun", "before 1", "after 1"])
    let deferred = Deferred { () -> Just<Int> in
      lines.add("made")
      return Just(3)
    }
    #expect(lines.all.count == 3)
    let made = deferred.sink { lines.add("\($0)") }
    #expect(lines.all.suffix(2) == ["made", "3"])
    withExtendedLifetime((before, after, made)) {}
  }
}
