/// What an app asks of its channel (`PTChannelManager`, §7.4); the whole device has one at a time.
@usableFromInline package enum PushToTalkRequest: Hashable, Sendable, Saved {
  /// `requestJoinChannel(channelUUID:descriptor:)`, on screen alone.
  ///
  /// `token` is what the host has drawn for the case that the channel is joined now. Answered by
  /// `ServiceReply.pushToken`, with the token that is good for as long as the channel is joined. A new
  /// process of the app asks again, from anywhere, and has the same token.
  case join(channel: String, token: String)
  /// `leaveChannel(channelUUID:)`.
  case leave(channel: String)
  /// `setActiveRemoteParticipant(_:channelUUID:)`: who speaks on the channel; `nil`: no one any more.
  ///
  /// With a name it answers an `incomingPush` as well.
  case setActiveParticipant(String?, channel: String)
  /// `requestBeginTransmitting(channelUUID:)`, on screen alone.
  case beginTransmitting(channel: String)
  /// `stopTransmitting(channelUUID:)`.
  case stopTransmitting(channel: String)
}
