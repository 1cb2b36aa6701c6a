/// Waiting values, oldest first; adding and removing take the same short time, however many there are.
struct Queue<Element> {
  private var elements: [Element?] = []
  /// The number of removed values.
  private var taken = 0

  var isEmpty: Bool { taken == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the oldest value.
  mutating func take() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[taken].take()
    taken += 1
    // Removed values take up at most half of the array.
    if taken * 2 > elements.count {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }
}

/// Runs steps one after the other, even if a step triggers the next before it has returned.
final class Turns {
  private let lock = Lock()
  private var isRunning = false
  private var isWanted = false

  /// Runs the step, and again for as long as further calls have arrived meanwhile; by one thread at a time.
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
