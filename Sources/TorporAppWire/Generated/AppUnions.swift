// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension Callback {
  /// The word for it in `Event`.
  var word: String {
    switch self {
    case .didFinishLaunching(into: _): "didFinishLaunching"
    case .didBecomeActive: "didBecomeActive"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .willEnterForeground: "willEnterForeground"
    case .willTerminate: "willTerminate"
    case .willTerminateForMemory: "willTerminateForMemory"
    case .didReceiveMemoryWarning: "didReceiveMemoryWarning"
    case .protectedDataWillBecomeUnavailable: "protectedDataWillBecomeUnavailable"
    case .protectedDataDidBecomeAvailable: "protectedDataDidBecomeAvailable"
    case .backgroundTaskExpiration(task: _, name: _): "backgroundTaskExpiration"
    case .expiringActivity(task: _, reason: _, expired: _): "expiringActivity"
    case .didReceiveRemoteNotification(payload: _): "didReceiveRemoteNotification"
    case .performFetch: "performFetch"
    case .launchTask(identifier: _, type: _): "launchTask"
    case .taskExpiration(task: _, identifier: _): "taskExpiration"
    case .powerStateDidChange(isLowPowerModeEnabled: _): "powerStateDidChange"
    case .backgroundRefreshStatusDidChange(isAvailable: _): "backgroundRefreshStatusDidChange"
    case .issueAnnounced(payload: _): "issueAnnounced"
    case .session(.handleEvents(session: _)): "handleEventsForBackgroundURLSession"
    case .session(.didFinishDownloading(session: _, transfer: _, status: _)): "didFinishDownloading"
    case .session(.didComplete(session: _, transfer: _, outcome: _)): "didCompleteWithError"
    case .session(.issueDownloaded(session: _, transfer: _, outcome: _)): "issueDownloaded"
    case .session(.didReceiveChallenge(session: _, transfer: _)): "didReceiveChallenge"
    case .session(.willBeginDelayedRequest(session: _, transfer: _)): "willBeginDelayedRequest"
    case .session(.didFinishEvents(session: _)): "didFinishEvents"
    case .session(.didBecomeInvalid(session: _)): "didBecomeInvalid"
    case .service(.didReceiveIncomingPush(payload: _, mustReport: _)): "didReceiveIncomingPush"
    case .service(.location(.didUpdate(_))): "didUpdateLocations"
    case .service(.location(.didFail(_))): "didFailWithError"
    case .service(.location(.didEnterRegion(_))): "didEnterRegion"
    case .service(.location(.didExitRegion(_))): "didExitRegion"
    case .service(.location(.monitoringDidFail(region: _, _))): "monitoringDidFail"
    case .service(.location(.didDetermineState(region: _, _))): "didDetermineState"
    case .service(.location(.didVisit(_))): "didVisit"
    case .service(.location(.didPauseUpdates)): "didPauseLocationUpdates"
    case .service(.location(.didResumeUpdates)): "didResumeLocationUpdates"
    case .service(.location(.didFinishDeferredUpdates(_))): "didFinishDeferredUpdates"
    case .service(.location(.didChangeAuthorization(_))): "didChangeAuthorization"
    case .service(.location(.didChangeAccuracy(_))): "didChangeAccuracyAuthorization"
    case .service(.didDecide(_, _)): "didDecideAuthorization"
    case .service(.location(.didChangeCondition(monitor: _, _))): "didChangeCondition"
    case .service(.location(.didUpdateLive(_))): "didUpdateLive"
    case .service(.location(.didRange(_, _))): "didRangeBeacons"
    case .service(.location(.rangingDidFail(_, _))): "didFailRangingBeacons"
    case .service(.notifications(.didReceiveLocal(_))): "didReceiveLocalNotification"
    case .service(.notifications(.willPresent(_))): "willPresent"
    case .service(.notifications(.didReceiveResponse(_))): "didReceiveResponse"
    case .service(.audio(.interruptionBegan(_))): "interruptionBegan"
    case .service(.audio(.interruptionEnded(shouldResume: _))): "interruptionEnded"
    case .service(.accessory(.didConnect(accessory: _))): "accessoryDidConnect"
    case .service(.accessory(.didDisconnect(accessory: _))): "accessoryDidDisconnect"
    case .service(.accessory(.data(accessory: _))): "accessoryData"
    case .service(.bluetooth(.willRestoreState(identifier: _, peripherals: _, services: _))):
      "willRestoreState"
    case .service(.bluetooth(.didConnect(peripheral: _))): "peripheralDidConnect"
    case .service(.bluetooth(.didDisconnect(peripheral: _))): "peripheralDidDisconnect"
    case .service(.bluetooth(.data(peripheral: _))): "peripheralData"
    case .service(.bluetooth(.didDiscover(peripheral: _, services: _))): "didDiscoverPeripheral"
    case .service(.bluetooth(.centralRequest(_))): "centralRequest"
    case .service(.descriptor(.readable(name: _, isHungUp: _))): "socketReadable"
    case .service(.descriptor(.lost(name: _))): "descriptorLost"
    case .service(.descriptor(.keepAlive)): "keepAlive"
    case .service(.pushToTalk(.didRestore(channel: _))): "didRestoreChannel"
    case .service(.pushToTalk(.didLeave(channel: _))): "didLeaveChannel"
    case .service(.pushToTalk(.incomingPush(channel: _, payload: _))): "incomingChannelPush"
    case .service(
      .pushToTalk(.serviceUpdate(channel: _, payload: _, isHighPriority: _, remaining: _))
    ): "channelServiceUpdate"
    case .service(.pushToTalk(.didActivateAudio(channel: _))): "didActivateAudioSession"
    case .service(.pushToTalk(.didDeactivateAudio(channel: _))): "didDeactivateAudioSession"
    }
  }

  /// Reads the members of a `Event`; `nil` where this version does not know the word.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to what is wrong.
  init?(_ word: String, _ message: ParameterReader) throws(WireError) {
    switch word {
    case "didFinishLaunching":
      self = .didFinishLaunching(into: try LaunchDestination(message))
    case "didBecomeActive":
      self = .didBecomeActive
    case "willResignActive":
      self = .willResignActive
    case "didEnterBackground":
      self = .didEnterBackground
    case "willEnterForeground":
      self = .willEnterForeground
    case "willTerminate":
      self = .willTerminate
    case "willTerminateForMemory":
      self = .willTerminateForMemory
    case "didReceiveMemoryWarning":
      self = .didReceiveMemoryWarning
    case "protectedDataWillBecomeUnavailable":
      self = .protectedDataWillBecomeUnavailable
    case "protectedDataDidBecomeAvailable":
      self = .protectedDataDidBecomeAvailable
    case "backgroundTaskExpiration":
      self = .backgroundTaskExpiration(
        task: try message.value("task"),
        name: try message.optional("taskName")
      )
    case "expiringActivity":
      self = .expiringActivity(
        task: try message.value("task"),
        reason: try message.value("reason"),
        expired: try message.value("expired")
      )
    case "didReceiveRemoteNotification":
      self = .didReceiveRemoteNotification(payload: try message.value("payload"))
    case "performFetch":
      self = .performFetch
    case "launchTask":
      self = .launchTask(
        identifier: try message.value("identifier"),
        type: try message.value("type")
      )
    case "taskExpiration":
      self = .taskExpiration(
        task: try message.value("launchCallback"),
        identifier: try message.value("identifier")
      )
    case "powerStateDidChange":
      self = .powerStateDidChange(isLowPowerModeEnabled: try message.value("isLowPowerModeEnabled"))
    case "backgroundRefreshStatusDidChange":
      self = .backgroundRefreshStatusDidChange(isAvailable: try message.value("isAvailable"))
    case "issueAnnounced":
      self = .issueAnnounced(payload: try message.value("payload"))
    case "handleEventsForBackgroundURLSession":
      self = .session(.handleEvents(session: try message.value("session")))
    case "didFinishDownloading":
      self = .session(
        .didFinishDownloading(
          session: try message.value("session"),
          transfer: try message.value("transfer"),
          status: try message.optional("status") ?? 0
        )
      )
    case "didCompleteWithError":
      self = .session(
        .didComplete(
          session: try message.value("session"),
          transfer: try message.value("transfer"),
          outcome: try TransferOutcome(message)
        )
      )
    case "issueDownloaded":
      self = .session(
        .issueDownloaded(
          session: try message.value("session"),
          transfer: try message.value("transfer"),
          outcome: try TransferOutcome(message)
        )
      )
    case "didReceiveChallenge":
      self = .session(
        .didReceiveChallenge(
          session: try message.value("session"),
          transfer: try message.value("transfer")
        )
      )
    case "willBeginDelayedRequest":
      self = .session(
        .willBeginDelayedRequest(
          session: try message.value("session"),
          transfer: try message.value("transfer")
        )
      )
    case "didFinishEvents":
      self = .session(.didFinishEvents(session: try message.value("session")))
    case "didBecomeInvalid":
      self = .session(.didBecomeInvalid(session: try message.value("session")))
    case "didReceiveIncomingPush":
      self = .service(
        .didReceiveIncomingPush(
          payload: try message.value("payload"),
          mustReport: try message.value("mustReport")
        )
      )
    case "didUpdateLocations":
      self = .service(.location(.didUpdate(try message.value("locations"))))
    case "didFailWithError":
      self = .service(.location(.didFail(try message.value("locationError"))))
    case "didEnterRegion":
      self = .service(.location(.didEnterRegion(try message.value("region"))))
    case "didExitRegion":
      self = .service(.location(.didExitRegion(try message.value("region"))))
    case "monitoringDidFail":
      self = .service(
        .location(
          .monitoringDidFail(
            region: try message.optional("region"),
            try message.value("locationError")
          )
        )
      )
    case "didDetermineState":
      self = .service(
        .location(
          .didDetermineState(region: try message.value("region"), try message.value("regionState"))
        )
      )
    case "didVisit":
      self = .service(.location(.didVisit(try message.value("visit"))))
    case "didPauseLocationUpdates":
      self = .service(.location(.didPauseUpdates))
    case "didResumeLocationUpdates":
      self = .service(.location(.didResumeUpdates))
    case "didFinishDeferredUpdates":
      self = .service(.location(.didFinishDeferredUpdates(try message.optional("locationError"))))
    case "didChangeAuthorization":
      self = .service(.location(.didChangeAuthorization(try message.value("authorization"))))
    case "didChangeAccuracyAuthorization":
      self = .service(.location(.didChangeAccuracy(try message.value("accuracy"))))
    case "didDecideAuthorization":
      self = .service(
        .didDecide(try message.value("permission"), try message.value("permissionStatus"))
      )
    case "didChangeCondition":
      self = .service(
        .location(
          .didChangeCondition(monitor: try message.value("monitor"), try MonitorEvent(message))
        )
      )
    case "didUpdateLive":
      self = .service(.location(.didUpdateLive(try LiveUpdate(message))))
    case "didRangeBeacons":
      self = .service(
        .location(.didRange(try message.value("beacon"), try message.value("beacons")))
      )
    case "didFailRangingBeacons":
      self = .service(
        .location(.rangingDidFail(try message.value("beacon"), try message.value("locationError")))
      )
    case "didReceiveLocalNotification":
      self = .service(.notifications(.didReceiveLocal(try message.value("notification"))))
    case "willPresent":
      self = .service(.notifications(.willPresent(try message.value("notification"))))
    case "didReceiveResponse":
      self = .service(.notifications(.didReceiveResponse(try message.value("response"))))
    case "interruptionBegan":
      self = .service(.audio(.interruptionBegan(try message.value("reason"))))
    case "interruptionEnded":
      self = .service(.audio(.interruptionEnded(shouldResume: try message.value("shouldResume"))))
    case "accessoryDidConnect":
      self = .service(.accessory(.didConnect(accessory: try message.value("accessory"))))
    case "accessoryDidDisconnect":
      self = .service(.accessory(.didDisconnect(accessory: try message.value("accessory"))))
    case "accessoryData":
      self = .service(.accessory(.data(accessory: try message.value("accessory"))))
    case "willRestoreState":
      self = .service(
        .bluetooth(
          .willRestoreState(
            identifier: try message.value("identifier"),
            peripherals: try message.optional("peripherals") ?? [],
            services: try message.optional("services") ?? []
          )
        )
      )
    case "peripheralDidConnect":
      self = .service(.bluetooth(.didConnect(peripheral: try message.value("peripheral"))))
    case "peripheralDidDisconnect":
      self = .service(.bluetooth(.didDisconnect(peripheral: try message.value("peripheral"))))
    case "peripheralData":
      self = .service(.bluetooth(.data(peripheral: try message.value("peripheral"))))
    case "didDiscoverPeripheral":
      self = .service(
        .bluetooth(
          .didDiscover(
            peripheral: try message.value("peripheral"),
            services: try message.optional("services") ?? []
          )
        )
      )
    case "centralRequest":
      self = .service(.bluetooth(.centralRequest(try message.optional("centralRequest"))))
    case "socketReadable":
      self = .service(
        .descriptor(
          .readable(name: try message.value("descriptor"), isHungUp: try message.value("isHungUp"))
        )
      )
    case "descriptorLost":
      self = .service(.descriptor(.lost(name: try message.value("descriptor"))))
    case "keepAlive":
      self = .service(.descriptor(.keepAlive))
    case "didRestoreChannel":
      self = .service(.pushToTalk(.didRestore(channel: try message.value("channel"))))
    case "didLeaveChannel":
      self = .service(.pushToTalk(.didLeave(channel: try message.value("channel"))))
    case "incomingChannelPush":
      self = .service(
        .pushToTalk(
          .incomingPush(
            channel: try message.value("channel"),
            payload: try message.value("payload")
          )
        )
      )
    case "channelServiceUpdate":
      self = .service(
        .pushToTalk(
          .serviceUpdate(
            channel: try message.value("channel"),
            payload: try message.value("payload"),
            isHighPriority: try message.value("isHighPriority"),
            remaining: try message.optional("remaining") ?? 0
          )
        )
      )
    case "didActivateAudioSession":
      self = .service(.pushToTalk(.didActivateAudio(channel: try message.value("channel"))))
    case "didDeactivateAudioSession":
      self = .service(.pushToTalk(.didDeactivateAudio(channel: try message.value("channel"))))
    default: return nil
    }
  }

  /// The members beside the word.
  var ownMembers: [(key: String, value: JSON?)] {
    switch self {
    case .didFinishLaunching(into: let destination):
      destination.members
    case .didBecomeActive:
      []
    case .willResignActive:
      []
    case .didEnterBackground:
      []
    case .willEnterForeground:
      []
    case .willTerminate:
      []
    case .willTerminateForMemory:
      []
    case .didReceiveMemoryWarning:
      []
    case .protectedDataWillBecomeUnavailable:
      []
    case .protectedDataDidBecomeAvailable:
      []
    case .backgroundTaskExpiration(task: let task, name: let taskName):
      [
        ("task", task.json),
        ("taskName", taskName?.json),
      ]
    case .expiringActivity(task: let task, reason: let reason, expired: let expired):
      [
        ("task", task.json),
        ("reason", reason.json),
        ("expired", expired.json),
      ]
    case .didReceiveRemoteNotification(payload: let payload):
      [
        ("payload", payload.json)
      ]
    case .performFetch:
      []
    case .launchTask(identifier: let identifier, type: let type):
      [
        ("identifier", identifier.json),
        ("type", type.json),
      ]
    case .taskExpiration(task: let launchCallback, identifier: let identifier):
      [
        ("launchCallback", launchCallback.json),
        ("identifier", identifier.json),
      ]
    case .powerStateDidChange(isLowPowerModeEnabled: let isLowPowerModeEnabled):
      [
        ("isLowPowerModeEnabled", isLowPowerModeEnabled.json)
      ]
    case .backgroundRefreshStatusDidChange(isAvailable: let isAvailable):
      [
        ("isAvailable", isAvailable.json)
      ]
    case .issueAnnounced(payload: let payload):
      [
        ("payload", payload.json)
      ]
    case .session(.handleEvents(session: let session)):
      [
        ("session", session.json)
      ]
    case .session(
      .didFinishDownloading(session: let session, transfer: let transfer, status: let status)
    ):
      [
        ("session", session.json),
        ("transfer", transfer.json),
        ("status", status.json),
      ]
    case .session(.didComplete(session: let session, transfer: let transfer, outcome: let outcome)):
      [
        ("session", session.json),
        ("transfer", transfer.json),
      ] + outcome.members
    case .session(
      .issueDownloaded(session: let session, transfer: let transfer, outcome: let outcome)
    ):
      [
        ("session", session.json),
        ("transfer", transfer.json),
      ] + outcome.members
    case .session(.didReceiveChallenge(session: let session, transfer: let transfer)):
      [
        ("session", session.json),
        ("transfer", transfer.json),
      ]
    case .session(.willBeginDelayedRequest(session: let session, transfer: let transfer)):
      [
        ("session", session.json),
        ("transfer", transfer.json),
      ]
    case .session(.didFinishEvents(session: let session)):
      [
        ("session", session.json)
      ]
    case .session(.didBecomeInvalid(session: let session)):
      [
        ("session", session.json)
      ]
    case .service(.didReceiveIncomingPush(payload: let payload, mustReport: let mustReport)):
      [
        ("payload", payload.json),
        ("mustReport", mustReport.json),
      ]
    case .service(.location(.didUpdate(let locations))):
      [
        ("locations", locations.json)
      ]
    case .service(.location(.didFail(let locationError))):
      [
        ("locationError", locationError.json)
      ]
    case .service(.location(.didEnterRegion(let region))):
      [
        ("region", region.json)
      ]
    case .service(.location(.didExitRegion(let region))):
      [
        ("region", region.json)
      ]
    case .service(.location(.monitoringDidFail(region: let region, let locationError))):
      [
        ("region", region?.json),
        ("locationError", locationError.json),
      ]
    case .service(.location(.didDetermineState(region: let region, let regionState))):
      [
        ("region", region.json),
        ("regionState", regionState.json),
      ]
    case .service(.location(.didVisit(let visit))):
      [
        ("visit", visit.json)
      ]
    case .service(.location(.didPauseUpdates)):
      []
    case .service(.location(.didResumeUpdates)):
      []
    case .service(.location(.didFinishDeferredUpdates(let locationError))):
      [
        ("locationError", locationError?.json)
      ]
    case .service(.location(.didChangeAuthorization(let authorization))):
      [
        ("authorization", authorization.json)
      ]
    case .service(.location(.didChangeAccuracy(let accuracy))):
      [
        ("accuracy", accuracy.json)
      ]
    case .service(.didDecide(let permission, let permissionStatus)):
      [
        ("permission", permission.json),
        ("permissionStatus", permissionStatus.json),
      ]
    case .service(.location(.didChangeCondition(monitor: let monitor, let change))):
      [
        ("monitor", monitor.json)
      ] + change.members
    case .service(.location(.didUpdateLive(let update))):
      update.members
    case .service(.location(.didRange(let beacon, let beacons))):
      [
        ("beacon", beacon.json),
        ("beacons", beacons.json),
      ]
    case .service(.location(.rangingDidFail(let beacon, let locationError))):
      [
        ("beacon", beacon.json),
        ("locationError", locationError.json),
      ]
    case .service(.notifications(.didReceiveLocal(let notification))):
      [
        ("notification", notification.json)
      ]
    case .service(.notifications(.willPresent(let notification))):
      [
        ("notification", notification.json)
      ]
    case .service(.notifications(.didReceiveResponse(let response))):
      [
        ("response", response.json)
      ]
    case .service(.audio(.interruptionBegan(let reason))):
      [
        ("reason", reason.json)
      ]
    case .service(.audio(.interruptionEnded(shouldResume: let shouldResume))):
      [
        ("shouldResume", shouldResume.json)
      ]
    case .service(.accessory(.didConnect(accessory: let accessory))):
      [
        ("accessory", accessory.json)
      ]
    case .service(.accessory(.didDisconnect(accessory: let accessory))):
      [
        ("accessory", accessory.json)
      ]
    case .service(.accessory(.data(accessory: let accessory))):
      [
        ("accessory", accessory.json)
      ]
    case .service(
      .bluetooth(
        .willRestoreState(
          identifier: let identifier,
          peripherals: let peripherals,
          services: let services
        )
      )
    ):
      [
        ("identifier", identifier.json),
        ("peripherals", peripherals.json),
        ("services", services.json),
      ]
    case .service(.bluetooth(.didConnect(peripheral: let peripheral))):
      [
        ("peripheral", peripheral.json)
      ]
    case .service(.bluetooth(.didDisconnect(peripheral: let peripheral))):
      [
        ("peripheral", peripheral.json)
      ]
    case .service(.bluetooth(.data(peripheral: let peripheral))):
      [
        ("peripheral", peripheral.json)
      ]
    case .service(.bluetooth(.didDiscover(peripheral: let peripheral, services: let services))):
      [
        ("peripheral", peripheral.json),
        ("services", services.json),
      ]
    case .service(.bluetooth(.centralRequest(let centralRequest))):
      [
        ("centralRequest", centralRequest?.json)
      ]
    case .service(.descriptor(.readable(name: let descriptor, isHungUp: let isHungUp))):
      [
        ("descriptor", descriptor.json),
        ("isHungUp", isHungUp.json),
      ]
    case .service(.descriptor(.lost(name: let descriptor))):
      [
        ("descriptor", descriptor.json)
      ]
    case .service(.descriptor(.keepAlive)):
      []
    case .service(.pushToTalk(.didRestore(channel: let channel))):
      [
        ("channel", channel.json)
      ]
    case .service(.pushToTalk(.didLeave(channel: let channel))):
      [
        ("channel", channel.json)
      ]
    case .service(.pushToTalk(.incomingPush(channel: let channel, payload: let payload))):
      [
        ("channel", channel.json),
        ("payload", payload.json),
      ]
    case .service(
      .pushToTalk(
        .serviceUpdate(
          channel: let channel,
          payload: let payload,
          isHighPriority: let isHighPriority,
          remaining: let remaining
        )
      )
    ):
      [
        ("channel", channel.json),
        ("payload", payload.json),
        ("isHighPriority", isHighPriority.json),
        ("remaining", remaining.json),
      ]
    case .service(.pushToTalk(.didActivateAudio(channel: let channel))):
      [
        ("channel", channel.json)
      ]
    case .service(.pushToTalk(.didDeactivateAudio(channel: let channel))):
      [
        ("channel", channel.json)
      ]
    }
  }
}

