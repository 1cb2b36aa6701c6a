import NIOCore

/// Acts on keys, of which each has one at a time, in the order in which they were asked for.
///
/// Concurrency: belongs to its loop.
final class KeyQueues {
  /// Does something, and says when that is done.
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
      // In a turn of its own: many that end at once are not done one within the other.
      let bound = NIOLoopBound(self, eventLoop: loop)
      loop.execute { bound.value.beginNext(of: key) }
    }
  }

  private func beginNext(of key: String) {
    if let next = waiting[key]?.popFirst() { begin(next, key) } else { waiting[key] = nil }
  }
}
