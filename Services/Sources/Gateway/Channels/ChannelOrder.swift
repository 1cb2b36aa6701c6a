/// What is asked of the channels; each answer is given once everything before it is in the store.
enum ChannelOrder: Sendable {
  /// Makes one; `most`: how many the app may have.
  case create(ChannelApp, BroadcastChannel.Policy, most: Int, answer: Answer<ChannelID>)
  case read(ChannelName, answer: Answer<BroadcastChannel>)
  case remove(ChannelName, answer: Answer<Void>)
  case list(ChannelApp, answer: Answer<[ChannelID]>)
  case publish(Push, ChannelName, answer: Answer<Void>)
  /// A device wants what comes by the channel from now on, and what is kept there.
  case subscribe(LinkPort, ChannelName, answer: Answer<Void>)

  typealias Answer<Value> = @Sendable (Result<Value, Refusal>) -> Void

  /// Answers that it was not carried out.
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

  /// What it takes of memory while it waits, roughly.
  var byteCount: Int {
    if case .publish(let push, _, _) = self { 512 + push.payload.count } else { 512 }
  }
}
