public import Foundation
internal import Synchronization
internal import Torpor

/// What the system has said of the device's power.
package enum PowerState {
  private static let isLow = Mutex(false)

  /// Whether Low Power Mode is on; false before the system has said so.
  package static var isLowPowerModeEnabled: Bool { isLow.withLock { $0 } }

  /// The system has said so: the observers are told behind the change.
  package static func change(isLowPowerModeEnabled isOn: Bool) {
    isLow.withLock { $0 = isOn }
    NotificationCenter.default.post(
      name: .NSProcessInfoPowerStateDidChange,
      object: ProcessInfo.processInfo
    )
  }

  /// As in a new process.
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

  /// Whether this is an app of iOS on a Mac: no.
  public var isiOSAppOnMac: Bool { false }
  /// Whether this is an app of iOS that was built for a Mac: no.
  public var isMacCatalystApp: Bool { false }

  /// Runs the block on a thread of its own while the system keeps the app running.
  ///
  /// The calling thread waits until the system knows of it, so that the app is not frozen before. The block is called again
  /// with `true` when the time is up, and once with `true` where there is none.
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
  /// Sets a value, as `set(_:forKey:)`.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}
