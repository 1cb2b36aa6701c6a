import TorporCore
import TorporModel

// In whose streams a bridge listens: where the answer may change what the app does.

extension DesktopBridge {
  /// Launches that run off screen, and that no service but that of sound keeps running; or whose streams were silent, and
  /// may sound again.
  ///
  /// Apps on screen and frozen apps are not listened to: the former run anyway, and the latter play nothing.
  func toBeHeard(in device: Device) -> [LaunchIdentifier] {
    let silent = launches[.silence] ?? []
    let streams = silent.union(launches[.sound] ?? [])
    return streams.filter { launch in
      guard let slot = device.apps.slot(of: launch), let record = device.apps[slot: slot],
        record.process.phase == .background
      else { return false }
      return silent.contains(launch) || record.assertions.isOnly(.audio)
    }.sorted()
  }
}
