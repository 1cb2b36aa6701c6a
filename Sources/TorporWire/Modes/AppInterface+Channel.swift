extension AppInterface {
  /// What the channel of push to talk adds to the description.
  static let channelMethods = #"""
    # Joins a channel of push to talk, on screen, with the mode push-to-talk; the device has one at the
    # most. The token is good for as long as it is joined: a later process gets it by joining again.
    method JoinChannel(channel: string, key: ?string) -> (token: string)

    method LeaveChannel(channel: string, key: ?string) -> ()

    # Who speaks; without a participant nobody does any more, and the app is suspended.
    method SetActiveParticipant(channel: string, participant: ?string, key: ?string) -> ()

    method BeginTransmitting(channel: string, key: ?string) -> ()

    method StopTransmitting(channel: string, key: ?string) -> ()

    """#
}
