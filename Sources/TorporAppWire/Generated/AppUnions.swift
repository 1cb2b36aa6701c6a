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
    case .mode(.didReceiveIncomingPush(payload: _, mustReport: _)): "didReceiveIncomingPush"
    case .mode(.location(.didUpdate(_))): "didUpdateLocations"
    case .mode(.location(.didFail(_))): "didFailWithError"
    case .mode(.location(.didEnterRegion(_))): "didEnterRegion"
    case .mode(.location(.didExitRegion(_))): "didExitRegion"
    case .mode(.location(.monitoringDidFail(region: _, _))): "monitoringDidFail"
    case .mode(.location(.didDetermineState(region: _, _))): "didDetermineState"
    case .mode(.location(.didVisit(_))): "didVisit"
    case .mode(.location(.didPauseUpdates)): "didPauseLocationUpdates"
    case .mode(.location(.didResumeUpdates)): "didResumeLocationUpdates"
    case .mode(.location(.didFinishDeferredUpdates(_))): "didFinishDeferredUpdates"
    case .mode(.location(.didChangeAuthorization(_))): "didChangeAuthorization"
    case .mode(.location(.didChangeAccuracy(_))): "didChangeAccuracyAuthorization"
    case .mode(.didDecide(_, _)): "didDecideAuthorization"
    case .mode(.location(.didChangeCondition(monitor: _, _))): "didChangeCondition"
    case .mode(.location(.didUpdateLive(_))): "didUpdateLive"
    case .mode(.location(.didRange(_, _))): "didRangeBeacons"
    case .mode(.location(.rangingDidFail(_, _))): "didFailRangingBeacons"
    case .mode(.notifications(.didReceiveLocal(_))): "didReceiveLocalNotification"
    case .mode(.notifications(.willPresent(_))): "willPresent"
    case .mode(.notifications(.didReceiveResponse(_))): "didReceiveResponse"
    case .mode(.audio(.interruptionBegan(_))): "interruptionBegan"
    case .mode(.audio(.interruptionEnded(shouldResume: _))): "interruptionEnded"
    case .mode(.accessory(.didConnect(accessory: _))): "accessoryDidConnect"
    case .mode(.accessory(.didDisconnect(accessory: _))): "accessoryDidDisconnect"
    case .mode(.accessory(.data(accessory: _))): "accessoryData"
    case .mode(.bluetooth(.willRestoreState(identifier: _, peripherals: _, services: _))):
      "willRestoreState"
    case .mode(.bluetooth(.didConnect(peripheral: _))): "peripheralDidConnect"
    case .mode(.bluetooth(.didDisconnect(peripheral: _))): "peripheralDidDisconnect"
    case .mode(.bluetooth(.data(peripheral: _))): "peripheralData"
    case .mode(.bluetooth(.didDiscover(peripheral: _, services: _))): "didDiscoverPeripheral"
    case .mode(.bluetooth(.centralRequest(_))): "centralRequest"
    case .mode(.descriptor(.readable(name: _, isHungUp: _))): "socketReadable"
    case .mode(.descriptor(.lost(name: _))): "descriptorLost"
    case .mode(.descriptor(.keepAlive)): "keepAlive"
    case .mode(.pushToTalk(.didRestore(channel: _))): "didRestoreChannel"
    case .mode(.pushToTalk(.didLeave(channel: _))): "didLeaveChannel"
    case .mode(.pushToTalk(.incomingPush(channel: _, payload: _))): "incomingChannelPush"
    case .mode(.pushToTalk(.serviceUpdate(channel: _, payload: _, isHighPriority: _, remaining: _))):
      "channelServiceUpdate"
    case .mode(.pushToTalk(.didActivateAudio(channel: _))): "didActivateAudioSession"
    case .mode(.pushToTalk(.didDeactivateAudio(channel: _))): "didDeactivateAudioSession"
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
      self = .mode(
        .didReceiveIncomingPush(
          payload: try message.value("payload"),
          mustReport: try message.value("mustReport")
        )
      )
    case "didUpdateLocations":
      self = .mode(.location(.didUpdate(try message.value("locations"))))
    case "didFailWithError":
      self = .mode(.location(.didFail(try message.value("locationError"))))
    case "didEnterRegion":
      self = .mode(.location(.didEnterRegion(try message.value("region"))))
    case "didExitRegion":
      self = .mode(.location(.didExitRegion(try message.value("region"))))
    case "monitoringDidFail":
      self = .mode(
        .location(
          .monitoringDidFail(
            region: try message.optional("region"),
            try message.value("locationError")
          )
        )
      )
    case "didDetermineState":
      self = .mode(
        .location(
          .didDetermineState(region: try message.value("region"), try message.value("regionState"))
        )
      )
    case "didVisit":
      self = .mode(.location(.didVisit(try message.value("visit"))))
    case "didPauseLocationUpdates":
      self = .mode(.location(.didPauseUpdates))
    case "didResumeLocationUpdates":
      self = .mode(.location(.didResumeUpdates))
    case "didFinishDeferredUpdates":
      self = .mode(.location(.didFinishDeferredUpdates(try message.optional("locationError"))))
    case "didChangeAuthorization":
      self = .mode(.location(.didChangeAuthorization(try message.value("authorization"))))
    case "didChangeAccuracyAuthorization":
      self = .mode(.location(.didChangeAccuracy(try message.value("accuracy"))))
    case "didDecideAuthorization":
      self = .mode(
        .didDecide(try message.value("permission"), try message.value("permissionStatus"))
      )
    case "didChangeCondition":
      self = .mode(
        .location(
          .didChangeCondition(monitor: try message.value("monitor"), try MonitorEvent(message))
        )
      )
    case "didUpdateLive":
      self = .mode(.location(.didUpdateLive(try LiveUpdate(message))))
    case "didRangeBeacons":
      self = .mode(.location(.didRange(try message.value("beacon"), try message.value("beacons"))))
    case "didFailRangingBeacons":
      self = .mode(
        .location(.rangingDidFail(try message.value("beacon"), try message.value("locationError")))
      )
    case "didReceiveLocalNotification":
      self = .mode(.notifications(.didReceiveLocal(try message.value("notification"))))
    case "willPresent":
      self = .mode(.notifications(.willPresent(try message.value("notification"))))
    case "didReceiveResponse":
      self = .mode(.notifications(.didReceiveResponse(try message.value("response"))))
    case "interruptionBegan":
      self = .mode(.audio(.interruptionBegan(try message.value("reason"))))
    case "interruptionEnded":
      self = .mode(.audio(.interruptionEnded(shouldResume: try message.value("shouldResume"))))
    case "accessoryDidConnect":
      self = .mode(.accessory(.didConnect(accessory: try message.value("accessory"))))
    case "accessoryDidDisconnect":
      self = .mode(.accessory(.didDisconnect(accessory: try message.value("accessory"))))
    case "accessoryData":
      self = .mode(.accessory(.data(accessory: try message.value("accessory"))))
    case "willRestoreState":
      self = .mode(
        .bluetooth(
          .willRestoreState(
            identifier: try message.value("identifier"),
            peripherals: try message.optional("peripherals") ?? [],
            services: try message.optional("services") ?? []
          )
        )
      )
    case "peripheralDidConnect":
      self = .mode(.bluetooth(.didConnect(peripheral: try message.value("peripheral"))))
    case "peripheralDidDisconnect":
      self = .mode(.bluetooth(.didDisconnect(peripheral: try message.value("peripheral"))))
    case "peripheralData":
      self = .mode(.bluetooth(.data(peripheral: try message.value("peripheral"))))
    case "didDiscoverPeripheral":
      self = .mode(
        .bluetooth(
          .didDiscover(
            peripheral: try message.value("peripheral"),
            services: try message.optional("services") ?? []
          )
        )
      )
    case "centralRequest":
      self = .mode(.bluetooth(.centralRequest(try message.optional("centralRequest"))))
    case "socketReadable":
      self = .mode(
        .descriptor(
          .readable(name: try message.value("descriptor"), isHungUp: try message.value("isHungUp"))
        )
      )
    case "descriptorLost":
      self = .mode(.descriptor(.lost(name: try message.value("descriptor"))))
    case "keepAlive":
      self = .mode(.descriptor(.keepAlive))
    case "didRestoreChannel":
      self = .mode(.pushToTalk(.didRestore(channel: try message.value("channel"))))
    case "didLeaveChannel":
      self = .mode(.pushToTalk(.didLeave(channel: try message.value("channel"))))
    case "incomingChannelPush":
      self = .mode(
        .pushToTalk(
          .incomingPush(
            channel: try message.value("channel"),
            payload: try message.value("payload")
          )
        )
      )
    case "channelServiceUpdate":
      self = .mode(
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
      self = .mode(.pushToTalk(.didActivateAudio(channel: try message.value("channel"))))
    case "didDeactivateAudioSession":
      self = .mode(.pushToTalk(.didDeactivateAudio(channel: try message.value("channel"))))
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
    case .mode(.didReceiveIncomingPush(payload: let payload, mustReport: let mustReport)):
      [
        ("payload", payload.json),
        ("mustReport", mustReport.json),
      ]
    case .mode(.location(.didUpdate(let locations))):
      [
        ("locations", locations.json)
      ]
    case .mode(.location(.didFail(let locationError))):
      [
        ("locationError", locationError.json)
      ]
    case .mode(.location(.didEnterRegion(let region))):
      [
        ("region", region.json)
      ]
    case .mode(.location(.didExitRegion(let region))):
      [
        ("region", region.json)
      ]
    case .mode(.location(.monitoringDidFail(region: let region, let locationError))):
      [
        ("region", region?.json),
        ("locationError", locationError.json),
      ]
    case .mode(.location(.didDetermineState(region: let region, let regionState))):
      [
        ("region", region.json),
        ("regionState", regionState.json),
      ]
    case .mode(.location(.didVisit(let visit))):
      [
        ("visit", visit.json)
      ]
    case .mode(.location(.didPauseUpdates)):
      []
    case .mode(.location(.didResumeUpdates)):
      []
    case .mode(.location(.didFinishDeferredUpdates(let locationError))):
      [
        ("locationError", locationError?.json)
      ]
    case .mode(.location(.didChangeAuthorization(let authorization))):
      [
        ("authorization", authorization.json)
      ]
    case .mode(.location(.didChangeAccuracy(let accuracy))):
      [
        ("accuracy", accuracy.json)
      ]
    case .mode(.didDecide(let permission, let permissionStatus)):
      [
        ("permission", permission.json),
        ("permissionStatus", permissionStatus.json),
      ]
    case .mode(.location(.didChangeCondition(monitor: let monitor, let change))):
      [
        ("monitor", monitor.json)
      ] + change.members
    case .mode(.location(.didUpdateLive(let update))):
      update.members
    case .mode(.location(.didRange(let beacon, let beacons))):
      [
        ("beacon", beacon.json),
        ("beacons", beacons.json),
      ]
    case .mode(.location(.rangingDidFail(let beacon, let locationError))):
      [
        ("beacon", beacon.json),
        ("locationError", locationError.json),
      ]
    case .mode(.notifications(.didReceiveLocal(let notification))):
      [
        ("notification", notification.json)
      ]
    case .mode(.notifications(.willPresent(let notification))):
      [
        ("notification", notification.json)
      ]
    case .mode(.notifications(.didReceiveResponse(let response))):
      [
        ("response", response.json)
      ]
    case .mode(.audio(.interruptionBegan(let reason))):
      [
        ("reason", reason.json)
      ]
    case .mode(.audio(.interruptionEnded(shouldResume: let shouldResume))):
      [
        ("shouldResume", shouldResume.json)
      ]
    case .mode(.accessory(.didConnect(accessory: let accessory))):
      [
        ("accessory", accessory.json)
      ]
    case .mode(.accessory(.didDisconnect(accessory: let accessory))):
      [
        ("accessory", accessory.json)
      ]
    case .mode(.accessory(.data(accessory: let accessory))):
      [
        ("accessory", accessory.json)
      ]
    case .mode(
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
    case .mode(.bluetooth(.didConnect(peripheral: let peripheral))):
      [
        ("peripheral", peripheral.json)
      ]
    case .mode(.bluetooth(.didDisconnect(peripheral: let peripheral))):
      [
        ("peripheral", peripheral.json)
      ]
    case .mode(.bluetooth(.data(peripheral: let peripheral))):
      [
        ("peripheral", peripheral.json)
      ]
    case .mode(.bluetooth(.didDiscover(peripheral: let peripheral, services: let services))):
      [
        ("peripheral", peripheral.json),
        ("services", services.json),
      ]
    case .mode(.bluetooth(.centralRequest(let centralRequest))):
      [
        ("centralRequest", centralRequest?.json)
      ]
    case .mode(.descriptor(.readable(name: let descriptor, isHungUp: let isHungUp))):
      [
        ("descriptor", descriptor.json),
        ("isHungUp", isHungUp.json),
      ]
    case .mode(.descriptor(.lost(name: let descriptor))):
      [
        ("descriptor", descriptor.json)
      ]
    case .mode(.descriptor(.keepAlive)):
      []
    case .mode(.pushToTalk(.didRestore(channel: let channel))):
      [
        ("channel", channel.json)
      ]
    case .mode(.pushToTalk(.didLeave(channel: let channel))):
      [
        ("channel", channel.json)
      ]
    case .mode(.pushToTalk(.incomingPush(channel: let channel, payload: let payload))):
      [
        ("channel", channel.json),
        ("payload", payload.json),
      ]
    case .mode(
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
    case .mode(.pushToTalk(.didActivateAudio(channel: let channel))):
      [
        ("channel", channel.json)
      ]
    case .mode(.pushToTalk(.didDeactivateAudio(channel: let channel))):
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
