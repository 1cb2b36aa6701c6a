/// What an app asks about what the user allows it; answered by `ServiceReply.permission`.
@usableFromInline package enum PermissionRequest: Hashable, Sendable, Saved {
  case status(Permission)
  /// Asks the user, unless they have decided already. `wantsAlways`: location at all times; `isProvisional`:
  /// notifications that are delivered quietly, without a question.
  case request(Permission, wantsAlways: Bool, isProvisional: Bool)
}

extension Permission {
  /// What it is for, as it stands in a sentence.
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
