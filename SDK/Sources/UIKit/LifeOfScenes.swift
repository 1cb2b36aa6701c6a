/// The reactions of SwiftUI's life cycle to the system's events.
package struct LifeOfScenes {
  /// A closure that is called before the delegate is notified of the app's launch.
  var willLaunch: @MainActor () -> Void
  /// Handles the events of a background session; returns false if the delegate must handle them.
  var backgroundEvents: @MainActor (String) async -> Bool

  /// Makes a life cycle from both closures.
  package init(
    willLaunch: @escaping @MainActor () -> Void,
    backgroundEvents: @escaping @MainActor (String) async -> Bool
  ) {
    (self.willLaunch, self.backgroundEvents) = (willLaunch, backgroundEvents)
  }
}

extension UIApplication {
  /// The life cycle of the process; `nil` if the app uses UIKit's.
  package static var life: LifeOfScenes? {
    get { LifeStorage.life }
    set { LifeStorage.life = newValue }
  }

  /// Runs an app with a delegate that the body makes.
  package static func serve(_ makeDelegate: () -> any UIApplicationDelegate) -> Never {
    MainLoop.serve(UIApplication.self) { _ in makeDelegate() }
  }

  /// Makes an object of a class, by its `init()`.
  package static func make<Object: AnyObject>(_ anyClass: Object.Type) -> Object {
    unsafeDowncast(MainLoop.make(anyClass), to: Object.self)
  }
}

@MainActor
private enum LifeStorage {
  static var life: LifeOfScenes?
}
