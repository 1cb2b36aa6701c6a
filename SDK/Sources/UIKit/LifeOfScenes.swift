/// What the life cycle of SwiftUI does with what the system tells the app.
package struct LifeOfScenes {
  /// Called before the delegate is told that the app was launched.
  var willLaunch: @MainActor () -> Void
  /// Takes the events of a background session; false where the delegate is to be told.
  var backgroundEvents: @MainActor (String) async -> Bool

  /// Makes a life of both.
  package init(
    willLaunch: @escaping @MainActor () -> Void,
    backgroundEvents: @escaping @MainActor (String) async -> Bool
  ) {
    (self.willLaunch, self.backgroundEvents) = (willLaunch, backgroundEvents)
  }
}

extension UIApplication {
  /// That of the process; `nil` where the app has UIKit's.
  package static var life: LifeOfScenes? {
    get { LifeStorage.life }
    set { LifeStorage.life = newValue }
  }

  /// Runs an app whose delegate the body makes.
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
