extension AppInterface {
  /// The call of a callback, with what comes beside each.
  static let event = #"""
    # A call of one of the app's callbacks. Hand `callback` back with Returned when the code for it
    # has run; the app may be frozen or ended for being late otherwise. After a lost connection the
    # same event may come again with the same `callback`; answer it again without running it again.
    #
    # name: didFinishLaunching, didBecomeActive, willResignActive, didEnterBackground,
    # willEnterForeground, willTerminate, didReceiveMemoryWarning,
    # protectedDataWillBecomeUnavailable, protectedDataDidBecomeAvailable,
    # backgroundTaskExpiration (task, taskName), expiringActivity (task, reason, expired),
    # didReceiveRemoteNotification (payload), performFetch, launchTask (identifier, type),
    # taskExpiration (launchCallback: the `callback` of the launchTask; identifier),
    # powerStateDidChange (isLowPowerModeEnabled), backgroundRefreshStatusDidChange (isAvailable),
    # issueAnnounced (payload). Of a background session, with session: and, where it is about one,
    # transfer: handleEventsForBackgroundURLSession, didFinishDownloading (status, path: the file,
    # which is kept until the event is returned from), didCompleteWithError, issueDownloaded (both:
    # endedMicroseconds, status, errorCode, errorName, cancellationReason, cause),
    # didReceiveChallenge (challenge; answered by AnswerChallenge), willBeginDelayedRequest
    # (answered by AnswerDelayedRequest), didFinishEvents, didBecomeInvalid.
    # errorCode: as in NSURLErrorDomain, or 1 httpStatus, 2 digestMismatch, 3 diskFull; without one it
    # went well. cancellationReason: 0 the user ended the app, 1 background updates are off, 2 too few
    # resources.
    # Of the services for modes: didReceiveIncomingPush (payload, mustReport), didUpdateLocations
    # (locations, oldest first), didFailWithError (locationError, as in kCLErrorDomain),
    # didEnterRegion and didExitRegion (region), monitoringDidFail (region, locationError),
    # didDetermineState (region, regionState: unknown, inside or outside), didVisit (visit),
    # didPauseLocationUpdates, didResumeLocationUpdates, didFinishDeferredUpdates (locationError where
    # it failed), didChangeAuthorization (authorization),
    # didChangeAccuracyAuthorization (accuracy), didChangeCondition (monitor, identifier,
    # conditionState, atMicroseconds, obstacle; to be taken with TakeMonitorEvent), didUpdateLive
    # (location, isStationary, obstacle: accuracyLimited, authorizationDenied, insufficientlyInUse,
    # serviceSessionRequired, conditionLimitExceeded or conditionUnsupported),
    # didRangeBeacons (beacon: the identity, beacons: the nearest first, or none any more),
    # didFailRangingBeacons (beacon, locationError), didReceiveLocalNotification (notification),
    # willPresent (notification; answered by PresentNotification), didReceiveResponse (response),
    # interruptionBegan (reason: default or appWasSuspended), interruptionEnded (shouldResume),
    # accessoryDidConnect, accessoryDidDisconnect, accessoryData (accessory), willRestoreState
    # (identifier, peripherals, services), peripheralDidConnect, peripheralDidDisconnect,
    # peripheralData (peripheral), didDiscoverPeripheral (peripheral, services), centralRequest
    # (centralRequest; answered by AnswerCentral where it has a `request`),
    # socketReadable (descriptor, isHungUp), descriptorLost (descriptor), keepAlive,
    # didRestoreChannel, didLeaveChannel, incomingChannelPush (payload; answered by
    # SetActiveParticipant or LeaveChannel before it is returned from), channelServiceUpdate
    # (payload, isHighPriority, remaining), didActivateAudioSession, didDeactivateAudioSession
    # (these six: channel).
    # Return from names that you do not know.
    # destination: "foreground" or "background", of didFinishLaunching; wakeReason: what a launch
    # into the background is for. hasCompletionHandler: call Complete too, once the work is done.
    # suspendedMicroseconds: of the first event after the app was frozen, how long it was.
    type Event (
      callback: string,
      name: string,
      hasCompletionHandler: ?bool,
      destination: ?string,
      wakeReason: ?string,
      task: ?string,
      taskName: ?string,
      reason: ?string,
      expired: ?bool,
      payload: ?string,
      identifier: ?string,
      type: ?string,
      launchCallback: ?string,
      suspendedMicroseconds: ?int,
      isLowPowerModeEnabled: ?bool,
      isAvailable: ?bool,
      session: ?string,
      transfer: ?string,
      endedMicroseconds: ?int,
      status: ?int,
      errorCode: ?int,
      errorName: ?string,
      cancellationReason: ?int,
      path: ?string,
      finalURL: ?string,
      mimeType: ?string,
      cause: ?string,
      challenge: ?Challenge,
      mustReport: ?bool,
      locations: ?[]Location,
      locationError: ?int,
      region: ?string,
      regionState: ?string,
      visit: ?Visit,
      authorization: ?string,
      accuracy: ?string,
      monitor: ?string,
      conditionState: ?string,
      atMicroseconds: ?int,
      obstacle: ?string,
      location: ?Location,
      isStationary: ?bool,
      beacon: ?BeaconIdentity,
      beacons: ?[]Beacon,
      notification: ?Notification,
      response: ?NotificationResponse,
      shouldResume: ?bool,
      accessory: ?string,
      peripheral: ?string,
      peripherals: ?[]string,
      services: ?[]string,
      centralRequest: ?CentralRequest,
      descriptor: ?string,
      isHungUp: ?bool,
      channel: ?string,
      isHighPriority: ?bool,
      remaining: ?int
    )
    """#
}
