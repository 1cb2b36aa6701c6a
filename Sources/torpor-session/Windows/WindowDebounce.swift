import TorporModel

/// Applies a gain of visibility at once, and a loss a little later.
///
/// Between two windows there is often a moment without any focus, and a window is hidden until it is placed. A pure
/// value: the caller supplies the time.
struct WindowDebounce {
  /// The windows of a process, or of the terminal in which it runs.
  struct Key: Hashable, Comparable {
    let processID: Int32
    let isTerminal: Bool

    static func < (one: Key, other: Key) -> Bool {
      (one.isTerminal ? 1 : 0, one.processID) < (other.isTerminal ? 1 : 0, other.processID)
    }
  }

  private struct Loss {
    let to: WindowVisibility?
    /// The time of the loss, on the caller's clock.
    let atNanoseconds: Int64
  }

  /// The visibility that currently counts.
  private(set) var shown: [Key: WindowVisibility] = [:]
  private var losses: [Key: Loss] = [:]

  /// The time at which the next loss takes effect; `nil`: there is none.
  var nextNanoseconds: Int64? { losses.values.map(\.atNanoseconds).min() }

  /// Takes the observed visibility.
  mutating func look(_ now: [Key: WindowVisibility], atNanoseconds moment: Int64) {
    expire(atNanoseconds: moment)
    for key in Set(now.keys).union(shown.keys).union(losses.keys) {
      let (before, after) = (shown[key], now[key])
      let isLoss = (after?.level ?? -1) < (before?.level ?? 1)
      guard isLoss, before != nil || after != nil else {
        shown[key] = after
        losses[key] = nil
        continue
      }
      // A further loss has its own delay.
      if let loss = losses[key], loss.to == after { continue }
      losses[key] = Loss(to: after, atNanoseconds: moment + FocusDebounce.lingerNanoseconds)
    }
  }

  /// Applies losses that were observed long enough ago.
  mutating func expire(atNanoseconds moment: Int64) {
    for (key, loss) in losses where loss.atNanoseconds <= moment {
      shown[key] = loss.to
      losses[key] = nil
    }
  }
}
