/// A reason for which an app used energy off screen, as on the battery page of a phone.
package enum BatteryLabel: String, Hashable, Sendable, Saved, CaseIterable {
  /// It ran for a reason that none of the other cases covers.
  case backgroundActivity
  /// It played or recorded sound.
  case audio
  /// It received the device's location.
  case location
  /// It showed a notification, or was notified of one.
  case notifications
  /// The transfer service moved files for it.
  case transfers
  /// It had a call, or waited for one.
  case voip

  /// The label in a column of the page.
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
