public import AppleSupport
public import Foundation
public import UserNotifications

/// One appearance of the app to the user; here there is one, without a screen.
@preconcurrency @MainActor
open class UIScene: UIResponder {
  /// How a scene stands to the user.
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

  /// Why a scene is made; empty here.
  @preconcurrency @MainActor
  open class ConnectionOptions: NSObject {
    /// Links that it is to open: none.
    open var urlContexts: Set<UIOpenURLContext> { [] }
    /// Activities that it is to continue: none.
    open var userActivities: Set<NSUserActivity> { [] }
    /// What the user has chosen on the icon: nothing.
    open var shortcutItem: UIApplicationShortcutItem? { nil }
    /// What the user has done with a notification; its delegate is told, and not the scene.
    open var notificationResponse: UNNotificationResponse? { nil }
    /// The app that has asked for it: none.
    open var sourceApplication: String? { nil }
    /// The kind of the activity that it is to continue: none.
    open var handoffUserActivityType: String? { nil }

    @MainActor override init() { super.init() }
  }

  /// What it belongs to.
  public let session: UISceneSession
  /// What is told of its life.
  open var delegate: (any UISceneDelegate)?
  /// How it stands to the user.
  open internal(set) var activationState = ActivationState.unattached
  /// Its name for people.
  open var title: String?

  /// Makes one, as the system does.
  public required init(session: UISceneSession, connectionOptions: ConnectionOptions) {
    self.session = session
    super.init()
  }

  /// Opens a link with the program for it, as `UIApplication.open(_:options:completionHandler:)`.
  open func open(
    _ url: URL,
    options: OpenExternalURLOptions? = nil,
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) { UIApplication.shared.open(url, options: [:], completionHandler: completion) }

  /// How a link is opened; not used here.
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
  /// A scene is about not to be in use.
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
  /// The windows that were made for it.
  open internal(set) var windows: [UIWindow] = []
  /// The window that was shown last.
  open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }
  /// The screen that is not there.
  open var screen: UIScreen { .main }
}

/// A link that a scene is to open; never made here.
@preconcurrency @MainActor
open class UIOpenURLContext: NSObject {
  /// The link.
  public let url: URL

  init(_ url: URL) {
    self.url = url
    super.init()
  }
}

/// What is kept of a scene while it is not there.
@preconcurrency @MainActor
open class UISceneSession: NSObject {
  /// What scenes are for.
  public struct Role: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a role of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Windows of the app.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    /// Another screen; never here.
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive"
    )
  }

  /// The scene, while it is there.
  open internal(set) weak var scene: UIScene?
  /// What it is for.
  public let role: Role
  /// How its scene is made.
  open internal(set) var configuration: UISceneConfiguration
  /// Its name; another one in each process.
  public let persistentIdentifier = UUID().uuidString
  /// What the app keeps with it; for this process.
  open var userInfo: [String: Any]?
  /// What the user did in it.
  open var stateRestorationActivity: NSUserActivity?

  init(role: Role, configuration: UISceneConfiguration) {
    (self.role, self.configuration) = (role, configuration)
    super.init()
  }
}

/// How a scene is made.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
  /// Its name in the app's Info.plist.
  public let name: String?
  /// What it is for.
  public let role: UISceneSession.Role
  /// The class of the scene; `nil`: `UIWindowScene`.
  open var sceneClass: AnyClass?
  /// The class of what is told of the scene's life.
  open var delegateClass: AnyClass?

  /// Makes one; what the app's Info.plist has under that name, or first where there is none, is taken.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    (self.name, role) = (name, sessionRole)
    super.init()
    let found = SceneManifest.current?.classes(named: name, sessionRole)
    (sceneClass, delegateClass) = (found?.scene, found?.delegate)
  }
}

/// What is told of the life of a scene.
///
/// Every method has a default.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  /// The scene was made.
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
  /// The scene has gone: the app is about to be ended.
  func sceneDidDisconnect(_ scene: UIScene)
  /// The scene is in use.
  func sceneDidBecomeActive(_ scene: UIScene)
  /// The scene is about not to be in use.
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

/// What is told of the life of a scene with windows.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {}

extension UIWindowSceneDelegate {
  /// The scene's window, for those who ask any delegate for it.
  public var window: UIWindow?? { nil }
}
