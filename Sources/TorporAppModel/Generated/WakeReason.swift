// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

/// The reason for which the system starts an app or lets it run.
public enum WakeReason: String, Hashable, Sendable, Saved, CaseIterable {
  /// For a refresh task.
  case appRefresh
  /// For a background fetch.
  case backgroundFetch
  /// For a processing task.
  case processing
  /// For a continued processing task.
  case continuedProcessing
  /// For a silent push.
  case silentPush
  /// For a push.
  case visiblePush
  /// For a VoIP push.
  case voipPush
  /// For a push-to-talk push.
  case pushToTalk
  /// For a finished transfer.
  case transfer
  /// For a significant change of location.
  case significantLocation
  /// For a region that it monitors.
  case region
  /// For a visit.
  case visit
  /// For continuous location.
  case continuousLocation
  /// For live location.
  case liveLocation
  /// For a Bluetooth event that restores it.
  case bluetoothRestoring
  /// For a Bluetooth event.
  case bluetooth
  /// For an accessory.
  case accessory
  /// For audio.
  case audio
  /// For its VoIP socket.
  case voipSocket
  /// For a Newsstand issue.
  case newsstand
  /// For a descriptor of its own.
  case descriptor
  /// For an answer to a notification.
  case notificationResponse
  /// For its job.
  case job
  /// For a save before it is ended for its memory.
  case terminationSave
}

extension WakeReason {
  /// What it is for, as it stands after "for": "a silent push".
  package var phrase: String {
    switch self {
    case .appRefresh: "a refresh task"
    case .backgroundFetch: "a background fetch"
    case .processing: "a processing task"
    case .continuedProcessing: "a continued processing task"
    case .silentPush: "a silent push"
    case .visiblePush: "a push"
    case .voipPush: "a VoIP push"
    case .pushToTalk: "a push-to-talk push"
    case .transfer: "a finished transfer"
    case .significantLocation: "a significant change of location"
    case .region: "a region that it monitors"
    case .visit: "a visit"
    case .continuousLocation: "continuous location"
    case .liveLocation: "live location"
    case .bluetoothRestoring: "a Bluetooth event that restores it"
    case .bluetooth: "a Bluetooth event"
    case .accessory: "an accessory"
    case .audio: "audio"
    case .voipSocket: "its VoIP socket"
    case .newsstand: "a Newsstand issue"
    case .descriptor: "a descriptor of its own"
    case .notificationResponse: "an answer to a notification"
    case .job: "its job"
    case .terminationSave: "a save before it is ended for its memory"
    }
  }

  /// What it is for, as a few words for a cell of a table: "silent push".
  package var label: String {
    switch self {
    case .appRefresh: "refresh task"
    case .backgroundFetch: "background fetch"
    case .processing: "processing task"
    case .continuedProcessing: "continued processing task"
    case .silentPush: "silent push"
    case .visiblePush: "push"
    case .voipPush: "VoIP push"
    case .pushToTalk: "push-to-talk push"
    case .transfer: "finished transfer"
    case .significantLocation: "location change"
    case .region: "region"
    case .visit: "visit"
    case .continuousLocation: "continuous location"
    case .liveLocation: "live location"
    case .bluetoothRestoring: "Bluetooth restoration"
    case .bluetooth: "Bluetooth event"
    case .accessory: "accessory"
    case .audio: "audio"
    case .voipSocket: "VoIP socket"
    case .newsstand: "Newsstand issue"
    case .descriptor: "descriptor"
    case .notificationResponse: "notification response"
    case .job: "job"
    case .terminationSave: "save"
    }
  }

  /// Whether it is for a push that has come.
  package var isPush: Bool {
    switch self {
    case .silentPush, .visiblePush, .voipPush, .pushToTalk, .newsstand: true
    case .appRefresh, .backgroundFetch, .processing, .continuedProcessing, .transfer,
      .significantLocation, .region, .visit, .continuousLocation, .liveLocation,
      .bluetoothRestoring, .bluetooth, .accessory, .audio, .voipSocket, .descriptor,
      .notificationResponse, .job, .terminationSave:
      false
    }
  }

  /// Its place among all of them, for a table with a row for each.
  @inlinable package var index: Int {
    switch self {
    case .appRefresh: 0
    case .backgroundFetch: 1
    case .processing: 2
    case .continuedProcessing: 3
    case .silentPush: 4
    case .visiblePush: 5
    case .voipPush: 6
    case .pushToTalk: 7
    case .transfer: 8
    case .significantLocation: 9
    case .region: 10
    case .visit: 11
    case .continuousLocation: 12
    case .liveLocation: 13
    case .bluetoothRestoring: 14
    case .bluetooth: 15
    case .accessory: 16
    case .audio: 17
    case .voipSocket: 18
    case .newsstand: 19
    case .descriptor: 20
    case .notificationResponse: 21
    case .job: 22
    case .terminationSave: 23
    }
  }
}
