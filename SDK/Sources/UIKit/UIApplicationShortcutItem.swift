public import AppleSupport
public import Foundation

/// The icon of an action on the app's icon; it is not shown here.
open class UIApplicationShortcutIcon: NSObject, @unchecked Sendable {
  /// The name of the picture; `nil` if it is one of the system's.
  public let name: String?

  /// Makes an icon from a file of the bundle.
  public init(templateImageName: String) { name = templateImageName }
  /// Makes an icon from one of the system's.
  public init(systemImageName: String) { name = systemImageName }
}

/// An action on the app's icon; it is not shown here.
open class UIApplicationShortcutItem: NSObject, @unchecked Sendable {
  /// The app's identifier for the action.
  public let type: String
  /// Its first line.
  public let localizedTitle: String
  /// Its second line.
  public let localizedSubtitle: String?
  /// Its picture.
  public let icon: UIApplicationShortcutIcon?
  /// The app's own data.
  public let userInfo: [String: any NSSecureCoding]?

  /// Makes an action.
  public init(
    type: String,
    localizedTitle: String,
    localizedSubtitle: String? = nil,
    icon: UIApplicationShortcutIcon? = nil,
    userInfo: [String: any NSSecureCoding]? = nil
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.icon = icon
    self.userInfo = userInfo
  }
}

/// An action that can be changed.
open class UIMutableApplicationShortcutItem: UIApplicationShortcutItem, @unchecked Sendable {}

/// A type that continues an activity of the user; never called here.
@preconcurrency @MainActor
public protocol UIUserActivityRestoring: NSObjectProtocol {
  /// Continues the activity.
  func restoreUserActivityState(_ userActivity: NSUserActivity)
}
