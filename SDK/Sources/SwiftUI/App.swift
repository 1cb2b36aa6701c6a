internal import AppleSupport
internal import Foundation
public import UIKit

/// An app with SwiftUI's life cycle, without its views.
///
/// Its body is read when the app is launched and whenever its phase changes; the content of scenes is never requested.
@preconcurrency @MainActor
public protocol App {
  /// The type of the body.
  associatedtype Body: Scene
  /// The app's scenes.
  @SceneBuilder var body: Body { get }
  /// Makes the app, once for each process.
  init()
}

extension App {
  /// Runs the app; called for `@main`.
  public static func main() { UIApplication.serve { AppLife.begin(Self.self) } }
}

/// Makes an object the app's delegate.
@preconcurrency @MainActor @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>:
  DelegateMaker
{
  private let delegate: DelegateType

  /// Makes the delegate.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    delegate = UIApplication.make(delegateType)
  }

  /// The delegate.
  public var wrappedValue: DelegateType { delegate }

  var made: any UIApplicationDelegate { delegate }
}

/// A type that finds the delegate of an app, whatever its class.
@MainActor
protocol DelegateMaker {
  var made: any UIApplicationDelegate { get }
}

/// The delegate of an app that has none of its own.
private final class NoDelegate: UIResponder, UIApplicationDelegate {}

/// The one app of the process.
@MainActor
package final class AppLife {
  private static var current: AppLife?
  private let body: () -> [ScenePart]
  private var parts: [ScenePart] = []
  private var observers: [any NSObjectProtocol] = []

  private init(_ app: some App) {
    body = { Self.parts(of: app.body) }
  }

  /// Makes the app, connects it to the system's events, and returns its delegate.
  package static func begin<Main: App>(_ app: Main.Type) -> any UIApplicationDelegate {
    end()
    EnvironmentValues.current = EnvironmentValues()
    let app = Main()
    let life = AppLife(app)
    current = life
    UIApplication.life = LifeOfScenes(
      willLaunch: { life.willLaunch() },
      backgroundEvents: { await life.takeEvents(of: $0) }
    )
    let delegate = Mirror(reflecting: app).children.lazy
      .compactMap { ($0.value as? any DelegateMaker)?.made }.first
    return delegate ?? NoDelegate()
  }

  /// Returns the code that makes the app at each launch in a process that outlives it.
  package nonisolated static func launch<Main: App>(
    _ app: Main.Type
  ) -> @MainActor @Sendable () throws -> AppRun {
    { try AppRun { begin(Main.self) } }
  }

  private static func parts(of scene: some Scene) -> [ScenePart] {
    if let known = scene as? any KnownScene { return known.parts }
    return parts(of: scene.body)
  }

  /// Registers the tasks that the app's body names, before the app is notified of its launch.
  private func willLaunch() {
    parts = body()
    for case .task(let task) in parts { task.register() }
    for case .change(let change) in parts { change.begin() }
    let center = NotificationCenter.default
    let steps: [(NSNotification.Name, ScenePhase)] = [
      (UIScene.didActivateNotification, .active),
      (UIScene.willDeactivateNotification, .inactive),
      (UIScene.willEnterForegroundNotification, .inactive),
      (UIScene.didEnterBackgroundNotification, .background),
    ]
    observers = steps.map { name, phase in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { Self.current?.change(to: phase) }
      }
    }
  }

  /// Ends the app because another app, or another process of this one, begins.
  private static func end() {
    for observer in current?.observers ?? [] { NotificationCenter.default.removeObserver(observer) }
    current = nil
  }

  /// Runs the actions for values that have changed with the phase.
  private func change(to phase: ScenePhase) {
    // In a process with several lives, another app with UIKit's life cycle may have followed.
    guard UIApplication.life != nil, EnvironmentValues.current.scenePhase != phase else { return }
    EnvironmentValues.current.scenePhase = phase
    let before = changes
    parts = body()
    for (old, new) in zip(before, changes) { new.follow(old) }
  }

  private var changes: [ChangePart] {
    parts.compactMap { part in
      guard case .change(let change) = part else { return nil }
      return change
    }
  }

  /// Runs the action that waits for the events of a background session; returns false if there is none.
  private func takeEvents(of session: String) async -> Bool {
    for case .task(let task) in parts {
      if let work = task.work(forSession: session) {
        await work()
        return true
      }
    }
    return false
  }
}
