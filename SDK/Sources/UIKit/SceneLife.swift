internal import AppleSupport
internal import Foundation

/// The life of the app's scene, which follows that of the app.
///
/// An app has a scene if its Info.plist declares one, or if its delegate names a class for the scene's delegate. In
/// that case, the scene's delegate is called for the steps on and off screen instead of the app's delegate; the app's
/// notifications are posted.
@MainActor
final class SceneLife {
  private let application: UIApplication
  private var scene: UIWindowScene?
  /// Whether the app has a scene; `nil` before this is known.
  private var hasScene: Bool?

  init(_ application: UIApplication) {
    self.application = application
    // An app with SwiftUI's life cycle always has scenes.
    hasScene = SceneManifest.current == nil && UIApplication.life == nil ? nil : true
    application.connectedScenes = []
    application.openSessions = []
  }

  /// Whether the app's delegate is called for the steps.
  var isOfApplication: Bool { hasScene != true }

  /// Brings the app on screen: the scene is created the first time.
  func willEnterForeground(_ delegate: any UIApplicationDelegate) {
    if hasScene != false, scene == nil { connect(delegate) }
    step(.foregroundInactive, UIScene.willEnterForegroundNotification) {
      $1.sceneWillEnterForeground($0)
    }
  }

  func didBecomeActive() {
    step(.foregroundActive, UIScene.didActivateNotification) { $1.sceneDidBecomeActive($0) }
  }

  func willResignActive() {
    step(.foregroundInactive, UIScene.willDeactivateNotification) { $1.sceneWillResignActive($0) }
  }

  func didEnterBackground() {
    step(.background, UIScene.didEnterBackgroundNotification) { $1.sceneDidEnterBackground($0) }
  }

  func willTerminate() {
    step(.unattached, UIScene.didDisconnectNotification) { $1.sceneDidDisconnect($0) }
    scene = nil
    application.connectedScenes = []
  }

  private func connect(_ delegate: any UIApplicationDelegate) {
    let options = UIScene.ConnectionOptions()
    let session = UISceneSession(
      role: .windowApplication,
      configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication)
    )
    let configuration = delegate.application(
      application,
      configurationForConnecting: session,
      options: options
    )
    if hasScene == nil { hasScene = configuration.delegateClass != nil }
    guard hasScene == true else { return }
    session.configuration = configuration
    let made = (configuration.sceneClass as? UIWindowScene.Type) ?? UIWindowScene.self
    let scene = made.init(session: session, connectionOptions: options)
    session.scene = scene
    self.scene = scene
    application.connectedScenes = [scene]
    application.openSessions = [session]
    if let delegateClass = configuration.delegateClass {
      scene.delegate = MainLoop.make(delegateClass) as? any UISceneDelegate
    }
    scene.delegate?.scene(scene, willConnectTo: session, options: options)
    post(UIScene.willConnectNotification, scene)
  }

  /// Calls the delegate first, then the observers.
  private func step(
    _ state: UIScene.ActivationState,
    _ notification: NSNotification.Name,
    _ call: (UIScene, any UISceneDelegate) -> Void
  ) {
    guard let scene else { return }
    scene.activationState = state
    if let delegate = scene.delegate { call(scene, delegate) }
    post(notification, scene)
  }

  private func post(_ name: NSNotification.Name, _ scene: UIScene) {
    NotificationCenter.default.post(name: name, object: scene)
  }
}
