package import TorporModel

/// Whether work waits when an allowance of the user is used up, or where the user wants Wi-Fi (decision 0050).
///
/// What can as well run tomorrow waits; what somebody waits for, what has an exact time, and what only ends something
/// runs. What runs without waiting is counted all the same.
package enum AllowanceRule: String, Hashable, Sendable, CaseIterable {
  case waits
  /// A transfer that is discretionary waits; that is one that was begun off screen.
  case waitsIfDiscretionary
  case runs
}

extension WakeReason {
  /// The table: every reason to run an app off screen, and every command.
  package var allowanceRule: AllowanceRule {
    switch self {
    // The system chooses the moment.
    case .appRefresh, .backgroundFetch, .processing, .silentPush: .waits
    case .transfer: .waitsIfDiscretionary
    // The user began it on screen, and sees its progress.
    case .continuedProcessing: .runs
    // The user sees it, hears it, or has answered it.
    case .visiblePush, .voipPush, .voipSocket, .pushToTalk, .audio, .notificationResponse: .runs
    // It is told once, at its moment.
    case .significantLocation, .region, .visit, .continuousLocation, .liveLocation: .runs
    case .bluetoothRestoring, .bluetooth, .accessory, .descriptor: .runs
    // The announcement is told; the download is a transfer.
    case .newsstand: .runs
    // A job with conditions waits for the device's allowances as for the others (`JobClass`); one without runs.
    case .job: .runs
    // Nothing of it can wait: the app is ended right after it.
    case .terminationSave: .runs
    }
  }
}
