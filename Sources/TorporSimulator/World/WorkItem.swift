import TorporModel

/// A run of steps on one thread of a simulated app: a callback, a branch, or the block of an
/// expiring activity.
final class WorkItem {
  /// What the strand does now.
  enum State {
    /// It goes on as soon as its thread is free.
    case ready
    /// Blocks its thread until then (`work`), or lets others run (`wait`).
    case busy(since: Instant, length: Duration, isWorking: Bool)
    /// As `busy`, while the process is frozen.
    case held(left: Duration, isWorking: Bool)
    case awaitingReply
    case hung
    case finished
  }

  /// What the strand is to its callback.
  enum Kind {
    /// The callback itself, or the block of an activity.
    case callback
    /// Started by `async`; outlives the callback.
    case branch
  }

  let kind: Kind
  /// The callback that it belongs to; a branch keeps the one it was started in.
  let callback: RunningCallback?
  /// Whether it runs on the main thread; branches and expiring activities run beside it.
  let isOnMainThread: Bool
  var steps: ArraySlice<Step>
  var state = State.ready
  var wakeup: VirtualClock.Scheduled?

  init(_ kind: Kind, steps: [Step], callback: RunningCallback?, isOnMainThread: Bool) {
    self.kind = kind
    self.steps = steps[...]
    self.callback = callback
    self.isOnMainThread = isOnMainThread
  }
}

/// One call of a callback while the app deals with it.
final class RunningCallback {
  let delivery: Delivery
  let name: String
  var hasBegun = false
  /// Whether the callback has returned; its completion handler may still be outstanding.
  var hasReturned = false
  var completion: CompletionResult?
  /// Whether the callback returns when its first strand lets others run (`wait`).
  ///
  /// The block of an expiring activity parks its thread instead: the wait is inside it.
  let returnsAtWait: Bool

  init(_ delivery: Delivery) {
    self.delivery = delivery
    name = delivery.callback.timelineName
    returnsAtWait = delivery.callback.runsOnMainThread
  }
}
