package import Foundation
internal import Synchronization
package import Torpor

/// The app's one connection with the system, which all of Apple's singletons share.
package enum AppleSystem {
  private static let connected = Mutex<Application?>(nil)

  /// Returns the connection, which is made at the first use.
  ///
  /// - Throws: `TorporError` with the code `systemUnavailable`; the next use tries again.
  package static func application() throws(TorporError) -> Application {
    try connected.withLock { connected throws(TorporError) in
      if let connected { return connected }
      let application = try Application()
      connected = application
      return application
    }
  }

  /// Sets the connection for all later use; `nil`: the next use makes a new one.
  package static func use(_ application: Application?) {
    connected.withLock { $0 = application }
  }

  /// Makes a call for which Apple's API has no error: a failure is reported to the developer.
  @discardableResult
  package static func attempt<Value>(
    _ call: (Application) throws(TorporError) -> Value
  ) -> Value? {
    do throws(TorporError) {
      return try call(application())
    } catch {
      report(error)
      return nil
    }
  }

  /// Makes a call like `attempt`, for a call that suspends.
  package static func attempt<Value: Sendable>(
    _ call: @Sendable (Application) async throws(TorporError) -> Value
  ) async -> Value? {
    do throws(TorporError) {
      return try await call(application())
    } catch {
      report(error)
      return nil
    }
  }

  /// Returns an error whose `localizedDescription` says what failed, why, and what to do next, because apps log that.
  ///
  /// It has Apple's domain and number, if they exist.
  package static func error(_ error: TorporError) -> NSError {
    NSError(
      domain: error.appleCode?.domain ?? "TorporErrorDomain",
      code: error.appleCode?.code ?? 0,
      userInfo: [NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error]
    )
  }

  /// Reports on standard error why a call failed.
  package static func report(_ error: TorporError) { ErrorStream.write("torpor: \(error)\n") }
}
