package import TorporModel

// What must be on the disk before it is acted upon: defined here, case by case and without a
// `default:`, so that a new input or decision does not compile until its durability is decided. For
// requests to services it is defined by their types; `ServiceRequest.isLasting`
// (`Services/Services.swift`) queries each.

/// The durability of an input: when it must be on the disk, and what happens while it cannot be written.
package struct Durability: Hashable, Sendable {
  /// Whether it is on the disk before it is acted upon, so that a loss of power does not undo it.
  package let isSynced: Bool
  package let whileUnsaved: WhileUnsaved

  /// What happens to an input while the journal cannot be written.
  package enum WhileUnsaved: Hashable, Sendable {
    /// It is acted upon nevertheless: a rule must not stop with the disk.
    case followed
    /// Its sender is notified that it was not saved.
    case refused
    /// It waits: its sender discards it as soon as it is accepted.
    case postponed
  }

  /// It describes something that a loss of power ends in any case; it is journalled only for replay
  /// and for a restart of the daemon.
  static let replayed = Durability(isSynced: false, whileUnsaved: .followed)
  /// Its sender may rely on it as long as the machine runs.
  static let promised = Durability(isSynced: false, whileUnsaved: .refused)
  /// Its sender may rely on it permanently.
  static let lasting = Durability(isSynced: true, whileUnsaved: .refused)
  /// It is a fact, whether saved or not, and must be known after a loss of power.
  static let lastingFact = Durability(isSynced: true, whileUnsaved: .followed)
}

extension Input {
  package var durability: Durability {
    switch self {
    case .user(let action, _): action.durability
    case .app(_, let request, _): request.durability
    case .device(let event): event.durability
    // Events of a process do not matter after a loss of power, which ends it.
    case .process, .timerFired: .replayed
    // The service discards a result as soon as it is saved here.
    case .transfers(let reports):
      Durability(isSynced: reports.contains { $0.event.isFinal }, whileUnsaved: .postponed)
    }
  }
}

extension UserAction {
  fileprivate var durability: Durability {
    switch self {
    // Releasing apps must not wait for room on the disk; the snapshot that heals the journal saves
    // that adoption is off.
    case .change(.kept(.adoption(false))): .lastingFact
    case .install, .uninstall, .update, .forceQuit, .exempt, .endExemption, .change, .decide,
      .forgetUsage, .submitJob, .cancelJob, .runJobNow, .removeJob, .transfer, .offload,
      .restoreProgram:
      .lasting
    // Its environment is kept for as long as it runs.
    case .run: .promised
    // Seen at once, and saved by the snapshot that heals the journal.
    case .open, .home, .lock, .unlock, .interrupt, .endInterrupt, .simulateLaunch,
      .simulateExpiration, .cancelTask, .respond, .endCall, .connectAccessory, .disconnectAccessory,
      .purgeCaches, .pageOut:
      .replayed
    }
  }
}

extension DeviceEvent {
  fileprivate var durability: Durability {
    switch self {
    case .configured, .booted, .wallClock, .timeZone, .restrictions, .usageHistory: .lastingFact
    // A push that was accepted is not sent again.
    case .push, .pushToken: .lastingFact
    case .adopted: .promised
    case .daemonRestarted, .slept, .machineStops, .loggedOut, .memory, .power, .network, .thermal,
      .storage, .caches, .swap, .notificationWaits, .notificationShown, .userIdle, .hearsInput,
      .windows, .interruption, .location, .accessory,
      .bluetooth, .beacons, .descriptor, .descriptorLost:
      .replayed
    }
  }
}

extension AppRequest {
  fileprivate var durability: Durability {
    switch self {
    case .beginBackgroundTask, .performExpiringActivity: .promised
    // Planned work survives a restart of the machine, and the app is notified if that cannot be
    // guaranteed: accepted but not saved, it would be lost with the daemon, and a cancelled request
    // would reappear (0006).
    case .submitTask, .cancelTaskRequest, .setFetchInterval: .lasting
    case .session(let request): request.isLasting ? .lasting : .replayed
    case .service(let request): request.isLasting ? .lasting : .replayed
    case .attach, .returned, .complete, .endBackgroundTask, .backgroundTimeRemaining,
      .isMultitaskingSupported,
      .registerTask, .pendingTaskRequests, .setExpirationHandler, .reportProgress:
      .replayed
    }
  }
}

