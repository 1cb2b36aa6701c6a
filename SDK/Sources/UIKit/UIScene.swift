public import AppleSupport
public import Foundation
public import UserNotifications

/// One instance of the app's interface; there is one here, without a screen.
@preconcurrency @MainActor
open class UIScene: UIResponder {
  /// The state of a scene as the user sees it.
  public enum ActivationState: Int, Sendable {
    /// It is not connected.
    case unattached = -1
    /// It is on screen, and in use.
    case foregroundActive = 0
    /// It is on screen, and not in use.
    case foregroundInactive = 1
    /// It is not on screen.
    case background = 2
  }

  /// Why a scene is created; empty here.
  @preconcurrency @MainActor
  open class ConnectionOptions: NSObject {
    /// Links that it must open: none.
    open var urlContexts: Set<UIOpenURLContext> { [] }
    /// Activities that it must continue: none.
    open var userActivities: Set<NSUserActivity> { [] }
    /// The user's choice on the icon: none.
    open var shortcutItem: UIApplicationShortcutItem? { nil }
    /// The user's response to a notification; its delegate is called, not the scene.
    open var notificationResponse: UNNotificationResponse? { nil }
    /// The app that requested it: none.
    open var sourceApplication: String? { nil }
    /// The kind of activity that it must continue: none.
    open var handoffUserActivityType: String? { nil }

    @MainActor override init() { super.init() }
  }

  /// The session to which it belongs.
  public let session: UISceneSession
  /// Receives the events of its life.
  open var delegate: (any UISceneDelegate)?
  /// Its state as the user sees it.
  open internal(set) var activationState = ActivationState.unattached
  /// Its name for display.
  open var title: String?

  /// Makes a scene, as the system does.
  public required init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    self.session = session
    super.init()
  }

  /// Opens a link with the program for it, like `UIApplication.open(_:options:completionHandler:)`.
  open func open(
    _ url: URL,
    options: OpenExternalURLOptions? = nil,
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) { UIApplication.shared.open(url, options: [:], completionHandler: completion) }

  /// The options for opening a link; not used here.
  @preconcurrency @MainActor
  open class OpenExternalURLOptions: NSObject {
    /// Whether only an app of the link's owner may open it.
    open var universalLinksOnly = false
    /// Makes options.
    @MainActor public override init() { super.init() }
  }

  /// A scene is about to be connected.
  public nonisolated static let willConnectNotification = NSNotification.Name(
    "UISceneWillConnectNotification"
  )
  /// A scene was disconnected.
  public nonisolated static let didDisconnectNotification = NSNotification.Name(
    "UISceneDidDisconnectNotification"
  )
  /// A scene is in use.
  public nonisolated static let didActivateNotification = NSNotification.Name(
    "UISceneDidActivateNotification"
  )
  /// A scene is about to leave active use.
  public nonisolated static let willDeactivateNotification = NSNotification.Name(
    "UISceneWillDeactivateNotification"
  )
  /// A scene is about to be on screen.
  public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
    "UISceneWillEnterForegroundNotification"
  )
  /// A scene is off screen.
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UISceneDidEnterBackgroundNotification"
  )
}

/// A scene with windows.
open class UIWindowScene: UIScene {
  /// The windows that were created for it.
  open internal(set) var windows: [UIWindow] = []
  /// The window that was shown last.
  open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }
  /// The screen, which does not exist.
  open var screen: UIScreen { .main }
}

/// A link that a scene must open; never created here.
@preconcurrency @MainActor
open class UIOpenURLContext: NSObject {
  /// The link.
  public let url: URL

  init(_ url: URL) {
    self.url = url
    super.init()
  }
}

/// The state of a scene that is kept while it is not connected.
@preconcurrency @MainActor
open class UISceneSession: NSObject {
  /// The purpose of scenes.
  public struct Role: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a role from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Windows of the app.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    /// Another screen; never used here.
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive"
    )
  }

  /// The scene, while it is connected.
  open internal(set) weak var scene: UIScene?
  /// Its purpose.
  public let role: Role
  /// The configuration of its scene.
  open internal(set) var configuration: UISceneConfiguration
  /// Its identifier; a different one in each process.
  public let persistentIdentifier = UUID().uuidString
  /// The app's own data, for this process.
  open var userInfo: [String: Any]?
  /// The user's activity in it.
  open var stateRestorationActivity: NSUserActivity?

  init(role: Role, configuration: UISceneConfiguration) {
    (self.role, self.configuration) = (role, configuration)
    super.init()
  }
}

/// The configuration of a scene.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
  /// Its name in the app's Info.plist.
  public let name: String?
  /// Its purpose.
  public let role: UISceneSession.Role
  /// The class of the scene; `nil`: `UIWindowScene`.
  open var sceneClass: AnyClass?
  /// The class of the scene's delegate.
  open var delegateClass: AnyClass?

  /// Makes a configuration from the app's Info.plist: the one with that name, or the first if there is no name.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    (self.name, role) = (name, sessionRole)
    super.init()
    let found = SceneManifest.current?.classes(named: name, sessionRole)
    (sceneClass, delegateClass) = (found?.scene, found?.delegate)
  }
}

/// The events of a scene's life.
///
/// Every method has a default.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  /// The scene was created.
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
  /// The scene was disconnected: the app is about to be ended.
  func sceneDidDisconnect(_ scene: UIScene)
  /// The scene is in use.
  func sceneDidBecomeActive(_ scene: UIScene)
  /// The scene is about to leave active use.
  func sceneWillResignActive(_ scene: UIScene)
  /// The scene is about to be on screen.
  func sceneWillEnterForeground(_ scene: UIScene)
  /// The scene is off screen.
  func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
  /// Does nothing.
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  /// Does nothing.
  public func sceneDidDisconnect(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillResignActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// The events of the life of a scene with windows.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {}

extension UIWindowSceneDelegate {
  /// The scene's window, for code that requests it from any delegate.
  public var window: UIWindow?? { nil }
}
