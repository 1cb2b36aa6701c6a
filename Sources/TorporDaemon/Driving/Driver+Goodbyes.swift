import TorporCore
import TorporModel

// What a host that ends with the machine asks, and what it tells of users who go.

extension Driver {
  /// Whether any process is there that the device has started.
  package var governsProcesses: Bool {
    device.apps.slotRange.contains { device.apps.process(inSlot: $0)?.launch != nil }
  }

  /// A user is gone from the machine: their apps go too.
  ///
  /// Jobs stay, as those of at(1) and cron do: they were submitted so that no user has to be there.
  package func logOut(_ userID: UInt32) {
    let apps = owners.filter { $0.value.userID == userID && JobRecord.job(ofApp: $0.key) == nil }
    let running = apps.keys.sorted().filter { app in
      device.apps[app]?.process.launch != nil
    }
    guard !running.isEmpty else { return }
    submit(Submission(.device(event: .loggedOut(apps: running))))
  }
}
