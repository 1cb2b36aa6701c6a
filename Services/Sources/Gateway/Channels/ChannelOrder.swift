/// A request about channels; each answer is given once everything before it is in the store.
enum ChannelOrder: Sendable {
  /// Creates a channel; `most`: the maximum number for the app.
  case create(ChannelApp, BroadcastChannel.Policy, most: Int, answer: Answer<ChannelID>)
  case read(ChannelName, answer: Answer<BroadcastChannel>)
  case remove(ChannelName, answer: Answer<Void>)
  case list(ChannelApp, answer: Answer<[ChannelID]>)
  case publish(Push, ChannelName, answer: Answer<Void>)
  /// Subscribes a device to the channel's pushes from now on, and to the stored one.
  case subscribe(LinkPort, ChannelName, answer: Answer<Void>)

  typealias Answer<Value> = @Sendable (Result<Value, Refusal>) -> Void

  /// Answers that the order was not carried out.
  func fail(_ reason: Refusal.Reason) {
    let refusal = Refusal(reason)
    switch self {
    case .create(_, _, _, let answer): answer(.failure(refusal))
    case .read(_, let answer): answer(.failure(refusal))
    case .remove(_, let answer), .publish(_, _, let answer), .subscribe(_, _, let answer):
      answer(.failure(refusal))
    case .list(_, let answer): answer(.failure(refusal))
    }
  }

  /// The approximate memory that it uses while it waits.
  var byteCount: Int {
    switch self {
    case .publish(let push, _, _): 512 + push.payload.count
    // The names of all channels that an app may have, in JSON.
    case .list: 512 + 27 * 10_000
    default: 512
    }
  }

  /// Returns the same order with an additional action when it is answered.
  func whenAnswered(_ act: @escaping @Sendable () -> Void) -> ChannelOrder {
    func both<Value>(_ answer: @escaping Answer<Value>) -> Answer<Value> {
      {
        act()
        answer($0)
      }
    }
    return switch self {
    case .create(let app, let policy, let most, let answer):
      .create(app, policy, most: most, answer: both(answer))
    case .read(let name, let answer): .read(name, answer: both(answer))
    case .remove(let name, let answer): .remove(name, answer: both(answer))
    case .list(let app, let answer): .list(app, answer: both(answer))
    case .publish(let push, let name, let answer): .publish(push, name, answer: both(answer))
    case .subscribe(let port, let name, let answer): .subscribe(port, name, answer: both(answer))
    }
  }
}
