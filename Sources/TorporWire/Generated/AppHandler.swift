// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

/// A call of io.torpor.App with its parameters.
package enum AppCall: Hashable, Sendable {
  case attach(App.Attach)
  case returned(App.Returned)
  case complete(App.Complete)
  case beginBackgroundTask(App.BeginBackgroundTask)
  case endBackgroundTask(App.EndBackgroundTask)
  case performExpiringActivity(App.PerformExpiringActivity)
  case backgroundTimeRemaining(App.BackgroundTimeRemaining)
  case isMultitaskingSupported(App.IsMultitaskingSupported)
  case registerTask(App.RegisterTask)
  case submitTask(App.SubmitTask)
  case cancelTaskRequest(App.CancelTaskRequest)
  case pendingTaskRequests(App.PendingTaskRequests)
  case setExpirationHandler(App.SetExpirationHandler)
  case reportProgress(App.ReportProgress)
  case setMinimumBackgroundFetchInterval(App.SetMinimumBackgroundFetchInterval)
  case openSession(App.OpenSession)
  case startTransfers(App.StartTransfers)
  case cancelTransfer(App.CancelTransfer)
  case suspendTransfer(App.SuspendTransfer)
  case resumeTransfer(App.ResumeTransfer)
  case listTransfers(App.ListTransfers)
  case answerChallenge(App.AnswerChallenge)
  case answerDelayedRequest(App.AnswerDelayedRequest)
  case invalidateSession(App.InvalidateSession)
  case registerForPush(App.RegisterForPush)
  case unregisterForPush(App.UnregisterForPush)
  case subscribeToBroadcasts(App.SubscribeToBroadcasts)
  case unsubscribeFromBroadcasts(App.UnsubscribeFromBroadcasts)
  case reportCall(App.ReportCall)
  case endCall(App.EndCall)
  case startUpdatingLocation(App.StartUpdatingLocation)
  case stopUpdatingLocation(App.StopUpdatingLocation)
  case requestLocation(App.RequestLocation)
  case startMonitoringSignificantChanges(App.StartMonitoringSignificantChanges)
  case stopMonitoringSignificantChanges(App.StopMonitoringSignificantChanges)
  case startMonitoringVisits(App.StartMonitoringVisits)
  case stopMonitoringVisits(App.StopMonitoringVisits)
  case startMonitoringRegion(App.StartMonitoringRegion)
  case stopMonitoringRegion(App.StopMonitoringRegion)
  case monitoredRegions(App.MonitoredRegions)
  case requestRegionState(App.RequestRegionState)
  case deferLocationUpdates(App.DeferLocationUpdates)
  case endDeferral(App.EndDeferral)
  case locationAuthorization(App.LocationAuthorization)
  case locationAccuracy(App.LocationAccuracy)
  case requestFullAccuracy(App.RequestFullAccuracy)
  case openMonitor(App.OpenMonitor)
  case closeMonitor(App.CloseMonitor)
  case addCondition(App.AddCondition)
  case removeCondition(App.RemoveCondition)
  case monitorRecords(App.MonitorRecords)
  case takeMonitorEvent(App.TakeMonitorEvent)
  case startLiveUpdates(App.StartLiveUpdates)
  case stopLiveUpdates(App.StopLiveUpdates)
  case beginBackgroundActivity(App.BeginBackgroundActivity)
  case endBackgroundActivity(App.EndBackgroundActivity)
  case holdServiceSession(App.HoldServiceSession)
  case endServiceSession(App.EndServiceSession)
  case startMonitoringBeacons(App.StartMonitoringBeacons)
  case monitoredBeaconRegions(App.MonitoredBeaconRegions)
  case startRangingBeacons(App.StartRangingBeacons)
  case stopRangingBeacons(App.StopRangingBeacons)
  case addNotification(App.AddNotification)
  case removePendingNotifications(App.RemovePendingNotifications)
  case removeDeliveredNotifications(App.RemoveDeliveredNotifications)
  case pendingNotifications(App.PendingNotifications)
  case deliveredNotifications(App.DeliveredNotifications)
  case setNotificationCategories(App.SetNotificationCategories)
  case setBadge(App.SetBadge)
  case presentNotification(App.PresentNotification)
  case notificationSettings(App.NotificationSettings)
  case authorizationStatus(App.AuthorizationStatus)
  case requestAuthorization(App.RequestAuthorization)
  case activateAudioSession(App.ActivateAudioSession)
  case deactivateAudioSession(App.DeactivateAudioSession)
  case openAccessory(App.OpenAccessory)
  case closeAccessory(App.CloseAccessory)
  case connectedAccessories(App.ConnectedAccessories)
  case connectPeripheral(App.ConnectPeripheral)
  case cancelPeripheralConnection(App.CancelPeripheralConnection)
  case scanForPeripherals(App.ScanForPeripherals)
  case stopScan(App.StopScan)
  case setNotifyValue(App.SetNotifyValue)
  case startAdvertising(App.StartAdvertising)
  case stopAdvertising(App.StopAdvertising)
  case publishServices(App.PublishServices)
  case standingBluetooth(App.StandingBluetooth)
  case answerCentral(App.AnswerCentral)
  case updateValue(App.UpdateValue)
  case watchDescriptor(App.WatchDescriptor)
  case unwatchDescriptor(App.UnwatchDescriptor)
  case setKeepAlive(App.SetKeepAlive)
  case clearKeepAlive(App.ClearKeepAlive)
  case joinChannel(App.JoinChannel)
  case leaveChannel(App.LeaveChannel)
  case setActiveParticipant(App.SetActiveParticipant)
  case beginTransmitting(App.BeginTransmitting)
  case stopTransmitting(App.StopTransmitting)

  /// Reads a call.
  ///
  /// - Throws: `WireError.methodNotFound`, or `.invalidParameter` with the parameter's name.
  package init(method: some StringProtocol, parameters: JSON) throws(WireError) {
    guard let known = AppInterface.Method(rawValue: String(method)) else {
      throw .methodNotFound(method: "\(AppInterface.name).\(method)")
    }
    switch known {
    case .attach: self = .attach(try App.Attach(parameters: parameters))
    case .returned: self = .returned(try App.Returned(parameters: parameters))
    case .complete: self = .complete(try App.Complete(parameters: parameters))
    case .beginBackgroundTask:
      self = .beginBackgroundTask(try App.BeginBackgroundTask(parameters: parameters))
    case .endBackgroundTask:
      self = .endBackgroundTask(try App.EndBackgroundTask(parameters: parameters))
    case .performExpiringActivity:
      self = .performExpiringActivity(try App.PerformExpiringActivity(parameters: parameters))
    case .backgroundTimeRemaining:
      self = .backgroundTimeRemaining(try App.BackgroundTimeRemaining(parameters: parameters))
    case .isMultitaskingSupported:
      self = .isMultitaskingSupported(try App.IsMultitaskingSupported(parameters: parameters))
    case .registerTask: self = .registerTask(try App.RegisterTask(parameters: parameters))
    case .submitTask: self = .submitTask(try App.SubmitTask(parameters: parameters))
    case .cancelTaskRequest:
      self = .cancelTaskRequest(try App.CancelTaskRequest(parameters: parameters))
    case .pendingTaskRequests:
      self = .pendingTaskRequests(try App.PendingTaskRequests(parameters: parameters))
    case .setExpirationHandler:
      self = .setExpirationHandler(try App.SetExpirationHandler(parameters: parameters))
    case .reportProgress: self = .reportProgress(try App.ReportProgress(parameters: parameters))
    case .setMinimumBackgroundFetchInterval:
      self = .setMinimumBackgroundFetchInterval(
        try App.SetMinimumBackgroundFetchInterval(parameters: parameters)
      )
    case .openSession: self = .openSession(try App.OpenSession(parameters: parameters))
    case .startTransfers: self = .startTransfers(try App.StartTransfers(parameters: parameters))
    case .cancelTransfer: self = .cancelTransfer(try App.CancelTransfer(parameters: parameters))
    case .suspendTransfer: self = .suspendTransfer(try App.SuspendTransfer(parameters: parameters))
    case .resumeTransfer: self = .resumeTransfer(try App.ResumeTransfer(parameters: parameters))
    case .listTransfers: self = .listTransfers(try App.ListTransfers(parameters: parameters))
    case .answerChallenge: self = .answerChallenge(try App.AnswerChallenge(parameters: parameters))
    case .answerDelayedRequest:
      self = .answerDelayedRequest(try App.AnswerDelayedRequest(parameters: parameters))
    case .invalidateSession:
      self = .invalidateSession(try App.InvalidateSession(parameters: parameters))
    case .registerForPush: self = .registerForPush(try App.RegisterForPush(parameters: parameters))
    case .unregisterForPush:
      self = .unregisterForPush(try App.UnregisterForPush(parameters: parameters))
    case .subscribeToBroadcasts:
      self = .subscribeToBroadcasts(try App.SubscribeToBroadcasts(parameters: parameters))
    case .unsubscribeFromBroadcasts:
      self = .unsubscribeFromBroadcasts(try App.UnsubscribeFromBroadcasts(parameters: parameters))
    case .reportCall: self = .reportCall(try App.ReportCall(parameters: parameters))
    case .endCall: self = .endCall(try App.EndCall(parameters: parameters))
    case .startUpdatingLocation:
      self = .startUpdatingLocation(try App.StartUpdatingLocation(parameters: parameters))
    case .stopUpdatingLocation:
      self = .stopUpdatingLocation(try App.StopUpdatingLocation(parameters: parameters))
    case .requestLocation: self = .requestLocation(try App.RequestLocation(parameters: parameters))
    case .startMonitoringSignificantChanges:
      self = .startMonitoringSignificantChanges(
        try App.StartMonitoringSignificantChanges(parameters: parameters)
      )
    case .stopMonitoringSignificantChanges:
      self = .stopMonitoringSignificantChanges(
        try App.StopMonitoringSignificantChanges(parameters: parameters)
      )
    case .startMonitoringVisits:
      self = .startMonitoringVisits(try App.StartMonitoringVisits(parameters: parameters))
    case .stopMonitoringVisits:
      self = .stopMonitoringVisits(try App.StopMonitoringVisits(parameters: parameters))
    case .startMonitoringRegion:
      self = .startMonitoringRegion(try App.StartMonitoringRegion(parameters: parameters))
    case .stopMonitoringRegion:
      self = .stopMonitoringRegion(try App.StopMonitoringRegion(parameters: parameters))
    case .monitoredRegions:
      self = .monitoredRegions(try App.MonitoredRegions(parameters: parameters))
    case .requestRegionState:
      self = .requestRegionState(try App.RequestRegionState(parameters: parameters))
    case .deferLocationUpdates:
      self = .deferLocationUpdates(try App.DeferLocationUpdates(parameters: parameters))
    case .endDeferral: self = .endDeferral(try App.EndDeferral(parameters: parameters))
    case .locationAuthorization:
      self = .locationAuthorization(try App.LocationAuthorization(parameters: parameters))
    case .locationAccuracy:
      self = .locationAccuracy(try App.LocationAccuracy(parameters: parameters))
    case .requestFullAccuracy:
      self = .requestFullAccuracy(try App.RequestFullAccuracy(parameters: parameters))
    case .openMonitor: self = .openMonitor(try App.OpenMonitor(parameters: parameters))
    case .closeMonitor: self = .closeMonitor(try App.CloseMonitor(parameters: parameters))
    case .addCondition: self = .addCondition(try App.AddCondition(parameters: parameters))
    case .removeCondition: self = .removeCondition(try App.RemoveCondition(parameters: parameters))
    case .monitorRecords: self = .monitorRecords(try App.MonitorRecords(parameters: parameters))
    case .takeMonitorEvent:
      self = .takeMonitorEvent(try App.TakeMonitorEvent(parameters: parameters))
    case .startLiveUpdates:
      self = .startLiveUpdates(try App.StartLiveUpdates(parameters: parameters))
    case .stopLiveUpdates: self = .stopLiveUpdates(try App.StopLiveUpdates(parameters: parameters))
    case .beginBackgroundActivity:
      self = .beginBackgroundActivity(try App.BeginBackgroundActivity(parameters: parameters))
    case .endBackgroundActivity:
      self = .endBackgroundActivity(try App.EndBackgroundActivity(parameters: parameters))
    case .holdServiceSession:
      self = .holdServiceSession(try App.HoldServiceSession(parameters: parameters))
    case .endServiceSession:
      self = .endServiceSession(try App.EndServiceSession(parameters: parameters))
    case .startMonitoringBeacons:
      self = .startMonitoringBeacons(try App.StartMonitoringBeacons(parameters: parameters))
    case .monitoredBeaconRegions:
      self = .monitoredBeaconRegions(try App.MonitoredBeaconRegions(parameters: parameters))
    case .startRangingBeacons:
      self = .startRangingBeacons(try App.StartRangingBeacons(parameters: parameters))
    case .stopRangingBeacons:
      self = .stopRangingBeacons(try App.StopRangingBeacons(parameters: parameters))
    case .addNotification: self = .addNotification(try App.AddNotification(parameters: parameters))
    case .removePendingNotifications:
      self = .removePendingNotifications(try App.RemovePendingNotifications(parameters: parameters))
    case .removeDeliveredNotifications:
      self = .removeDeliveredNotifications(
        try App.RemoveDeliveredNotifications(parameters: parameters)
      )
    case .pendingNotifications:
      self = .pendingNotifications(try App.PendingNotifications(parameters: parameters))
    case .deliveredNotifications:
      self = .deliveredNotifications(try App.DeliveredNotifications(parameters: parameters))
    case .setNotificationCategories:
      self = .setNotificationCategories(try App.SetNotificationCategories(parameters: parameters))
    case .setBadge: self = .setBadge(try App.SetBadge(parameters: parameters))
    case .presentNotification:
      self = .presentNotification(try App.PresentNotification(parameters: parameters))
    case .notificationSettings:
      self = .notificationSettings(try App.NotificationSettings(parameters: parameters))
    case .authorizationStatus:
      self = .authorizationStatus(try App.AuthorizationStatus(parameters: parameters))
    case .requestAuthorization:
      self = .requestAuthorization(try App.RequestAuthorization(parameters: parameters))
    case .activateAudioSession:
      self = .activateAudioSession(try App.ActivateAudioSession(parameters: parameters))
    case .deactivateAudioSession:
      self = .deactivateAudioSession(try App.DeactivateAudioSession(parameters: parameters))
    case .openAccessory: self = .openAccessory(try App.OpenAccessory(parameters: parameters))
    case .closeAccessory: self = .closeAccessory(try App.CloseAccessory(parameters: parameters))
    case .connectedAccessories:
      self = .connectedAccessories(try App.ConnectedAccessories(parameters: parameters))
    case .connectPeripheral:
      self = .connectPeripheral(try App.ConnectPeripheral(parameters: parameters))
    case .cancelPeripheralConnection:
      self = .cancelPeripheralConnection(try App.CancelPeripheralConnection(parameters: parameters))
    case .scanForPeripherals:
      self = .scanForPeripherals(try App.ScanForPeripherals(parameters: parameters))
    case .stopScan: self = .stopScan(try App.StopScan(parameters: parameters))
    case .setNotifyValue: self = .setNotifyValue(try App.SetNotifyValue(parameters: parameters))
    case .startAdvertising:
      self = .startAdvertising(try App.StartAdvertising(parameters: parameters))
    case .stopAdvertising: self = .stopAdvertising(try App.StopAdvertising(parameters: parameters))
    case .publishServices: self = .publishServices(try App.PublishServices(parameters: parameters))
    case .standingBluetooth:
      self = .standingBluetooth(try App.StandingBluetooth(parameters: parameters))
    case .answerCentral: self = .answerCentral(try App.AnswerCentral(parameters: parameters))
    case .updateValue: self = .updateValue(try App.UpdateValue(parameters: parameters))
    case .watchDescriptor: self = .watchDescriptor(try App.WatchDescriptor(parameters: parameters))
    case .unwatchDescriptor:
      self = .unwatchDescriptor(try App.UnwatchDescriptor(parameters: parameters))
    case .setKeepAlive: self = .setKeepAlive(try App.SetKeepAlive(parameters: parameters))
    case .clearKeepAlive: self = .clearKeepAlive(try App.ClearKeepAlive(parameters: parameters))
    case .joinChannel: self = .joinChannel(try App.JoinChannel(parameters: parameters))
    case .leaveChannel: self = .leaveChannel(try App.LeaveChannel(parameters: parameters))
    case .setActiveParticipant:
      self = .setActiveParticipant(try App.SetActiveParticipant(parameters: parameters))
    case .beginTransmitting:
      self = .beginTransmitting(try App.BeginTransmitting(parameters: parameters))
    case .stopTransmitting:
      self = .stopTransmitting(try App.StopTransmitting(parameters: parameters))
    }
  }

  /// The call by itself.
  package var call: any WireCall {
    switch self {
    case .attach(let call): call
    case .returned(let call): call
    case .complete(let call): call
    case .beginBackgroundTask(let call): call
    case .endBackgroundTask(let call): call
    case .performExpiringActivity(let call): call
    case .backgroundTimeRemaining(let call): call
    case .isMultitaskingSupported(let call): call
    case .registerTask(let call): call
    case .submitTask(let call): call
    case .cancelTaskRequest(let call): call
    case .pendingTaskRequests(let call): call
    case .setExpirationHandler(let call): call
    case .reportProgress(let call): call
    case .setMinimumBackgroundFetchInterval(let call): call
    case .openSession(let call): call
    case .startTransfers(let call): call
    case .cancelTransfer(let call): call
    case .suspendTransfer(let call): call
    case .resumeTransfer(let call): call
    case .listTransfers(let call): call
    case .answerChallenge(let call): call
    case .answerDelayedRequest(let call): call
    case .invalidateSession(let call): call
    case .registerForPush(let call): call
    case .unregisterForPush(let call): call
    case .subscribeToBroadcasts(let call): call
    case .unsubscribeFromBroadcasts(let call): call
    case .reportCall(let call): call
    case .endCall(let call): call
    case .startUpdatingLocation(let call): call
    case .stopUpdatingLocation(let call): call
    case .requestLocation(let call): call
    case .startMonitoringSignificantChanges(let call): call
    case .stopMonitoringSignificantChanges(let call): call
    case .startMonitoringVisits(let call): call
    case .stopMonitoringVisits(let call): call
    case .startMonitoringRegion(let call): call
    case .stopMonitoringRegion(let call): call
    case .monitoredRegions(let call): call
    case .requestRegionState(let call): call
    case .deferLocationUpdates(let call): call
    case .endDeferral(let call): call
    case .locationAuthorization(let call): call
    case .locationAccuracy(let call): call
    case .requestFullAccuracy(let call): call
    case .openMonitor(let call): call
    case .closeMonitor(let call): call
    case .addCondition(let call): call
    case .removeCondition(let call): call
    case .monitorRecords(let call): call
    case .takeMonitorEvent(let call): call
    case .startLiveUpdates(let call): call
    case .stopLiveUpdates(let call): call
    case .beginBackgroundActivity(let call): call
    case .endBackgroundActivity(let call): call
    case .holdServiceSession(let call): call
    case .endServiceSession(let call): call
    case .startMonitoringBeacons(let call): call
    case .monitoredBeaconRegions(let call): call
    case .startRangingBeacons(let call): call
    case .stopRangingBeacons(let call): call
    case .addNotification(let call): call
    case .removePendingNotifications(let call): call
    case .removeDeliveredNotifications(let call): call
    case .pendingNotifications(let call): call
    case .deliveredNotifications(let call): call
    case .setNotificationCategories(let call): call
    case .setBadge(let call): call
    case .presentNotification(let call): call
    case .notificationSettings(let call): call
    case .authorizationStatus(let call): call
    case .requestAuthorization(let call): call
    case .activateAudioSession(let call): call
    case .deactivateAudioSession(let call): call
    case .openAccessory(let call): call
    case .closeAccessory(let call): call
    case .connectedAccessories(let call): call
    case .connectPeripheral(let call): call
    case .cancelPeripheralConnection(let call): call
    case .scanForPeripherals(let call): call
    case .stopScan(let call): call
    case .setNotifyValue(let call): call
    case .startAdvertising(let call): call
    case .stopAdvertising(let call): call
    case .publishServices(let call): call
    case .standingBluetooth(let call): call
    case .answerCentral(let call): call
    case .updateValue(let call): call
    case .watchDescriptor(let call): call
    case .unwatchDescriptor(let call): call
    case .setKeepAlive(let call): call
    case .clearKeepAlive(let call): call
    case .joinChannel(let call): call
    case .leaveChannel(let call): call
    case .setActiveParticipant(let call): call
    case .beginTransmitting(let call): call
    case .stopTransmitting(let call): call
    }
  }

  /// Has the call handled by the method of its name.
  ///
  /// - Throws: what the method throws.
  package func handle<Handler: AppHandler>(
    by handler: Handler,
    as id: WireSession.CallIdentifier
  ) throws(WireError) -> Handler.Work {
    switch self {
    case .attach(let call): try handler.attach(Incoming(call, id: id))
    case .returned(let call): try handler.returned(Incoming(call, id: id))
    case .complete(let call): try handler.complete(Incoming(call, id: id))
    case .beginBackgroundTask(let call): try handler.beginBackgroundTask(Incoming(call, id: id))
    case .endBackgroundTask(let call): try handler.endBackgroundTask(Incoming(call, id: id))
    case .performExpiringActivity(let call):
      try handler.performExpiringActivity(Incoming(call, id: id))
    case .backgroundTimeRemaining(let call):
      try handler.backgroundTimeRemaining(Incoming(call, id: id))
    case .isMultitaskingSupported(let call):
      try handler.isMultitaskingSupported(Incoming(call, id: id))
    case .registerTask(let call): try handler.registerTask(Incoming(call, id: id))
    case .submitTask(let call): try handler.submitTask(Incoming(call, id: id))
    case .cancelTaskRequest(let call): try handler.cancelTaskRequest(Incoming(call, id: id))
    case .pendingTaskRequests(let call): try handler.pendingTaskRequests(Incoming(call, id: id))
    case .setExpirationHandler(let call): try handler.setExpirationHandler(Incoming(call, id: id))
    case .reportProgress(let call): try handler.reportProgress(Incoming(call, id: id))
    case .setMinimumBackgroundFetchInterval(let call):
      try handler.setMinimumBackgroundFetchInterval(Incoming(call, id: id))
    case .openSession(let call): try handler.openSession(Incoming(call, id: id))
    case .startTransfers(let call): try handler.startTransfers(Incoming(call, id: id))
    case .cancelTransfer(let call): try handler.cancelTransfer(Incoming(call, id: id))
    case .suspendTransfer(let call): try handler.suspendTransfer(Incoming(call, id: id))
    case .resumeTransfer(let call): try handler.resumeTransfer(Incoming(call, id: id))
    case .listTransfers(let call): try handler.listTransfers(Incoming(call, id: id))
    case .answerChallenge(let call): try handler.answerChallenge(Incoming(call, id: id))
    case .answerDelayedRequest(let call): try handler.answerDelayedRequest(Incoming(call, id: id))
    case .invalidateSession(let call): try handler.invalidateSession(Incoming(call, id: id))
    case .registerForPush(let call): try handler.registerForPush(Incoming(call, id: id))
    case .unregisterForPush(let call): try handler.unregisterForPush(Incoming(call, id: id))
    case .subscribeToBroadcasts(let call): try handler.subscribeToBroadcasts(Incoming(call, id: id))
    case .unsubscribeFromBroadcasts(let call):
      try handler.unsubscribeFromBroadcasts(Incoming(call, id: id))
    case .reportCall(let call): try handler.reportCall(Incoming(call, id: id))
    case .endCall(let call): try handler.endCall(Incoming(call, id: id))
    case .startUpdatingLocation(let call): try handler.startUpdatingLocation(Incoming(call, id: id))
    case .stopUpdatingLocation(let call): try handler.stopUpdatingLocation(Incoming(call, id: id))
    case .requestLocation(let call): try handler.requestLocation(Incoming(call, id: id))
    case .startMonitoringSignificantChanges(let call):
      try handler.startMonitoringSignificantChanges(Incoming(call, id: id))
    case .stopMonitoringSignificantChanges(let call):
      try handler.stopMonitoringSignificantChanges(Incoming(call, id: id))
    case .startMonitoringVisits(let call): try handler.startMonitoringVisits(Incoming(call, id: id))
    case .stopMonitoringVisits(let call): try handler.stopMonitoringVisits(Incoming(call, id: id))
    case .startMonitoringRegion(let call): try handler.startMonitoringRegion(Incoming(call, id: id))
    case .stopMonitoringRegion(let call): try handler.stopMonitoringRegion(Incoming(call, id: id))
    case .monitoredRegions(let call): try handler.monitoredRegions(Incoming(call, id: id))
    case .requestRegionState(let call): try handler.requestRegionState(Incoming(call, id: id))
    case .deferLocationUpdates(let call): try handler.deferLocationUpdates(Incoming(call, id: id))
    case .endDeferral(let call): try handler.endDeferral(Incoming(call, id: id))
    case .locationAuthorization(let call): try handler.locationAuthorization(Incoming(call, id: id))
    case .locationAccuracy(let call): try handler.locationAccuracy(Incoming(call, id: id))
    case .requestFullAccuracy(let call): try handler.requestFullAccuracy(Incoming(call, id: id))
    case .openMonitor(let call): try handler.openMonitor(Incoming(call, id: id))
    case .closeMonitor(let call): try handler.closeMonitor(Incoming(call, id: id))
    case .addCondition(let call): try handler.addCondition(Incoming(call, id: id))
    case .removeCondition(let call): try handler.removeCondition(Incoming(call, id: id))
    case .monitorRecords(let call): try handler.monitorRecords(Incoming(call, id: id))
    case .takeMonitorEvent(let call): try handler.takeMonitorEvent(Incoming(call, id: id))
    case .startLiveUpdates(let call): try handler.startLiveUpdates(Incoming(call, id: id))
    case .stopLiveUpdates(let call): try handler.stopLiveUpdates(Incoming(call, id: id))
    case .beginBackgroundActivity(let call):
      try handler.beginBackgroundActivity(Incoming(call, id: id))
    case .endBackgroundActivity(let call): try handler.endBackgroundActivity(Incoming(call, id: id))
    case .holdServiceSession(let call): try handler.holdServiceSession(Incoming(call, id: id))
    case .endServiceSession(let call): try handler.endServiceSession(Incoming(call, id: id))
    case .startMonitoringBeacons(let call):
      try handler.startMonitoringBeacons(Incoming(call, id: id))
    case .monitoredBeaconRegions(let call):
      try handler.monitoredBeaconRegions(Incoming(call, id: id))
    case .startRangingBeacons(let call): try handler.startRangingBeacons(Incoming(call, id: id))
    case .stopRangingBeacons(let call): try handler.stopRangingBeacons(Incoming(call, id: id))
    case .addNotification(let call): try handler.addNotification(Incoming(call, id: id))
    case .removePendingNotifications(let call):
      try handler.removePendingNotifications(Incoming(call, id: id))
    case .removeDeliveredNotifications(let call):
      try handler.removeDeliveredNotifications(Incoming(call, id: id))
    case .pendingNotifications(let call): try handler.pendingNotifications(Incoming(call, id: id))
    case .deliveredNotifications(let call):
      try handler.deliveredNotifications(Incoming(call, id: id))
    case .setNotificationCategories(let call):
      try handler.setNotificationCategories(Incoming(call, id: id))
    case .setBadge(let call): try handler.setBadge(Incoming(call, id: id))
    case .presentNotification(let call): try handler.presentNotification(Incoming(call, id: id))
    case .notificationSettings(let call): try handler.notificationSettings(Incoming(call, id: id))
    case .authorizationStatus(let call): try handler.authorizationStatus(Incoming(call, id: id))
    case .requestAuthorization(let call): try handler.requestAuthorization(Incoming(call, id: id))
    case .activateAudioSession(let call): try handler.activateAudioSession(Incoming(call, id: id))
    case .deactivateAudioSession(let call):
      try handler.deactivateAudioSession(Incoming(call, id: id))
    case .openAccessory(let call): try handler.openAccessory(Incoming(call, id: id))
    case .closeAccessory(let call): try handler.closeAccessory(Incoming(call, id: id))
    case .connectedAccessories(let call): try handler.connectedAccessories(Incoming(call, id: id))
    case .connectPeripheral(let call): try handler.connectPeripheral(Incoming(call, id: id))
    case .cancelPeripheralConnection(let call):
      try handler.cancelPeripheralConnection(Incoming(call, id: id))
    case .scanForPeripherals(let call): try handler.scanForPeripherals(Incoming(call, id: id))
    case .stopScan(let call): try handler.stopScan(Incoming(call, id: id))
    case .setNotifyValue(let call): try handler.setNotifyValue(Incoming(call, id: id))
    case .startAdvertising(let call): try handler.startAdvertising(Incoming(call, id: id))
    case .stopAdvertising(let call): try handler.stopAdvertising(Incoming(call, id: id))
    case .publishServices(let call): try handler.publishServices(Incoming(call, id: id))
    case .standingBluetooth(let call): try handler.standingBluetooth(Incoming(call, id: id))
    case .answerCentral(let call): try handler.answerCentral(Incoming(call, id: id))
    case .updateValue(let call): try handler.updateValue(Incoming(call, id: id))
    case .watchDescriptor(let call): try handler.watchDescriptor(Incoming(call, id: id))
    case .unwatchDescriptor(let call): try handler.unwatchDescriptor(Incoming(call, id: id))
    case .setKeepAlive(let call): try handler.setKeepAlive(Incoming(call, id: id))
    case .clearKeepAlive(let call): try handler.clearKeepAlive(Incoming(call, id: id))
    case .joinChannel(let call): try handler.joinChannel(Incoming(call, id: id))
    case .leaveChannel(let call): try handler.leaveChannel(Incoming(call, id: id))
    case .setActiveParticipant(let call): try handler.setActiveParticipant(Incoming(call, id: id))
    case .beginTransmitting(let call): try handler.beginTransmitting(Incoming(call, id: id))
    case .stopTransmitting(let call): try handler.stopTransmitting(Incoming(call, id: id))
    }
  }
}

