/// What the channel tells its app (`PTChannelManagerDelegate`, `PTChannelRestorationDelegate`).
@usableFromInline package enum PushToTalkCallback: Hashable, Sendable, Saved {
  /// The channel that a process before this one has joined is joined still.
  case didRestore(channel: String)
  /// The system has left the channel: the app did not answer a push.
  case didLeave(channel: String)
  /// A push of the channel; `payload` is its JSON.
  ///
  /// Before it returns the app says who speaks, or leaves.
  case incomingPush(channel: String, payload: String)
  /// News of the service, which needs no answer.
  ///
  /// `remaining`: how many more of high priority may come within the hour.
  case serviceUpdate(channel: String, payload: String, isHighPriority: Bool, remaining: Int)
  /// The system has activated the audio session for what is heard or said.
  case didActivateAudio(channel: String)
  /// No participant speaks: the session is inactive.
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

  /// The channel that it is about.
  @usableFromInline package var channel: String {
    switch self {
    case .didRestore(let channel), .didLeave(let channel), .incomingPush(let channel, _),
      .serviceUpdate(let channel, _, _, _), .didActivateAudio(let channel),
      .didDeactivateAudio(let channel):
      channel
    }
  }
}

/// Why the channel refused something; the values are those of `PTChannelError`.
@usableFromInline package enum PushToTalkError: Int, Hashable, Sendable, CaseIterable, Error {
  /// This version of the system has no channels (before iOS 16).
  case unknown = 0
  /// The app has not joined that channel.
  case channelNotFound = 1
  /// The device has joined a channel already, of this app or of another.
  case channelLimitReached = 2
  /// A call is under way.
  case callActive = 3
  /// The app transmits: no other participant can speak, and it cannot begin again.
  case transmissionInProgress = 4
  /// The app does not transmit.
  case transmissionNotFound = 5
  /// The app is not on screen.
  case appNotForeground = 6
  /// Another participant speaks.
  case transmissionNotAllowed = 9
}
