/// A request of an app about the user's permission; answered by `ServiceReply.permission`.
@usableFromInline package enum PermissionRequest: Hashable, Sendable, Saved {
  case status(Permission)
  /// Asks the user, unless they have decided already. `wantsAlways`: location at all times; `isProvisional`:
  /// notifications that are delivered quietly, without a question.
  case request(Permission, wantsAlways: Bool, isProvisional: Bool)
}

extension Permission {
  /// The purpose, as part of a sentence.
  package var phrase: String {
    switch self {
    case .location: "the location"
    case .microphone: "the microphone"
    case .notifications: "notifications"
    case .bluetooth: "Bluetooth"
    case .accessories: "accessories"
    }
  }
}
