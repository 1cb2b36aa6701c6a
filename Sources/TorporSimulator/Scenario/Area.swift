import TorporModel

/// A part of the system whose policy is not built yet; a scenario that needs it says so by name.
package enum Area: String, Hashable, Sendable, CaseIterable {
  case silentPush = "silent push"
  case storedPush = "stored push"
  case voipPush = "VoIP push"
  case location
  case notifications
  case audioSessions = "audio sessions"
  case accessories
  case bluetooth = "Bluetooth"
  case sockets
  case timeZones = "time zones"
}

extension Step.Kind {
  /// What the step needs that is not built; `nil` where all is there.
  package var area: Area? {
    switch self {
    case .registerForVoIP, .reportCall: .voipPush
    case .scheduleNotification, .cancelNotification: .notifications
    case .startLocation, .stopLocation, .monitorSignificantChanges, .monitorVisits,
      .monitorRegion, .stopMonitoring:
      .location
    case .openAccessory, .closeAccessory: .accessories
    case .connectPeripheral, .advertise: .bluetooth
    case .handOverSocket, .setKeepAlive: .sockets
    case .work, .wait, .async, .beginBackgroundTask, .endBackgroundTask, .expiringActivity,
      .complete, .registerForPush, .playAudio, .recordAudio, .stopAudio, .mixesWithOthers,
      .save, .allocate, .free, .crash, .exit, .hang, .useGPU, .holdLock, .register, .cancel,
      .cancelAll, .submit, .progress, .setMinimumBackgroundFetchInterval,
      .transfer, .recreateSession, .cancelTransfer, .answerChallenge:
      nil
    }
  }
}

extension ScriptAction {
  /// What the action needs that is not built; `nil` where all is there.
  ///
  /// How often silent pushes run an app is not built; an app without the mode is never run by one.
  package func area(in scenario: Scenario) -> Area? {
    switch self {
    case .location: .location
    case .accessory: .accessories
    case .peripheral, .centralRequest: .bluetooth
    case .socketData: .sockets
    case .tapNotification, .dismissNotification: .notifications
    case .push(let push) where push.kind == .voip: .voipPush
    case .push(let push)
    where push.hasContent && !push.isVisible && scenario.isRunByPushes(push.app):
      .silentPush
    case .launch, .home, .lock, .unlock, .interrupt, .endInterrupt, .forceQuit, .crash, .kill,
      .reboot, .update, .uninstall, .battery, .charging, .network, .lowData, .thermal,
      .lowPowerMode, .backgroundRefresh, .memoryPressure, .needMemory, .storage, .push,
      .server, .wallClock, .daemonCrash, .simulateLaunch, .simulateExpiration:
      nil
    }
  }
}

extension Scenario {
  fileprivate func isRunByPushes(_ alias: String) -> Bool {
    guard let modes = app(named: alias)?.manifest.backgroundModes else { return false }
    // To a Newsstand app such a push announces an issue.
    return modes.contains(.remoteNotification) && !modes.contains(.newsstandContent)
  }
}

extension CallbackName {
  /// What calls it, where that is not built; `nil` where it is.
  package var area: Area? {
    switch self {
    case .task, .expiration, .expiringActivity: nil
    case .plain(let plain): plain.area
    }
  }
}

extension PlainCallback {
  fileprivate var area: Area? {
    switch self {
    case .didReceiveIncomingPush: .voipPush
    case .didUpdateLocations, .didEnterRegion, .didExitRegion, .didVisit: .location
    case .interruptionBegan, .interruptionEnded: .audioSessions
    case .didReceiveLocalNotification, .didReceiveResponse, .willPresent: .notifications
    case .accessoryDidConnect, .accessoryDidDisconnect, .accessoryData: .accessories
    case .peripheralDidConnect, .peripheralDidDisconnect, .peripheralData, .centralRequest:
      .bluetooth
    case .socketReadable, .keepAlive: .sockets
    case .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate, .didReceiveMemoryWarning,
      .didReceiveRemoteNotification, .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable, .performFetch, .powerStateDidChange,
      .backgroundRefreshStatusDidChange, .handleEventsForBackgroundURLSession,
      .didFinishDownloading, .didCompleteWithError, .didReceiveChallenge, .didFinishEvents,
      .issueAnnounced, .issueDownloaded:
      nil
    }
  }
}

extension Expectation.Kind {
  /// What the expectation is about, where that is not built; `nil` where it can be checked.
  ///
  /// A notification that nobody scheduled is never shown, whoever shows them; a step that schedules
  /// one is reported when it runs.
  package var area: Area? {
    switch self {
    case .called(_, let name, _, _): name.area
    case .order(_, let names, _): names.lazy.compactMap(\.area).first
    case .state, .launched, .exit, .timeRemaining, .notification, .saved, .usage, .deviceWakeups,
      .result, .pending, .transfer, .blockedBy:
      nil
    }
  }
}
