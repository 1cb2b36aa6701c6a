import TorporModel

/// A part of the system whose policy is not built yet; a scenario that needs it says so by name.
package enum Area: String, Hashable, Sendable, CaseIterable {
  case notifications
  case timeZones = "time zones"
}

extension Step.Kind {
  /// What the step needs that is not built; `nil` where all is there.
  package var area: Area? {
    switch self {
    case .scheduleNotification, .cancelNotification: .notifications
    case .work, .wait, .async, .beginBackgroundTask, .endBackgroundTask, .expiringActivity,
      .complete, .registerForPush, .playAudio, .recordAudio, .stopAudio, .mixesWithOthers,
      .save, .allocate, .free, .crash, .exit, .hang, .useGPU, .holdLock, .register, .cancel,
      .cancelAll, .submit, .progress, .setMinimumBackgroundFetchInterval,
      .transfer, .recreateSession, .cancelTransfer, .answerChallenge, .registerForVoIP,
      .reportCall, .openAccessory, .closeAccessory, .connectPeripheral, .advertise,
      .handOverSocket, .setKeepAlive, .startLocation, .stopLocation, .monitorSignificantChanges,
      .monitorVisits, .monitorRegion, .stopMonitoring:
      nil
    }
  }
}

extension ScriptAction {
  /// What the action needs that is not built; `nil` where all is there.
  package var area: Area? {
    switch self {
    case .tapNotification, .dismissNotification: .notifications
    case .launch, .home, .lock, .unlock, .interrupt, .endInterrupt, .forceQuit, .crash, .kill,
      .reboot, .update, .uninstall, .battery, .charging, .network, .lowData, .thermal,
      .lowPowerMode, .backgroundRefresh, .memoryPressure, .needMemory, .storage, .push,
      .server, .wallClock, .daemonCrash, .simulateLaunch, .simulateExpiration, .accessory,
      .peripheral, .centralRequest, .socketData, .location:
      nil
    }
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
    case .didReceiveLocalNotification, .didReceiveResponse, .willPresent: .notifications
    case .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate, .didReceiveMemoryWarning,
      .didReceiveRemoteNotification, .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable, .performFetch, .powerStateDidChange,
      .backgroundRefreshStatusDidChange, .handleEventsForBackgroundURLSession,
      .didFinishDownloading, .didCompleteWithError, .didReceiveChallenge, .didFinishEvents,
      .issueAnnounced, .issueDownloaded, .didReceiveIncomingPush, .interruptionBegan,
      .interruptionEnded, .accessoryDidConnect, .accessoryDidDisconnect, .accessoryData,
      .peripheralDidConnect, .peripheralDidDisconnect, .peripheralData, .centralRequest,
      .socketReadable, .keepAlive, .didUpdateLocations, .didEnterRegion, .didExitRegion,
      .didVisit:
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
