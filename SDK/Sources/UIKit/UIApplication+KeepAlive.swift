internal import AppleSupport
public import Foundation
internal import Torpor

// The way in which apps kept a connection for calls until iOS 8, which has PushKit.

extension UIApplication {
  /// The minimum time between two calls of a keep-alive handler, in seconds.
  public nonisolated static let minimumKeepAliveTimeout: TimeInterval = 600
  /// 100 years, the maximum that the system accepts.
  private nonisolated static let keepAliveSecondsMax: TimeInterval = 100 * 365 * 86_400

  /// Sets a handler that is called at an interval while the app is off screen, to keep a connection to its server
  /// alive.
  ///
  /// The handler runs on the main thread and has about 10 s. It needs `voip` in `UIBackgroundModes`, and a system that
  /// watches sockets for calls, as iOS did before 13. The calling thread blocks until the system answers.
  ///
  /// - Returns: Whether it will be called; if not, the reason is on standard error.
  @discardableResult
  public func setKeepAliveTimeout(
    _ timeout: TimeInterval,
    handler keepAliveHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> Bool {
    // A value that is not a number is too short.
    let seconds = timeout.isNaN ? 0 : max(0, min(timeout, Self.keepAliveSecondsMax))
    let answer: Void? = AppleSystem.attempt { application throws(TorporError) in
      try application.setKeepAliveTimeout(.seconds(seconds)) { keepAliveHandler?() }
    }
    return answer != nil
  }

  /// Removes the handler.
  public func clearKeepAliveTimeout() {
    AppleSystem.attempt { application throws(TorporError) in
      try application.clearKeepAliveTimeout()
    }
  }
}
