public import AppleSupport
public import Foundation

/// A picture for a choice on the icon; it is not shown here.
open class UIApplicationShortcutIcon: NSObject, @unchecked Sendable {
  /// The name of the picture; `nil` where it is one of the system's.
  public let name: String?

  /// Makes one of a file of the bundle.
  public init(templateImageName: String) { name = templateImageName }
  /// Makes one of the system's.
  public init(systemImageName: String) { name = systemImageName }
}

/// A choice on the app's icon; it is not shown here.
open class UIApplicationShortcutItem: NSObject, @unchecked Sendable {
  /// Which choice it is, for the app.
  public let type: String
  /// Its first line.
  public let localizedTitle: String
  /// Its second line.
  public let localizedSubtitle: String?
  /// Its picture.
  public let icon: UIApplicationShortcutIcon?
  /// What the app keeps with it.
  public let userInfo: [String: any NSSecureCoding]?

  /// Makes one.
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

/// A choice that can be changed.
open class UIMutableApplicationShortcutItem: UIApplicationShortcutItem, @unchecked Sendable {}

/// What continues an activity of the user; nothing asks for it here.
@preconcurrency @MainActor
public protocol UIUserActivityRestoring: NSObjectProtocol {
  /// Continues it.
  func restoreUserActivityState(_ userActivity: NSUserActivity)
}
