internal import TorporModel

/// The channel of push to talk (`PTChannelManager`); the whole device has joined one at the most.
///
/// What the channel tells comes to `application(_:pushToTalk:)`. In a process that was launched for a
/// push `didRestore` comes first.
public struct PushToTalkService: Sendable {
  let application: Application

  /// Joins a channel, on screen alone; returns the token under which senders reach it.
  ///
  /// The token is good for as long as the channel is joined. A later process of the app gets it by
  /// joining again, from anywhere.
  ///
  /// - Throws: `TorporError`: `refused` where the app lacks the mode or is not on screen, the device has
  ///   a channel, or a call is under way; `stopped` after `stop()`.
  public func join(_ channel: String) async throws(TorporError) -> String {
    let reply = try await ask(.join(channel: channel, token: ""), channel)
    guard case .pushToken(let token) = reply else { return "" }
    return token
  }

  /// Leaves the channel; in the callback of a push it is an answer to it.
  ///
  /// - Throws: `TorporError`: `refused` where the app has not joined it, `stopped` after `stop()`.
  public func leave(_ channel: String) async throws(TorporError) {
    try await ask(.leave(channel: channel), channel)
  }

  /// Says who speaks; `nil`: nobody any more, after which nothing of the channel keeps the app running.
  ///
  /// With a name it answers a push, and must be called before its callback returns.
  ///
  /// - Throws: as `leave`, and `refused` while the app transmits.
  public func setActiveParticipant(
    _ participant: String?,
    on channel: String
  ) async throws(TorporError) {
    try await ask(.setActiveParticipant(participant, channel: channel), channel)
  }

  /// Begins to transmit, on screen alone.
  ///
  /// - Throws: as `leave`, and `refused` where somebody else speaks, a call is under way, or the user
  ///   does not let the app record.
  public func beginTransmitting(on channel: String) async throws(TorporError) {
    try await ask(.beginTransmitting(channel: channel), channel)
  }

  /// Stops transmitting.
  ///
  /// - Throws: as `leave`, and `refused` where the app does not transmit.
  public func stopTransmitting(on channel: String) async throws(TorporError) {
    try await ask(.stopTransmitting(channel: channel), channel)
  }

  @discardableResult
  private func ask(
    _ request: PushToTalkRequest,
    _ channel: String
  ) async throws(TorporError) -> ModeReply? {
    try await application.ask(.pushToTalk(request), subject: channel)
  }
}

extension Application {
  /// The channel of push to talk.
  public var pushToTalk: PushToTalkService { PushToTalkService(application: self) }
}
