import TorporCore
import TorporModel

/// An app that is heard off screen, and may be, is never frozen (§7, audio).
struct SoundingAppRuns: Invariant {
  let sentence = "An app that is heard runs"

  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    return machine.processes.living.compactMap { process in
      guard process.resources.isPlaying, process.resources.continuesInBackground,
        process.app.manifest.backgroundModes.contains(.audio),
        let record = device.apps[process.app.identifier],
        record.process.launch == process.launch, record.facts.isPlayingAudio,
        !device.audioSessions.isInterrupted(process.app.identifier),
        machine.processes.isFrozenOrFreezing(process.launch)
      else { return nil }
      return "'\(process.app.alias)' is heard and frozen"
    }
  }
}
