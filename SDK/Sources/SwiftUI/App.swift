internal import AppleSupport
internal import Foundation
public import UIKit

/// An app with the life cycle of SwiftUI, whose views are left out.
///
/// Its body is read when the app is launched and whenever its phase changes; what scenes show is never asked for.
@preconcurrency @MainActor
public protocol App {
  /// What the body is.
  associatedtype Body: Scene
  /// The app's scenes.
  @SceneBuilder var body: Body { get }
  /// Makes the app, once for each process.
  init()
}

extension App {
  /// Runs the app, for `@main`.
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

/// Finds the delegate in an app, whatever its class is.
@MainActor
protocol DelegateMaker {
  var made: any UIApplicationDelegate { get }
}

/// The delegate of an app that has none.
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

  /// Makes the app, has the system's events reach it, and returns its delegate.
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

  /// What makes the app at each launch of it in a process that outlives it.
  package nonisolated static func launch<Main: App>(
    _ app: Main.Type
  ) -> @MainActor @Sendable () throws -> AppRun {
    { try AppRun { begin(Main.self) } }
  }

  private static func parts(of scene: some Scene) -> [ScenePart] {
    if let known = scene as? any KnownScene { return known.parts }
    return parts(of: scene.body)
  }

  /// Registers what the app's body names, before the app is told that it was launched.
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

  /// Another app, or another process of this one, begins.
  private static func end() {
    for observer in current?.observers ?? [] { NotificationCenter.default.removeObserver(observer) }
    current = nil
  }

  /// Tells who follows a value that has changed with the phase.
  private func change(to phase: ScenePhase) {
    // In a process with several lives another app may have followed, with UIKit's life cycle.
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

  /// Runs what waits for the events of a background session; false where nothing does.
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
