/// A callback of the channel to its app (`PTChannelManagerDelegate`, `PTChannelRestorationDelegate`).
@usableFromInline package enum PushToTalkCallback: Hashable, Sendable, Saved {
  /// The channel that an earlier process joined is still joined.
  case didRestore(channel: String)
  /// The system has left the channel: the app did not answer a push.
  case didLeave(channel: String)
  /// A push of the channel; `payload` is its JSON.
  ///
  /// Before it returns, the app must name the active participant or leave the channel.
  case incomingPush(channel: String, payload: String)
  /// An update of the service, which needs no answer.
  ///
  /// `remaining`: how many more with high priority may arrive within the hour.
  case serviceUpdate(channel: String, payload: String, isHighPriority: Bool, remaining: Int)
  /// The system has activated the audio session for receiving or transmitting.
  case didActivateAudio(channel: String)
  /// No participant is speaking: the session is inactive.
  case didDeactivateAudio(channel: String)

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .didRestore: "didRestoreChannel"
    case .didLeave: "didLeaveChannel"
    case .incomingPush: "incomingChannelPush"
    case .serviceUpdate: "channelServiceUpdate"
    case .didActivateAudio: "didActivateAudioSession"
    case .didDeactivateAudio: "didDeactivateAudioSession"
    }
  }

  /// The channel concerned.
  @usableFromInline package var channel: String {
    switch self {
    case .didRestore(let channel), .didLeave(let channel), .incomingPush(let channel, _),
      .serviceUpdate(let channel, _, _, _), .didActivateAudio(let channel),
      .didDeactivateAudio(let channel):
      channel
    }
  }
}

/// The reason why the channel refused a request; the values are those of `PTChannelError`.
@usableFromInline package enum PushToTalkError: Int, Hashable, Sendable, CaseIterable, Error {
  /// This version of the system has no channels (before iOS 16).
  case unknown = 0
  /// The app has not joined that channel.
  case channelNotFound = 1
  /// The device has already joined a channel, of this app or of another.
  case channelLimitReached = 2
  /// A call is in progress.
  case callActive = 3
  /// The app is transmitting: no other participant can speak, and it cannot begin again.
  case transmissionInProgress = 4
  /// The app is not transmitting.
  case transmissionNotFound = 5
  /// The app is not on screen.
  case appNotForeground = 6
  /// Another participant is speaking.
  case transmissionNotAllowed = 9
}
