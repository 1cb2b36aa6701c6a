internal import AppleSupport
public import Foundation
internal import Torpor

extension UIApplication {
  /// The maximum number of bytes of a task's name that the system accepts; a longer name is shortened, because it is
  /// only shown.
  private nonisolated static let nameBytesMax = 255

  /// Begins a task that needs time to finish after the app has left the screen.
  ///
  /// It can be called on any thread, which blocks until the system answers; if the daemon is being replaced, the call
  /// waits for the new one. The handler is called on the main thread.
  ///
  /// - Returns: The task, which must be ended; `invalid` if no time is available, or if there was no system when the
  ///   app made its first request.
  @preconcurrency
  public nonisolated func beginBackgroundTask(
    withName taskName: String?,
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    let name = taskName.map { Self.shortened($0, bytesMax: Self.nameBytesMax) }
    let task = AppleSystem.attempt { application throws(TorporError) in
      try application.beginBackgroundTask(withName: name, expirationHandler: handler)
    }
    return UIBackgroundTaskIdentifier(rawValue: Int(clamping: task?.rawValue ?? 0))
  }

  /// Begins a task like `beginBackgroundTask(withName:expirationHandler:)`, without a name.
  @preconcurrency
  public nonisolated func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    beginBackgroundTask(withName: nil, expirationHandler: handler)
  }

  /// Ends a background task; ending an unknown one does nothing.
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    let task = BackgroundTaskIdentifier(rawValue: UInt64(clamping: identifier.rawValue))
    SavedDefaults.write()
    AppleSystem.attempt { application throws(TorporError) in application.endBackgroundTask(task) }
  }

  /// The app's remaining seconds in the background; the greatest number if they are not limited.
  ///
  /// The calling thread blocks until the system answers.
  public nonisolated var backgroundTimeRemaining: TimeInterval {
    let answer = AppleSystem.attempt { application throws(TorporError) in
      try application.currentBackgroundTimeRemaining()
    }
    guard let remaining = answer ?? nil else { return .greatestFiniteMagnitude }
    let parts = remaining.components
    return TimeInterval(parts.seconds) + TimeInterval(parts.attoseconds) / 1e18
  }

  /// Returns as much of a text as fits, in whole characters.
  nonisolated static func shortened(_ text: String, bytesMax: Int) -> String {
    var text = text
    while text.utf8.count > bytesMax { text.removeLast() }
    return text
  }
}