extension NotificationTrigger {
  // What the interface allows.
  package static let intervalLengthMicroseconds: ClosedRange<Int64> = 0...3162240000000000

  /// The word for it in `Trigger`.
  var word: String {
    switch self {
    case .interval(_, repeats: _): "interval"
    case .calendar(_, repeats: _): "calendar"
    case .region(_, repeats: _): "region"
    }
  }

  /// Reads the members of a `Trigger`; `nil` where this version does not know the word.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to what is wrong.
  init?(_ word: String, _ message: ParameterReader) throws(WireError) {
    switch word {
    case "interval":
      self = .interval(
        try message.value("microseconds", microseconds: Self.intervalLengthMicroseconds),
        repeats: try message.optional("repeats") ?? false
      )
    case "calendar":
      self = .calendar(
        try CalendarMatch(message),
        repeats: try message.optional("repeats") ?? false
      )
    case "region":
      self = .region(try message.value("region"), repeats: try message.optional("repeats") ?? false)
    default: return nil
    }
  }

  /// The members beside the word.
  var ownMembers: [(key: String, value: JSON?)] {
    switch self {
    case .interval(let length, repeats: let repeats):
      [
        ("microseconds", length.json),
        ("repeats", repeats == false ? nil : repeats.json),
      ]
    case .calendar(let match, repeats: let repeats):
      match.members + [
        ("repeats", repeats == false ? nil : repeats.json)
      ]
    case .region(let region, repeats: let repeats):
      [
        ("region", region.json),
        ("repeats", repeats == false ? nil : repeats.json),
      ]
    }
  }
}

extension NotificationTrigger: WireObject {
  package static let keys = [
    "type", "repeats", "microseconds", "year", "month", "day", "weekday", "hour", "minute",
    "second", "region",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    guard let known = try Self(try message.value("type") as String, message) else {
      throw message.invalid("type")
    }
    try message.refuse(allBut: known.members.map(\.key))
    self = known
  }

  package var members: [(key: String, value: JSON?)] { [("type", word.json)] + ownMembers }
}
