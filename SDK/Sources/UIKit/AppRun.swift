internal import AppleSupport
internal import Foundation
internal import Torpor

/// One life of an app in a process that outlives it, such as that of a test.
@MainActor
package final class AppRun {
  private let connection: Torpor.Application

  /// Makes the app's delegate and has the system at `TORPOR_SOCKET` call it.
  ///
  /// The remains of an earlier life in the singletons of Apple's modules are removed; the app's own static variables
  /// stay.
  ///
  /// - Throws: An error with a message, if no system listens.
  package convenience init(_ delegate: AnyClass) throws {
    try self.init {
      UIApplication.life = nil
      let object = MainLoop.make(delegate)
      guard let delegate = object as? any UIApplicationDelegate else {
        preconditionFailure("\(type(of: object)) does not conform to UIApplicationDelegate")
      }
      return delegate
    }
  }

  /// Begins a life like the other form, with a delegate that the body makes.
  ///
  /// - Throws: An error with a message, if no system listens.
  package init(_ makeDelegate: () -> any UIApplicationDelegate) throws {
    UIApplication.forget()
    Launch.begin()
    AppleSystem.use(nil)
    BackgroundSessions.beginLife()
    connection = try AppleSystem.application()
    ChannelGate.begin(connection)
    let (connection, bridge) = (connection, DelegateBridge(.shared, makeDelegate()))
    Task { @MainActor in try? await bridge.serve(connection) }
  }

  /// Ends it as a kill does: no callback follows, and no call of the app reaches the system.
  package nonisolated func end() {
    connection.stop()
    BackgroundSessions.endLife()
    AppleSystem.use(nil)
  }
}
