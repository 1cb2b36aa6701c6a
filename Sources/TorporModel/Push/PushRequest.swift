/// A request of an app about pushes.
@usableFromInline package enum PushRequest: Hashable, Sendable, Saved {
  /// `registerForRemoteNotifications()`, or a `PKPushRegistry` that wants `.voIP`.
  ///
  /// `token` is a random token, made by the host in case the app has none yet: the policy has no
  /// randomness. Answered by `Reply.pushToken` with the token that is valid from now on.
  case register(PushTokenKind, token: String)
  /// `unregisterForRemoteNotifications()`, or a registry that no longer wants `.voIP`.
  case unregister(PushTokenKind)
  /// CallKit's `reportNewIncomingCall`: the call that a VoIP push announced is shown to the user.
  case reportCall
  /// CallKit's `reportCall(with:endedAt:reason:)`: the call has ended.
  case endCall
}

/// `apns-push-type`: the purpose of a push.
@usableFromInline package enum PushKind: String, Hashable, Sendable, Saved, CaseIterable {
  case alert, background, voip
  case pushToTalk = "pushtotalk"
}

/// How urgent a push is (`apns-priority`, §6.2).
@usableFromInline package enum PushPriority: Int, Hashable, Sendable, Saved, CaseIterable {
  /// Gives priority to saving power: never wakes the device.
  case low = 1
  /// Delivered according to the device's power considerations.
  case considerate = 5
  /// Delivered at once.
  case immediate = 10
}
