public import Foundation
internal import Synchronization
internal import Torpor

/// The state of the device's power as reported by the system.
package enum PowerState {
  private static let isLow = Mutex(false)

  /// Whether Low Power Mode is on; false before the system has reported it.
  package static var isLowPowerModeEnabled: Bool { isLow.withLock { $0 } }

  /// Records the mode that the system reported, then notifies the observers.
  package static func change(isLowPowerModeEnabled isOn: Bool) {
    isLow.withLock { $0 = isOn }
    NotificationCenter.default.post(
      name: .NSProcessInfoPowerStateDidChange,
      object: ProcessInfo.processInfo
    )
  }

  /// Resets the state to that of a new process.
  package static func forget() { isLow.withLock { $0 = false } }
}

extension NSNotification.Name {
  /// Low Power Mode was turned on or off.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification"
  )
}

extension ProcessInfo {
  /// Whether Low Power Mode is on; false until the system reports a change.
  public var isLowPowerModeEnabled: Bool { PowerState.isLowPowerModeEnabled }

  /// Whether this is an iOS app on a Mac: no.
  public var isiOSAppOnMac: Bool { false }
  /// Whether this is an iOS app built for a Mac: no.
  public var isMacCatalystApp: Bool { false }

  /// Runs the block on a separate thread while the system keeps the app running.
  ///
  /// The calling thread waits until the system knows of it, so that the app is not frozen before. The block is called
  /// again with `true` when the time has run out, or only with `true` if no time is available.
  public func performExpiringActivity(
    withReason reason: String,
    using block: @escaping @Sendable (Bool) -> Void
  ) {
    let isRefused =
      AppleSystem.attempt { application throws(TorporError) in
        try application.performExpiringActivity(withReason: reason) { expired in
          block(expired)
          SavedDefaults.write()
        }
      } == nil
    if isRefused { CallbackQueue.call({ block($0) }, with: true) }
  }
}

extension UserDefaults {
  /// Sets a value like `set(_:forKey:)`.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}
