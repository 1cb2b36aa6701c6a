import TorporCore
import TorporModel

// In whose streams a bridge listens: where the answer may change what the app does.

extension DesktopBridge {
  /// Launches that run off screen, and that no service but that of sound keeps running; or whose streams were silent, and
  /// may sound again.
  ///
  /// On screen and frozen nobody listens: the one runs anyway, and the other plays nothing.
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
