/// Values that wait, oldest first; each is added and taken in the same short time, however many there are.
struct Queue<Element> {
  private var elements: [Element?] = []
  /// How many of them are taken.
  private var taken = 0

  var isEmpty: Bool { taken == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the oldest one.
  mutating func take() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[taken].take()
    taken += 1
    // What is taken is half of it at most.
    if taken * 2 > elements.count {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }
}

/// Does one thing after the other where each may set off the next before it has returned.
final class Turns {
  private let lock = Lock()
  private var isRunning = false
  private var isWanted = false

  /// Runs the step, and again for as long as somebody has called meanwhile; by one thread at a time.
  func run(_ step: () -> Void) {
    let isFirst = lock.withLock {
      isWanted = true
      defer { isRunning = true }
      return !isRunning
    }
    guard isFirst else { return }
    while lock.withLock({
      defer { (isRunning, isWanted) = (isWanted, false) }
      return isWanted
    }) { step() }
  }
}
