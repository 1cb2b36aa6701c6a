/// What an app asks about pushes.
@usableFromInline package enum PushRequest: Hashable, Sendable, Saved {
  /// `registerForRemoteNotifications()`, or a `PKPushRegistry` that wants `.voIP`.
  ///
  /// `token` is what the host has drawn for the case that the app has none yet: the policy draws
  /// nothing. Answered by `Reply.pushToken` with the token that is valid from now on.
  case register(PushTokenKind, token: String)
  /// `unregisterForRemoteNotifications()`, or a registry that no longer wants `.voIP`.
  case unregister(PushTokenKind)
  /// CallKit's `reportNewIncomingCall`: the call that a VoIP push announced is shown to the user.
  case reportCall
  /// CallKit's `reportCall(with:endedAt:reason:)`: no call is under way any more.
  case endCall
}

/// `apns-push-type`: what a push is to do.
@usableFromInline package enum PushKind: String, Hashable, Sendable, Saved, CaseIterable {
  case alert, background, voip
  case pushToTalk = "pushtotalk"
}

/// How urgent a push is (`apns-priority`, §6.2).
@usableFromInline package enum PushPriority: Int, Hashable, Sendable, Saved, CaseIterable {
  /// Power first: never wakes the device.
  case low = 1
  /// By the device's power considerations.
  case considerate = 5
  /// At once.
  case immediate = 10
}