/// What handles the calls of io.torpor.App: a method each.
package protocol AppHandler {
  /// What comes of a call.
  associatedtype Work

  /// Starts the stream of events; needs `more`.
  func attach(_ call: Incoming<App.Attach>) throws(WireError) -> Work
  /// Reports that the code for an event has run.
  func returned(_ call: Incoming<App.Returned>) throws(WireError) -> Work
  /// Calls the completion handler of an event.
  func complete(_ call: Incoming<App.Complete>) throws(WireError) -> Work
  /// Requests time to finish work after the app leaves the screen.
  func beginBackgroundTask(_ call: Incoming<App.BeginBackgroundTask>) throws(WireError) -> Work
  /// Ends a task; each must be ended exactly once, or the app is killed when its time is used
  /// up.
  func endBackgroundTask(_ call: Incoming<App.EndBackgroundTask>) throws(WireError) -> Work
  /// Requests an expiringActivity event, which lasts until the app returns from it.
  func performExpiringActivity(_ call: Incoming<App.PerformExpiringActivity>) throws(WireError)
    -> Work
  /// Returns the background time that the app has left; without `microseconds` it is
  /// unlimited.
  func backgroundTimeRemaining(_ call: Incoming<App.BackgroundTimeRemaining>) throws(WireError)
    -> Work
  /// Returns whether apps run off screen: false under a profile without multitasking, where an
  /// app ends when it leaves the screen and BeginBackgroundTask returns the task 0.
  func isMultitaskingSupported(_ call: Incoming<App.IsMultitaskingSupported>) throws(WireError)
    -> Work
  /// Reports that the process has a handler for the tasks of an identifier.
  func registerTask(_ call: Incoming<App.RegisterTask>) throws(WireError) -> Work
  /// Requests that the task be run once, when it suits the device, by a launchTask event; its
  /// completion handler is Complete with success or failure.
  func submitTask(_ call: Incoming<App.SubmitTask>) throws(WireError) -> Work
  /// Cancels the request of an identifier, or all requests; an unknown identifier is not an
  /// error.
  func cancelTaskRequest(_ call: Incoming<App.CancelTaskRequest>) throws(WireError) -> Work
  /// Returns the requests that have not run, in the order in which they were submitted.
  func pendingTaskRequests(_ call: Incoming<App.PendingTaskRequests>) throws(WireError) -> Work
  /// Sets whether the task that the launchTask event `callback` started receives a
  /// taskExpiration when its time is almost used up; otherwise it ends at that time,
  /// unsuccessfully and without a warning.
  func setExpirationHandler(_ call: Incoming<App.SetExpirationHandler>) throws(WireError) -> Work
  /// Reports the progress of a continued task, 0 to 1000, and the texts that the user sees; a
  /// text that is left out is not changed.
  func reportProgress(_ call: Incoming<App.ReportProgress>) throws(WireError) -> Work
  /// Sets how often the app requests performFetch events: `interval` never or minimum, or
  /// `microseconds`, the shortest time after the last one.
  func setMinimumBackgroundFetchInterval(_ call: Incoming<App.SetMinimumBackgroundFetchInterval>)
    throws(WireError) -> Work
  /// Creates a background session, or connects to the existing one of that name, whose events
  /// are sent from then on; each launch of the app opens it again, with the same parameters.
  func openSession(_ call: Incoming<App.OpenSession>) throws(WireError) -> Work
  /// Starts 1 to 256 transfers, which continue when the app is frozen, when it ends, and after
  /// the device restarts.
  func startTransfers(_ call: Incoming<App.StartTransfers>) throws(WireError) -> Work
  /// Cancels a transfer.
  func cancelTransfer(_ call: Incoming<App.CancelTransfer>) throws(WireError) -> Work
  /// `SuspendTransfer`, as the interface describes it.
  func suspendTransfer(_ call: Incoming<App.SuspendTransfer>) throws(WireError) -> Work
  /// Resumes a transfer.
  func resumeTransfer(_ call: Incoming<App.ResumeTransfer>) throws(WireError) -> Work
  /// Returns the unfinished transfers of a session, in the order in which they were started, a
  /// page at a time: if hasMore is true, call again with the number of the last one as
  /// `after`.
  func listTransfers(_ call: Incoming<App.ListTransfers>) throws(WireError) -> Work
  /// Answers a didReceiveChallenge.
  func answerChallenge(_ call: Incoming<App.AnswerChallenge>) throws(WireError) -> Work
  /// Answers a willBeginDelayedRequest.
  func answerDelayedRequest(_ call: Incoming<App.AnswerDelayedRequest>) throws(WireError) -> Work
  /// Ends a session: when its transfers have finished, or at once with cancelsTransfers.
  func invalidateSession(_ call: Incoming<App.InvalidateSession>) throws(WireError) -> Work
  /// Returns the token under which senders reach the app; call this at every launch, as the
  /// token may change.
  func registerForPush(_ call: Incoming<App.RegisterForPush>) throws(WireError) -> Work
  /// `UnregisterForPush`, as the interface describes it.
  func unregisterForPush(_ call: Incoming<App.UnregisterForPush>) throws(WireError) -> Work
  /// Subscribes the app to a broadcast channel of its own: from then on it receives the pushes
  /// that are sent to the channel, alerts and content-available, like those to its token.
  func subscribeToBroadcasts(_ call: Incoming<App.SubscribeToBroadcasts>) throws(WireError) -> Work
  /// Ends the subscription; does nothing if there is none.
  func unsubscribeFromBroadcasts(_ call: Incoming<App.UnsubscribeFromBroadcasts>) throws(WireError)
    -> Work
  /// Reports that the app shows the user the call that a didReceiveIncomingPush with
  /// mustReport announced.
  func reportCall(_ call: Incoming<App.ReportCall>) throws(WireError) -> Work
  /// Reports that no call is in progress any more.
  func endCall(_ call: Incoming<App.EndCall>) throws(WireError) -> Work
  /// Starts location updates.
  func startUpdatingLocation(_ call: Incoming<App.StartUpdatingLocation>) throws(WireError) -> Work
  /// `StopUpdatingLocation`, as the interface describes it.
  func stopUpdatingLocation(_ call: Incoming<App.StopUpdatingLocation>) throws(WireError) -> Work
  /// Requests a single fix.
  func requestLocation(_ call: Incoming<App.RequestLocation>) throws(WireError) -> Work
  /// Starts monitoring significant changes of location.
  func startMonitoringSignificantChanges(_ call: Incoming<App.StartMonitoringSignificantChanges>)
    throws(WireError) -> Work
  /// `StopMonitoringSignificantChanges`, as the interface describes it.
  func stopMonitoringSignificantChanges(_ call: Incoming<App.StopMonitoringSignificantChanges>)
    throws(WireError) -> Work
  /// `StartMonitoringVisits`, as the interface describes it.
  func startMonitoringVisits(_ call: Incoming<App.StartMonitoringVisits>) throws(WireError) -> Work
  /// `StopMonitoringVisits`, as the interface describes it.
  func stopMonitoringVisits(_ call: Incoming<App.StopMonitoringVisits>) throws(WireError) -> Work
  /// Starts monitoring a region.
  func startMonitoringRegion(_ call: Incoming<App.StartMonitoringRegion>) throws(WireError) -> Work
  /// `StopMonitoringRegion`, as the interface describes it.
  func stopMonitoringRegion(_ call: Incoming<App.StopMonitoringRegion>) throws(WireError) -> Work
  /// `MonitoredRegions`, as the interface describes it.
  func monitoredRegions(_ call: Incoming<App.MonitoredRegions>) throws(WireError) -> Work
  /// Requests the state of a region, which a didDetermineState event reports.
  func requestRegionState(_ call: Incoming<App.RequestRegionState>) throws(WireError) -> Work
  /// Collects fixes until the device has moved that far, or for that long; answered by exactly
  /// one didFinishDeferredUpdates.
  func deferLocationUpdates(_ call: Incoming<App.DeferLocationUpdates>) throws(WireError) -> Work
  /// `EndDeferral`, as the interface describes it.
  func endDeferral(_ call: Incoming<App.EndDeferral>) throws(WireError) -> Work
  /// Returns when the app may use the location of the device.
  func locationAuthorization(_ call: Incoming<App.LocationAuthorization>) throws(WireError) -> Work
  /// Returns the accuracy with which the app may locate the device.
  func locationAccuracy(_ call: Incoming<App.LocationAccuracy>) throws(WireError) -> Work
  /// Asks the user for full accuracy while the app is in use.
  func requestFullAccuracy(_ call: Incoming<App.RequestFullAccuracy>) throws(WireError) -> Work
  /// Opens the monitor of that name; a process has only one of each name.
  func openMonitor(_ call: Incoming<App.OpenMonitor>) throws(WireError) -> Work
  /// `CloseMonitor`, as the interface describes it.
  func closeMonitor(_ call: Incoming<App.CloseMonitor>) throws(WireError) -> Work
  /// Adds a condition, replacing one of that name.
  func addCondition(_ call: Incoming<App.AddCondition>) throws(WireError) -> Work
  /// `RemoveCondition`, as the interface describes it.
  func removeCondition(_ call: Incoming<App.RemoveCondition>) throws(WireError) -> Work
  /// `MonitorRecords`, as the interface describes it.
  func monitorRecords(_ call: Incoming<App.MonitorRecords>) throws(WireError) -> Work
  /// Reports that the app has received the didChangeCondition of that time, which is the
  /// record's event from then on.
  func takeMonitorEvent(_ call: Incoming<App.TakeMonitorEvent>) throws(WireError) -> Work
  /// Starts live updates: didUpdateLive events, the first at once.
  func startLiveUpdates(_ call: Incoming<App.StartLiveUpdates>) throws(WireError) -> Work
  /// `StopLiveUpdates`, as the interface describes it.
  func stopLiveUpdates(_ call: Incoming<App.StopLiveUpdates>) throws(WireError) -> Work
  /// Lets live updates continue off screen; needs the mode location.
  func beginBackgroundActivity(_ call: Incoming<App.BeginBackgroundActivity>) throws(WireError)
    -> Work
  /// `EndBackgroundActivity`, as the interface describes it.
  func endBackgroundActivity(_ call: Incoming<App.EndBackgroundActivity>) throws(WireError) -> Work
  /// Lets an app with the authorization `always` receive live updates, and events of its
  /// monitors, off screen.
  func holdServiceSession(_ call: Incoming<App.HoldServiceSession>) throws(WireError) -> Work
  /// `EndServiceSession`, as the interface describes it.
  func endServiceSession(_ call: Incoming<App.EndServiceSession>) throws(WireError) -> Work
  /// Starts monitoring beacons, until StopMonitoringRegion; they count towards the app's 20
  /// regions.
  func startMonitoringBeacons(_ call: Incoming<App.StartMonitoringBeacons>) throws(WireError)
    -> Work
  /// `MonitoredBeaconRegions`, as the interface describes it.
  func monitoredBeaconRegions(_ call: Incoming<App.MonitoredBeaconRegions>) throws(WireError)
    -> Work
  /// Starts ranging: didRangeBeacons events while the app runs.
  func startRangingBeacons(_ call: Incoming<App.StartRangingBeacons>) throws(WireError) -> Work
  /// `StopRangingBeacons`, as the interface describes it.
  func stopRangingBeacons(_ call: Incoming<App.StopRangingBeacons>) throws(WireError) -> Work
  /// Schedules a notification, replacing one of that name.
  func addNotification(_ call: Incoming<App.AddNotification>) throws(WireError) -> Work
  /// Removes pending notifications: those with the identifiers, at most 256, or without
  /// identifiers all of them.
  func removePendingNotifications(_ call: Incoming<App.RemovePendingNotifications>)
    throws(WireError) -> Work
  /// `RemoveDeliveredNotifications`, as the interface describes it.
  func removeDeliveredNotifications(_ call: Incoming<App.RemoveDeliveredNotifications>)
    throws(WireError) -> Work
  /// `PendingNotifications`, as the interface describes it.
  func pendingNotifications(_ call: Incoming<App.PendingNotifications>) throws(WireError) -> Work
  /// `DeliveredNotifications`, as the interface describes it.
  func deliveredNotifications(_ call: Incoming<App.DeliveredNotifications>) throws(WireError)
    -> Work
  /// Sets all categories of the app: at most 64, with at most 16 actions each.
  func setNotificationCategories(_ call: Incoming<App.SetNotificationCategories>) throws(WireError)
    -> Work
  /// Sets the number on the app's icon; 0 removes it.
  func setBadge(_ call: Incoming<App.SetBadge>) throws(WireError) -> Work
  /// Answers a willPresent.
  func presentNotification(_ call: Incoming<App.PresentNotification>) throws(WireError) -> Work
  /// Returns whether the user lets the app show notifications.
  func notificationSettings(_ call: Incoming<App.NotificationSettings>) throws(WireError) -> Work
  /// Returns what the user has decided about a use, without asking.
  func authorizationStatus(_ call: Incoming<App.AuthorizationStatus>) throws(WireError) -> Work
  /// Asks the user about a use that they have not decided about, while the app is in the
  /// foreground.
  func requestAuthorization(_ call: Incoming<App.RequestAuthorization>) throws(WireError) -> Work
  /// Activates the app's audio session.
  func activateAudioSession(_ call: Incoming<App.ActivateAudioSession>) throws(WireError) -> Work
  /// `DeactivateAudioSession`, as the interface describes it.
  func deactivateAudioSession(_ call: Incoming<App.DeactivateAudioSession>) throws(WireError)
    -> Work
  /// Opens a session with an accessory that is connected, or as soon as it is.
  func openAccessory(_ call: Incoming<App.OpenAccessory>) throws(WireError) -> Work
  /// `CloseAccessory`, as the interface describes it.
  func closeAccessory(_ call: Incoming<App.CloseAccessory>) throws(WireError) -> Work
  /// Returns the connected accessories that support a protocol of the app
  /// (UISupportedExternalAccessoryProtocols).
  func connectedAccessories(_ call: Incoming<App.ConnectedAccessories>) throws(WireError) -> Work
  /// Connects to a peripheral as soon as it is in range, without a time-out.
  func connectPeripheral(_ call: Incoming<App.ConnectPeripheral>) throws(WireError) -> Work
  /// `CancelPeripheralConnection`, as the interface describes it.
  func cancelPeripheralConnection(_ call: Incoming<App.CancelPeripheralConnection>)
    throws(WireError) -> Work
  /// Scans for peripherals.
  func scanForPeripherals(_ call: Incoming<App.ScanForPeripherals>) throws(WireError) -> Work
  /// `StopScan`, as the interface describes it.
  func stopScan(_ call: Incoming<App.StopScan>) throws(WireError) -> Work
  /// Sets whether the app is notified of changes of a characteristic.
  func setNotifyValue(_ call: Incoming<App.SetNotifyValue>) throws(WireError) -> Work
  /// `StartAdvertising`, as the interface describes it.
  func startAdvertising(_ call: Incoming<App.StartAdvertising>) throws(WireError) -> Work
  /// `StopAdvertising`, as the interface describes it.
  func stopAdvertising(_ call: Incoming<App.StopAdvertising>) throws(WireError) -> Work
  /// Sets all services that centrals find in the app: at most 64 services of 32
  /// characteristics; without any, nothing is published any more.
  func publishServices(_ call: Incoming<App.PublishServices>) throws(WireError) -> Work
  /// Returns a manager's requests that are still active, whichever process of the app made
  /// them: those of the restoreIdentifier, or without one those that end with the process.
  func standingBluetooth(_ call: Incoming<App.StandingBluetooth>) throws(WireError) -> Work
  /// Answers a centralRequest, within 10 s.
  func answerCentral(_ call: Incoming<App.AnswerCentral>) throws(WireError) -> Work
  /// Notifies the subscribed centrals of the new value.
  func updateValue(_ call: Incoming<App.UpdateValue>) throws(WireError) -> Work
  /// Watches a duplicate of a descriptor, which is sent with the call (SCM_RIGHTS): while the
  /// app is frozen or not running, the system polls it without reading from it; when it
  /// becomes readable, the app receives a socketReadable.
  func watchDescriptor(_ call: Incoming<App.WatchDescriptor>) throws(WireError) -> Work
  /// Stops watching a descriptor and returns it with the reply (SCM_RIGHTS), even if an
  /// earlier process of the app had it watched.
  func unwatchDescriptor(_ call: Incoming<App.UnwatchDescriptor>) throws(WireError) -> Work
  /// Requests a keepAlive event at that interval, at least 600 s, while the app has the mode
  /// voip.
  func setKeepAlive(_ call: Incoming<App.SetKeepAlive>) throws(WireError) -> Work
  /// `ClearKeepAlive`, as the interface describes it.
  func clearKeepAlive(_ call: Incoming<App.ClearKeepAlive>) throws(WireError) -> Work
  /// Joins a push-to-talk channel; works only on screen, and needs the mode push-to-talk.
  func joinChannel(_ call: Incoming<App.JoinChannel>) throws(WireError) -> Work
  /// `LeaveChannel`, as the interface describes it.
  func leaveChannel(_ call: Incoming<App.LeaveChannel>) throws(WireError) -> Work
  /// Sets who is speaking; without a participant the channel is silent, and the app is
  /// suspended.
  func setActiveParticipant(_ call: Incoming<App.SetActiveParticipant>) throws(WireError) -> Work
  /// `BeginTransmitting`, as the interface describes it.
  func beginTransmitting(_ call: Incoming<App.BeginTransmitting>) throws(WireError) -> Work
  /// `StopTransmitting`, as the interface describes it.
  func stopTransmitting(_ call: Incoming<App.StopTransmitting>) throws(WireError) -> Work
}