extension SessionRequest {
  fileprivate var isLasting: Bool {
    switch self {
    case .open, .start, .cancel, .suspend, .resume, .begin, .invalidate: true
    case .list, .answerChallenge, .answerDelayedRequest: false
    }
  }
}

// MARK: Requests to the services: what is monitored, scheduled or registered lasts; what goes on in a process does not

extension PushRequest {
  var isLasting: Bool {
    switch self {
    case .register, .unregister: true
    case .reportCall, .endCall: false
    }
  }
}

extension LocationRequest {
  var isLasting: Bool {
    switch self {
    case .startMonitoringSignificantChanges, .stopMonitoringSignificantChanges,
      .startMonitoringVisits, .stopMonitoringVisits, .startMonitoring, .stopMonitoring:
      true
    case .startUpdating, .stopUpdating, .requestOnce, .monitoredRegions, .requestState,
      .deferUpdates, .endDeferral, .authorizationStatus, .accuracyAuthorization,
      .requestFullAccuracy, .live:
      false
    case .monitor(let request): request.isLasting
    case .beacons(let request): request.isLasting
    }
  }
}

extension MonitorRequest {
  var isLasting: Bool {
    switch self {
    case .add, .remove: true
    case .open, .close, .records, .take: false
    }
  }
}

extension BeaconRequest {
  var isLasting: Bool {
    switch self {
    case .startMonitoring: true
    case .monitoredRegions, .startRanging, .stopRanging: false
    }
  }
}

extension NotificationCenterRequest {
  var isLasting: Bool {
    switch self {
    case .add, .removePending, .removeDelivered, .setCategories, .setBadge: true
    case .pending, .delivered, .present, .settings: false
    }
  }
}

extension AudioRequest {
  var isLasting: Bool {
    switch self {
    case .activate, .deactivate: false
    }
  }
}

extension AccessoryRequest {
  var isLasting: Bool {
    switch self {
    case .open, .close, .connected: false
    }
  }
}

extension BluetoothRequest {
  var isLasting: Bool {
    switch self {
    case .connect, .cancelConnection, .scan, .stopScan, .subscribe, .advertise, .stopAdvertising,
      .publish:
      true
    case .answer, .updateValue, .standing: false
    }
  }
}

extension DescriptorRequest {
  var isLasting: Bool {
    switch self {
    // A legacy VoIP app is started after every restart of the machine from then on.
    case .watch(_, .voIP): true
    case .watch(_, .accessory), .watch(_, .other): false
    case .unwatch, .setKeepAlive, .clearKeepAlive: false
    }
  }
}

extension PermissionRequest {
  var isLasting: Bool {
    switch self {
    // There is no question: it changes the app's permissions.
    case .request(_, _, let isProvisional): isProvisional
    case .status: false
    }
  }
}

extension PushToTalkRequest {
  var isLasting: Bool {
    switch self {
    case .join, .leave: true
    case .setActiveParticipant, .beginTransmitting, .stopTransmitting: false
    }
  }
}

// MARK: Decisions

extension Decision {
  /// Whether it must be on the disk before it is carried out, so that nothing is done twice after a loss of power.
  package var isSynced: Bool { verdict == .done && action.isSynced }
}

extension Decision.Action {
  fileprivate var isSynced: Bool {
    switch self {
    // A request that was delivered to its app is not delivered again (BG7, one request is one launch);
    // but restarting an attempt of a transfer repeats nothing: the service knows what it has received.
    case .run(let activity): !activity.isTransfer
    case .finish: true
    case .wake(let reason): reason.isToldOnce
    // The user must not see a notification twice.
    case .show: true
    case .install, .adopt, .remove, .launch, .moveToForeground, .moveToBackground, .freeze, .thaw,
      .end,
      .endCommand, .beginTask, .endTask, .expireTask, .endUse, .warnOfMemory, .pageOut, .readBack,
      .exempt,
      .endExemption, .changeSettings, .submit, .cancel, .expire, .schedule, .use, .provide,
      .sleep, .sleepAgain, .purgeCaches, .offload, .restoreProgram:
      false
    }
  }
}

extension Activity {
  fileprivate var isTransfer: Bool { if case .transfer = self { true } else { false } }
}
