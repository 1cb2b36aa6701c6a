/// A request of an app about its channel (`PTChannelManager`, §7.4); the whole device has one at a time.
@usableFromInline package enum PushToTalkRequest: Hashable, Sendable, Saved {
  /// `requestJoinChannel(channelUUID:descriptor:)`, only on screen.
  ///
  /// `token` is a random token, made by the host in case the channel is joined now. Answered by
  /// `ServiceReply.pushToken`, with the token that is valid for as long as the channel is joined. A
  /// new process of the app requests it again, on or off screen, and gets the same token.
  case join(channel: String, token: String)
  /// `leaveChannel(channelUUID:)`.
  case leave(channel: String)
  /// `setActiveRemoteParticipant(_:channelUUID:)`: the participant who speaks on the channel; `nil`: none any more.
  ///
  /// With a name, it also answers an `incomingPush`.
  case setActiveParticipant(String?, channel: String)
  /// `requestBeginTransmitting(channelUUID:)`, only on screen.
  case beginTransmitting(channel: String)
  /// `stopTransmitting(channelUUID:)`.
  case stopTransmitting(channel: String)
}
