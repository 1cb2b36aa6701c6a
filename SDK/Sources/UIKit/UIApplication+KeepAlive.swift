internal import AppleSupport
public import Foundation
internal import Torpor

// How apps kept a connection for calls until iOS 8, which has PushKit.

extension UIApplication {
  /// The shortest time between two calls of a keep-alive's handler, in seconds.
  public nonisolated static let minimumKeepAliveTimeout: TimeInterval = 600
  /// 100 years, the most that the system takes.
  private nonisolated static let keepAliveSecondsMax: TimeInterval = 100 * 365 * 86_400

  /// Has a handler called so often while the app is off screen, to keep a connection to its server alive.
  ///
  /// It runs on the main thread and has some 10 s. It needs `voip` in `UIBackgroundModes`, and a system that watches
  /// sockets for calls, as iOS did before 13. The calling thread waits for the system's answer.
  ///
  /// - Returns: Whether it will be called; the reason is on standard error where it will not.
  @discardableResult
  public func setKeepAliveTimeout(
    _ timeout: TimeInterval,
    handler keepAliveHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> Bool {
    // What is no number is too short.
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
