package import TorporCore
package import TorporModel
import TorporWire

// What desktops have told of processes that had no app then, and may have one now.

extension Bridges {
  /// Takes the last report of each kind once more: the group of a process has come to be an app's.
  package func takeReportsAgain(in device: Device, at now: Instant) -> [Input] {
    desktops.values.sorted { $0.attachment < $1.attachment }.flatMap { desktop in
      desktop.reports.sorted { $0.key < $1.key }.flatMap { _, fact in
        take(fact, ofUser: desktop.userID, in: device, at: now)
      }
    }
  }

  /// The processes of the bridges that are attached.
  package var processIDs: Set<Int32> {
    Set(desktops.values.filter { $0.stream != nil }.compactMap(\.processID))
  }

  /// What no desktop of the user reports of all that must be known before its apps are frozen; empty: nothing is missing.
  func missingForAdoption(ofUser userID: UInt32) -> [String] {
    leastMissing(of: desktops.values.filter { $0.userID == userID || $0.mayChangeDevice })
  }

  /// The same for the user whose desktop reports most: what is missing for every user.
  var missingForAdoption: [String] { leastMissing(of: Array(desktops.values)) }

  private func leastMissing(of desktops: [DesktopBridge]) -> [String] {
    desktops.map(\.missingForAdoption).min { $0.count < $1.count } ?? ["windows"]
  }

  /// What desktops have told of processes that would keep a program with these from being frozen now.
  ///
  /// As the policy would see it: of a program of the user, by all desktops that may speak of it.
  func holds(ofProcesses processIDs: Set<Int32>, user userID: UInt32) -> [Condition] {
    var holds: [Condition] = []
    var isSeen = false
    func note(_ condition: Condition, _ pids: [Int32]) {
      if !processIDs.isDisjoint(with: pids), !holds.contains(condition) { holds.append(condition) }
    }
    for desktop in desktops.values.sorted(by: { $0.attachment < $1.attachment })
    where desktop.userID == userID || desktop.mayChangeDevice {
      for (_, fact) in desktop.reports.sorted(by: { $0.key < $1.key }) {
        switch fact {
        case .windows(let windows):
          let own = (windows ?? []).filter { processIDs.contains($0.pid) }
          if !own.isEmpty { isSeen = true }
          note(Condition(.windowShown), own.filter { $0.visibility.isShown }.map(\.pid))
        case .focus(let pids): note(Condition(.focused, holds: false), pids)
        case .pointerFocus(let pids): note(Condition(.underPointer, holds: false), pids)
        case .statusItems(let pids): note(Condition(.statusItem, holds: false), pids)
        case .audio(let streams):
          note(Condition(.audio), streams.filter { $0.isSilent != true }.map(\.pid))
        case .mediaPlaying(let pids): note(Condition(.audio), pids)
        default: break
        }
      }
    }
    return isSeen ? holds : [Condition(.windowShown, subject: "unknown")] + holds
  }
}

extension BridgeFact {
  /// The kind of a report that is about all processes, and holds until the next one; `nil`: another fact.
  var kindOfReport: String? {
    switch self {
    case .windows: "windows"
    case .focus: "focus"
    case .pointerFocus: "pointerFocus"
    case .statusItems: "statusItems"
    case .audio: "audio"
    case .mediaPlaying: "mediaPlaying"
    default: nil
    }
  }
}
