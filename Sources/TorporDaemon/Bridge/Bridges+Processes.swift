import TorporCore
import TorporModel
import TorporWire

// What the desktops see of processes: where the focus is, what is heard, and who is waited for.

extension Bridges {
  /// The launch that a process belongs to, where the user may speak of it.
  func launch(
    ofProcess pid: Int32,
    byUser userID: UInt32,
    in device: Device
  ) -> LaunchIdentifier? {
    guard let launch = processes.launch(ofProcess: pid), let desktop = desktops[userID],
      let slot = device.apps.slot(of: launch), let app = device.apps[slot: slot]?.identifier,
      desktop.mayChangeDevice || ownerOfApp(app) == userID
    else { return nil }
    return launch
  }

  func see(
    _ presence: DesktopBridge.Presence,
    _ pids: [Int32],
    ofUser userID: UInt32,
    in device: Device
  ) -> [Input] {
    guard var desktop = desktops[userID] else { return [] }
    let change = desktop.update(presence, to: launches(pids, userID, device))
    desktops[userID] = desktop
    func inputs(_ event: (Bool) -> ProcessEvent) -> [Input] {
      change.began.map { .process(launch: $0, event: event(true)) }
        + change.ended.map { .process(launch: $0, event: event(false)) }
    }
    switch presence {
    case .focus: return inputs { .hazard(.hasFocus, isPresent: $0) }
    case .hover: return inputs { .hazard(.isUnderPointer, isPresent: $0) }
    case .statusItem: return inputs { .hazard(.hasStatusItem, isPresent: $0) }
    case .sound, .media, .silence: return []
    }
  }

  /// The launches that the processes belong to, if the user may report about them.
  func launches(
    _ pids: [Int32],
    _ userID: UInt32,
    _ device: Device
  ) -> Set<LaunchIdentifier> {
    Set(pids.compactMap { launch(ofProcess: $0, byUser: userID, in: device) })
  }

  /// Takes the launches that play sound now, and reports the changes.
  func hear(
    _ presences: [DesktopBridge.Presence: Set<LaunchIdentifier>],
    ofUser userID: UInt32
  ) -> [Input] {
    guard let desktop = desktops[userID] else { return [] }
    let before = desktop.heard
    desktops[userID]?.launches.merge(presences) { _, new in new }
    let after = desktops[userID]?.heard ?? []
    return after.subtracting(before).sorted().map {
      .process(launch: $0, event: .audio(isPlaying: true))
    }
      + before.subtracting(after).sorted().map {
        .process(launch: $0, event: .audio(isPlaying: false))
      }
  }

  func report(
    _ hazard: Hazard,
    _ pid: Int32,
    ofUser userID: UInt32,
    in device: Device
  ) -> [Input] {
    guard let launch = launch(ofProcess: pid, byUser: userID, in: device) else { return [] }
    return [.process(launch: launch, event: .hazard(hazard, isPresent: true))]
  }
}
