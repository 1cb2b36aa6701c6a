import Testing
import TorporModel

@testable import TorporCore

/// Written out apart from the table, from §1.5, §7, §8.2 and §17.
@Suite("What a process gets for an event")
struct WakeTableTests {
  @Test("is 30 s where it has a completion handler, 10 s where it has not, and minutes for tasks")
  func budgets() {
    let expected: [(Duration, [WakeReason])] = [
      (
        .seconds(30),
        [
          .appRefresh, .backgroundFetch, .silentPush, .visiblePush, .voipPush, .pushToTalk,
          .transfer, .newsstand,
        ]
      ),
      (
        .seconds(10),
        [
          .significantLocation, .region, .visit, .continuousLocation, .liveLocation,
          .bluetoothRestoring, .bluetooth,
          .accessory, .audio, .voipSocket, .descriptor, .notificationResponse,
        ]
      ),
      (.minutes(5), [.processing, .continuedProcessing, .job]),
      (.milliseconds(300), [.terminationSave]),
    ]
    for (budget, reasons) in expected {
      for reason in reasons { #expect(reason.budget == budget, "\(reason)") }
    }
  }

  @Test("cannot be handed back early where callbacks have no completion handler")
  func fixed() {
    let fixed: Set<WakeReason> = [
      .significantLocation, .region, .visit, .continuousLocation, .liveLocation, .bluetooth,
      .bluetoothRestoring,
      .accessory, .voipSocket, .descriptor, .audio,
    ]
    #expect(Set(WakeReason.allCases.filter(\.isFixedDuration)) == fixed)
  }

  @Test("has the label of the battery page that names it; everything else is background activity")
  func labels() {
    let named: [BatteryLabel: Set<WakeReason>] = [
      .audio: [.audio],
      .location: [.significantLocation, .region, .visit, .continuousLocation, .liveLocation],
      .voip: [.voipPush, .voipSocket, .pushToTalk],
      .notifications: [.visiblePush, .notificationResponse],
      .transfers: [.transfer],
    ]
    for (label, reasons) in named {
      #expect(Set(WakeReason.allCases.filter { $0.batteryLabel == label }) == reasons)
    }
  }

  @Test("ends with the code of what it was run for (§1.5)")
  func codes() {
    for reason in WakeReason.allCases {
      let code: TerminationCode =
        switch reason {
        case .appRefresh, .backgroundFetch, .silentPush, .visiblePush, .newsstand: .fetchOverrun
        case .transfer: .transferEventsOverrun
        case .voipPush: .unreportedCall
        default: .watchdog
        }
      #expect(reason.overrunCode == code, "\(reason)")
    }
  }
}
