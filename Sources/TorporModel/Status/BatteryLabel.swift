/// What an app used energy for off screen, as the battery page of a phone says it.
package enum BatteryLabel: String, Hashable, Sendable, Saved, CaseIterable {
  /// It ran for something that none of the others names.
  case backgroundActivity
  /// It was heard, or it recorded.
  case audio
  /// It was told where the device is.
  case location
  /// It showed a notification, or was told of one.
  case notifications
  /// The transfer service moved files for it.
  case transfers
  /// It had a call, or waited for one.
  case voip

  /// As it stands in a column of the page.
  package var title: String {
    switch self {
    case .backgroundActivity: "background activity"
    case .audio: "audio"
    case .location: "location"
    case .notifications: "notifications"
    case .transfers: "transfers"
    case .voip: "VoIP"
    }
  }
}
