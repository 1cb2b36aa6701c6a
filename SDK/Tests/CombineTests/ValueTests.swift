import Combine
import Testing

private struct Failure: Error, Equatable {}

@Suite("The values of a publisher", .timeLimit(.minutes(1)))
struct ValueTests {
  @Test("are read one by one, and end with it")
  func finite() async {
    var all: [Int] = []
    let values = AsyncPublisher([1, 2, 3].publisher.map { $0 * 2 })
    for await value in values { all.append(value) }
    #expect(all == [2, 4, 6])
  }

  @Test("end with its error, once")
  func failing() async throws {
    let subject = CurrentValueSubject<Int, Failure>(7)
    let values: AsyncThrowingPublisher<CurrentValueSubject<Int, Failure>> = subject.values
    var iterator = values.makeAsyncIterator()
    #expect(try await iterator.next() == 7)
    subject.send(completion: .failure(Failure()))
    await #expect(throws: Failure.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("are waited for by a task, which a value or a cancellation ends")
  func waiting() async {
    let lines = Lines()
    let subject = PassthroughSubject<Int, Never>()
    let asked = subject.handleEvents(
      receiveCancel: { lines.add("cancelled") },
      receiveRequest: { _ in lines.add("asked") }
    )
    let reading = Task {
      for await value in asked.values { lines.add("\(value)") }
      lines.add("over")
    }
    while lines.all.count < 1 { await Task.yield() }
    subject.send(5)
    while lines.all.count < 3 { await Task.yield() }
    #expect(lines.all == ["asked", "5", "asked"])
    reading.cancel()
    await reading.value
    #expect(lines.all == ["asked", "5", "asked", "cancelled", "over"])
  }

  @Test("are no more asked for when nobody reads them")
  func left() async {
    let lines = Lines()
    let subject = CurrentValueSubject<Int, Never>(1)
    do {
      var iterator = subject.handleEvents(receiveCancel: { lines.add("cancelled") }).values
        .makeAsyncIterator()
      #expect(await iterator.next() == 1)
    }
    #expect(lines.all == ["cancelled"])
  }
}
