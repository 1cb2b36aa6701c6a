import NIOCore

/// Operations on keys: each key has one at a time, in the order of the requests.
///
/// Concurrency: used on its event loop.
final class KeyQueues {
  /// An operation, which calls a closure when it is done.
  typealias Act = (_ done: @escaping () -> Void) -> Void

  private let loop: any EventLoop
  private var waiting: [String: CircularBuffer<Act>] = [:]

  init(on loop: any EventLoop) { self.loop = loop }

  func run(_ key: String, _ act: @escaping Act) {
    guard waiting[key] == nil else {
      waiting[key]?.append(act)
      return
    }
    waiting[key] = []
    begin(act, key)
  }

  private func begin(_ act: Act, _ key: String) {
    act { [self] in
      // In a separate turn: many operations that end at once must not be nested.
      let bound = NIOLoopBound(self, eventLoop: loop)
      loop.execute { bound.value.beginNext(of: key) }
    }
  }

  private func beginNext(of key: String) {
    if let next = waiting[key]?.popFirst() { begin(next, key) } else { waiting[key] = nil }
  }
}
