internal import AppleSupport
public import Foundation
internal import Torpor

extension UIApplication {
  /// Bytes of a task's name that the system takes; a longer name is shortened, as it is only shown.
  private nonisolated static let nameBytesMax = 255

  /// Asks for time to finish something after the app has left the screen.
  ///
  /// May be called on any thread, which waits for the system's answer; a daemon that is being replaced is waited for.
  /// The handler is called on the main thread.
  ///
  /// - Returns: The task, which is to be ended; `invalid` where no time is to be had, or no system was there when the
  ///   app first asked for something.
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

  /// As `beginBackgroundTask(withName:expirationHandler:)`, of a task without a name.
  @preconcurrency
  public nonisolated func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    beginBackgroundTask(withName: nil, expirationHandler: handler)
  }

  /// Ends a background task; ending one that is not there does nothing.
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    let task = BackgroundTaskIdentifier(rawValue: UInt64(clamping: identifier.rawValue))
    SavedDefaults.write()
    AppleSystem.attempt { application throws(TorporError) in application.endBackgroundTask(task) }
  }

  /// The seconds that are left to the app in the background; the greatest number where they are not limited.
  ///
  /// The calling thread waits for the system's answer.
  public nonisolated var backgroundTimeRemaining: TimeInterval {
    let answer = AppleSystem.attempt { application throws(TorporError) in
      try application.currentBackgroundTimeRemaining()
    }
    guard let remaining = answer ?? nil else { return .greatestFiniteMagnitude }
    let parts = remaining.components
    return TimeInterval(parts.seconds) + TimeInterval(parts.attoseconds) / 1e18
  }

  /// As much of a text as fits, in whole characters.
  nonisolated static func shortened(_ text: String, bytesMax: Int) -> String {
    var text = text
    while text.utf8.count > bytesMax { text.removeLast() }
    return text
  }
}
