internal import TorporPosix

/// Removes groups whose processes have ended; a group is busy until the last one is quite gone.
final class GroupRemover {
  private let loop: EventLoop

  init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Removes the group now, or soon: after 1 ms, 2 ms, 4 ms … up to about 8 s in all.
  func remove(_ group: ControlGroup) {
    remove(group, attempt: 0)
  }

  // 13 attempts double from 1 ms to 4 s: a killed process that has not gone by then is stuck in the
  // kernel, and the next daemon removes its group when it starts. Our choice.
  private static let attemptsMax = 13

  private func remove(_ group: ControlGroup, attempt: Int) {
    guard (try? group.remove()) == nil, attempt < GroupRemover.attemptsMax else { return }
    _ = loop.schedule(after: .milliseconds(1 << attempt)) { [weak self] in
      self?.remove(group, attempt: attempt + 1)
    }
  }
}
