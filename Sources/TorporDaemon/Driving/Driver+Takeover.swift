import Logging
import TorporCore
package import TorporModel

// The takeover of what an earlier daemon has started.

extension Driver {
  /// Takes over what runs: the machine was restarted, or only the daemon was.
  package func takeOver(machineWasRestarted: Bool) {
    let survivors = processes.adopt()
    // What is kept of an earlier start may not have reached the disk: its runs were interrupted.
    if machineWasRestarted { for old in survivors { processes.forgetEnd(of: old.launch) } }
    // Nothing outlives the machine; what is launched by its start must not be missed among survivors.
    submit(
      Submission(
        .device(event: machineWasRestarted ? .booted : .daemonRestarted(survivors: survivors))
      )
    )
    noteUnknown(machineWasRestarted ? [] : survivors)
    // Told after the restart, in which the policy orders again what it wants watched.
    let held = machineWasRestarted ? [] : device.heldDescriptors
    for lost in descriptors?.recover(keeping: held) ?? [] {
      submit(Submission(.device(event: .descriptorLost(app: lost.app, name: lost.name))))
    }
    turn()
  }

  private func noteUnknown(_ survivors: [Survivor]) {
    unknownSurvivors = survivors.filter { $0.end == nil && device.apps.slot(of: $0.launch) == nil }
    for program in unknownPrograms {
      log.warning(
        "a running program is not in the journal, as after a backup was restored; it is not managed",
        metadata: [
          "app": "\(program.app)",
          "pids": "\(program.processIDs.map(String.init).joined(separator: " "))",
        ]
      )
    }
  }

  /// The running programs that the journal did not contain at the takeover; they are neither frozen nor ended.
  package var unknownPrograms: [(app: AppIdentifier, processIDs: [Int32])] {
    unknownSurvivors.compactMap { survivor in
      let processIDs = processes.processIDs(of: survivor.launch)
      return processIDs.isEmpty ? nil : (survivor.app, processIDs)
    }
  }
}
