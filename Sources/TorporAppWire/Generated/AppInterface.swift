// Made from Interfaces/io.torpor.App.varlink by scripts/generate; change that, not this.

/// io.torpor.App, as its file describes it.
package enum AppInterface {
  package static let name = "io.torpor.App"

  /// The methods, in the order of the file.
  package enum Method: String, Hashable, Sendable, CaseIterable {
    case attach = "Attach"
    case returned = "Returned"
    case complete = "Complete"
    case beginBackgroundTask = "BeginBackgroundTask"
    case endBackgroundTask = "EndBackgroundTask"
    case performExpiringActivity = "PerformExpiringActivity"
    case backgroundTimeRemaining = "BackgroundTimeRemaining"
    case isMultitaskingSupported = "IsMultitaskingSupported"
    case registerTask = "RegisterTask"
    case submitTask = "SubmitTask"
    case cancelTaskRequest = "CancelTaskRequest"
    case pendingTaskRequests = "PendingTaskRequests"
    case setExpirationHandler = "SetExpirationHandler"
    case reportProgress = "ReportProgress"
    case setMinimumBackgroundFetchInterval = "SetMinimumBackgroundFetchInterval"
    case openSession = "OpenSession"
    case startTransfers = "StartTransfers"
    case cancelTransfer = "CancelTransfer"
    case suspendTransfer = "SuspendTransfer"
    case resumeTransfer = "ResumeTransfer"
    case listTransfers = "ListTransfers"
    case answerChallenge = "AnswerChallenge"
    case answerDelayedRequest = "AnswerDelayedRequest"
    case invalidateSession = "InvalidateSession"
    case registerForPush = "RegisterForPush"
    case unregisterForPush = "UnregisterForPush"
    case subscribeToBroadcasts = "SubscribeToBroadcasts"
    case unsubscribeFromBroadcasts = "UnsubscribeFromBroadcasts"
    case reportCall = "ReportCall"
    case endCall = "EndCall"
    case startUpdatingLocation = "StartUpdatingLocation"
    case stopUpdatingLocation = "StopUpdatingLocation"
    case requestLocation = "RequestLocation"
    case startMonitoringSignificantChanges = "StartMonitoringSignificantChanges"
    case stopMonitoringSignificantChanges = "StopMonitoringSignificantChanges"
    case startMonitoringVisits = "StartMonitoringVisits"
    case stopMonitoringVisits = "StopMonitoringVisits"
    case startMonitoringRegion = "StartMonitoringRegion"
    case stopMonitoringRegion = "StopMonitoringRegion"
    case monitoredRegions = "MonitoredRegions"
    case requestRegionState = "RequestRegionState"
    case deferLocationUpdates = "DeferLocationUpdates"
    case endDeferral = "EndDeferral"
    case locationAuthorization = "LocationAuthorization"
    case locationAccuracy = "LocationAccuracy"
    case requestFullAccuracy = "RequestFullAccuracy"
    case openMonitor = "OpenMonitor"
    case closeMonitor = "CloseMonitor"
    case addCondition = "AddCondition"
    case removeCondition = "RemoveCondition"
    case monitorRecords = "MonitorRecords"
    case takeMonitorEvent = "TakeMonitorEvent"
    case startLiveUpdates = "StartLiveUpdates"
    case stopLiveUpdates = "StopLiveUpdates"
    case beginBackgroundActivity = "BeginBackgroundActivity"
    case endBackgroundActivity = "EndBackgroundActivity"
    case holdServiceSession = "HoldServiceSession"
    case endServiceSession = "EndServiceSession"
    case startMonitoringBeacons = "StartMonitoringBeacons"
    case monitoredBeaconRegions = "MonitoredBeaconRegions"
    case startRangingBeacons = "StartRangingBeacons"
    case stopRangingBeacons = "StopRangingBeacons"
    case addNotification = "AddNotification"
    case removePendingNotifications = "RemovePendingNotifications"
    case removeDeliveredNotifications = "RemoveDeliveredNotifications"
    case pendingNotifications = "PendingNotifications"
    case deliveredNotifications = "DeliveredNotifications"
    case setNotificationCategories = "SetNotificationCategories"
    case setBadge = "SetBadge"
    case presentNotification = "PresentNotification"
    case notificationSettings = "NotificationSettings"
    case authorizationStatus = "AuthorizationStatus"
    case requestAuthorization = "RequestAuthorization"
    case activateAudioSession = "ActivateAudioSession"
    case deactivateAudioSession = "DeactivateAudioSession"
    case openAccessory = "OpenAccessory"
    case closeAccessory = "CloseAccessory"
    case connectedAccessories = "ConnectedAccessories"
    case connectPeripheral = "ConnectPeripheral"
    case cancelPeripheralConnection = "CancelPeripheralConnection"
    case scanForPeripherals = "ScanForPeripherals"
    case stopScan = "StopScan"
    case setNotifyValue = "SetNotifyValue"
    case startAdvertising = "StartAdvertising"
    case stopAdvertising = "StopAdvertising"
    case publishServices = "PublishServices"
    case standingBluetooth = "StandingBluetooth"
    case answerCentral = "AnswerCentral"
    case updateValue = "UpdateValue"
    case watchDescriptor = "WatchDescriptor"
    case unwatchDescriptor = "UnwatchDescriptor"
    case setKeepAlive = "SetKeepAlive"
    case clearKeepAlive = "ClearKeepAlive"
    case joinChannel = "JoinChannel"
    case leaveChannel = "LeaveChannel"
    case setActiveParticipant = "SetActiveParticipant"
    case beginTransmitting = "BeginTransmitting"
    case stopTransmitting = "StopTransmitting"

    /// The name with the interface in front.
    package var wholeName: String { "\(name).\(rawValue)" }
  }

  /// The errors with their whole names, in the order of the file.
  package enum ErrorName: String, Hashable, Sendable, CaseIterable {
    case unknownTask = "io.torpor.App.UnknownTask"
    case unknownCallback = "io.torpor.App.UnknownCallback"
    case noCompletionHandler = "io.torpor.App.NoCompletionHandler"
    case textTooLong = "io.torpor.App.TextTooLong"
    case broadcastsFailed = "io.torpor.App.BroadcastsFailed"
  }

  /// The text of the file, which `org.varlink.service` serves.
  package static let description = #"""
    # The protocol between an app and the system (version 1).
    #
    # An app attaches, receives its events, and reports when it has handled each one. It can make requests only for
    # itself: the system learns from the kernel which app a connection belongs to. Numbers of 64 bits are decimal digits
    # in strings; durations are in microseconds.
    # @permission app
    interface io.torpor.App

    # The result that a completion handler is called with.
    type CompletionResult (newData, noData, failed, success, failure)

    # Whether an app is launched into the foreground or the background.
    type LaunchDestinationName (foreground, background)

    # The reason for which the system starts an app or lets it run. `@phrase` is the text after "for" in a sentence,
    # `@label` a short form for tables, `@push` marks a push.
    type WakeReason (
      # @phrase a refresh task
      appRefresh,
      # @phrase a background fetch
      backgroundFetch,
      # @phrase a processing task
      processing,
      # @phrase a continued processing task
      continuedProcessing,
      # @phrase a silent push
      # @push
      silentPush,
      # @phrase a push
      # @push
      visiblePush,
      # @phrase a VoIP push
      # @push
      voipPush,
      # @phrase a push-to-talk push
      # @push
      pushToTalk,
      # @phrase a finished transfer
      transfer,
      # @phrase a significant change of location
      # @label location change
      significantLocation,
      # @phrase a region that it monitors
      # @label region
      region,
      # @phrase a visit
      visit,
      # @phrase continuous location
      continuousLocation,
      # @phrase live location
      liveLocation,
      # @phrase a Bluetooth event that restores it
      # @label Bluetooth restoration
      bluetoothRestoring,
      # @phrase a Bluetooth event
      bluetooth,
      # @phrase an accessory
      accessory,
      # @phrase audio
      audio,
      # @phrase its VoIP socket
      voipSocket,
      # @phrase a Newsstand issue
      # @push
      newsstand,
      # @phrase a descriptor of its own
      # @label descriptor
      descriptor,
      # @phrase an answer to a notification
      # @label notification response
      notificationResponse,
      # @phrase its job
      job,
      # @phrase a save before it is ended for its memory
      # @label save
      terminationSave
    )

    # Whether a suspended app saved its state in the time that it was given before it was ended to free memory.
    type TerminationSave (finished, unfinished)

    # The kind of a request to the task scheduler.
    type TaskType (appRefresh, processing, healthResearch, continued)

    # The protection of the files that a health research task must be able to read.
    type FileProtection (complete, completeUnlessOpen, completeUntilFirstUserAuthentication, none)

    # What happens to a continued task when no slot is free: it is refused (fail), or waits for its turn (queue).
    type TaskStrategy (fail, queue)

    # How often an app requests background fetches.
    type FetchIntervalName (never, minimum)

    # The direction of a transfer.
    type TransferDirection (download, upload)

    # The state of a transfer.
    type TransferState (queued, running, waiting, suspended, completed, failed, cancelled)

    # How an upload continues after an interruption.
    type UploadResumption (automatic, none, tus)

    # The answer to a challenge. performDefaultHandling: the server's refusal is the result.
    type ChallengeDisposition (useCredential, performDefaultHandling, cancel)

    # What to do with a transfer that was about to begin.
    type DelayedRequestDisposition (continueLoading, useNewRequest, cancel)

    # The pushes that a token is for: alerts and content-available, or VoIP.
    type PushTokenKind (remote, voIP)

    # The user's activity while location updates run.
    type LocationActivity (other, automotiveNavigation, fitness, otherNavigation, airborne)

    # When the user lets an app use the location of the device; notDetermined: the user has not decided.
    type LocationAuthorizationStatus (never, whenInUse, always, notDetermined)

    # A feature that an app may use only if the user allows it.
    type Permission (location, microphone, notifications, bluetooth, accessories)

    # The user's decision about a permission.
    type PermissionStatus (
      notDetermined, denied, authorized, authorizedWhenInUse, authorizedAlways, provisional
    )

    # The accuracy with which the user lets an app locate the device.
    type LocationAccuracyStatus (full, reduced)

    # The state of a condition of a location monitor.
    type ConditionState (unknown, satisfied, unsatisfied, unmonitored)

    # The reason why there is no location, or no state of a condition.
    type Obstacle (
      accuracyLimited,
      authorizationDenied,
      insufficientlyInUse,
      serviceSessionRequired,
      conditionLimitExceeded,
      conditionUnsupported
    )

    # The purpose of live updates.
    type LiveConfiguration (default, automotiveNavigation, otherNavigation, fitness, airborne)

    # The position of the device relative to a region.
    type RegionState (unknown, inside, outside)

    # The distance to a beacon.
    type BeaconProximity (unknown, immediate, near, far)

    # A way to present a notification while the app is on screen.
    type PresentationOption (badge, sound, list, banner)

    # How much a notification may disturb the user.
    type InterruptionLevel (passive, active, timeSensitive, critical)

    # How an app uses sound.
    type AudioCategory (ambient, soloAmbient, playback, record, playAndRecord, multiRoute)

    # The reason why an app's sound was interrupted.
    type InterruptionReason (default, appWasSuspended)

    # The purpose of a descriptor.
    type DescriptorPurposeName (voip, accessory, other)

    # An operation that centrals may perform on a characteristic.
    type CharacteristicUse (read, write, writeWithoutResponse, notify, indicate)

    # The kind of a central's request.
    type CentralRequestKind (read, write, subscribe, unsubscribe)

    # The events of an app, each with its members; `?` marks optional members.
    type EventName (
      # @with destination wakeReason?
      didFinishLaunching,
      didBecomeActive,
      willResignActive,
      didEnterBackground,
      willEnterForeground,
      willTerminate,
      willTerminateForMemory,
      didReceiveMemoryWarning,
      protectedDataWillBecomeUnavailable,
      protectedDataDidBecomeAvailable,
      # @with task taskName?
      backgroundTaskExpiration,
      # @with task reason expired
      expiringActivity,
      # @with payload
      didReceiveRemoteNotification,
      performFetch,
      # @with identifier type
      launchTask,
      # @with launchCallback identifier
      taskExpiration,
      # @with isLowPowerModeEnabled
      powerStateDidChange,
      # @with isAvailable
      backgroundRefreshStatusDidChange,
      # @with payload
      issueAnnounced,
      # @with session
      handleEventsForBackgroundURLSession,
      # @with session transfer status
      didFinishDownloading,
      # @with session transfer endedMicroseconds status? errorCode? errorName? cancellationReason?
      didCompleteWithError,
      # @with session transfer endedMicroseconds status? errorCode? errorName? cancellationReason?
      issueDownloaded,
      # @with session transfer
      didReceiveChallenge,
      # @with session transfer
      willBeginDelayedRequest,
      # @with session
      didFinishEvents,
      # @with session
      didBecomeInvalid,
      # @with payload mustReport
      didReceiveIncomingPush,
      # @with locations
      didUpdateLocations,
      # @with locationError
      didFailWithError,
      # @with region
      didEnterRegion,
      # @with region
      didExitRegion,
      # @with region? locationError
      monitoringDidFail,
      # @with region regionState
      didDetermineState,
      # @with visit
      didVisit,
      didPauseLocationUpdates,
      didResumeLocationUpdates,
      # @with locationError?
      didFinishDeferredUpdates,
      # @with authorization
      didChangeAuthorization,
      # @with accuracy
      didChangeAccuracyAuthorization,
      # @with permission permissionStatus
      didDecideAuthorization,
      # @with monitor identifier conditionState atMicroseconds obstacle?
      didChangeCondition,
      # @with location? isStationary obstacle?
      didUpdateLive,
      # @with beacon beacons
      didRangeBeacons,
      # @with beacon locationError
      didFailRangingBeacons,
      # @with notification
      didReceiveLocalNotification,
      # @with notification
      willPresent,
      # @with response
      didReceiveResponse,
      # @with reason
      interruptionBegan,
      # @with shouldResume
      interruptionEnded,
      # @with accessory
      accessoryDidConnect,
      # @with accessory
      accessoryDidDisconnect,
      # @with accessory
      accessoryData,
      # @with identifier peripherals services
      willRestoreState,
      # @with peripheral
      peripheralDidConnect,
      # @with peripheral
      peripheralDidDisconnect,
      # @with peripheral
      peripheralData,
      # @with peripheral services
      didDiscoverPeripheral,
      # @with centralRequest?
      centralRequest,
      # @with descriptor isHungUp
      socketReadable,
      # @with descriptor
      descriptorLost,
      keepAlive,
      # @with channel
      didRestoreChannel,
      # @with channel
      didLeaveChannel,
      # @with channel payload
      incomingChannelPush,
      # @with channel payload isHighPriority remaining
      channelServiceUpdate,
      # @with channel
      didActivateAudioSession,
      # @with channel
      didDeactivateAudioSession
    )

    # A call of one of the app's callbacks. When the code for it has run, pass `callback` to Returned; an app that is
    # late may be frozen or ended. After a lost connection the same event may be sent again with the same `callback`;
    # answer it again without running the code again.
    #
    # `name` determines which of the other members are present, as EventName lists them. Events of a transfer may also
    # have path, finalURL, mimeType, cause and challenge, and repeat what the transfer was started with: url, label,
    # file. A newer system may send names that you do not know: return from those events.
    #
    # errorCode: as in NSURLErrorDomain, or 1 httpStatus, 2 digestMismatch, 3 diskFull; absent on success.
    # cancellationReason: 0 the user ended the app, 1 background updates are off, 2 insufficient resources.
    # locationError: as in kCLErrorDomain. path: the file of a download, which is kept until the app returns from the
    # event. launchCallback: the `callback` of the launchTask. expired: whether the app is about to be frozen.
    # locations: oldest first. beacons: nearest first; empty if there are none any more.
    # These events are answered by a call: didReceiveChallenge by AnswerChallenge; willBeginDelayedRequest by
    # AnswerDelayedRequest; willPresent by PresentNotification; centralRequest with a `request` by AnswerCentral;
    # didChangeCondition by TakeMonitorEvent; incomingChannelPush, before the app returns from it, by
    # SetActiveParticipant or LeaveChannel.
    # destination: of didFinishLaunching. wakeReason: of didFinishLaunching, the reason for a launch into the
    # background. terminationSave: of didFinishLaunching, if the previous process was sent willTerminateForMemory. A
    # suspended app that asked for that event receives it: it has 300 ms to save its state, and is ended when it
    # returns. hasCompletionHandler: call Complete too, when the work is done. suspendedMicroseconds: of the first event
    # after the app was frozen, how long it was frozen.
    # @union name
    type Event (
      callback: string,
      name: EventName,
      hasCompletionHandler: ?bool,
      destination: ?LaunchDestinationName,
      wakeReason: ?WakeReason,
      terminationSave: ?TerminationSave,
      task: ?string,
      taskName: ?string,
      reason: ?string,
      expired: ?bool,
      payload: ?string,
      identifier: ?string,
      type: ?TaskType,
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
      url: ?string,
      label: ?string,
      file: ?string,
      mustReport: ?bool,
      locations: ?[]Location,
      locationError: ?int,
      region: ?string,
      regionState: ?RegionState,
      visit: ?Visit,
      authorization: ?LocationAuthorizationStatus,
      accuracy: ?LocationAccuracyStatus,
      permission: ?Permission,
      permissionStatus: ?PermissionStatus,
      monitor: ?string,
      conditionState: ?ConditionState,
      atMicroseconds: ?int,
      obstacle: ?Obstacle,
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

    # A central's request to a peripheral that the app publishes. request: identifies the request in AnswerCentral;
    # without it, no central waits for an answer. kind: read, write, subscribe (the first central has subscribed) or
    # unsubscribe (the last one has unsubscribed). service, characteristic: as the app spelled them. value: Base64.
    type CentralRequest (
      request: ?string,
      kind: CentralRequestKind,
      # @bytes 1..256
      service: string,
      # @bytes 1..256
      characteristic: string,
      # @bytes 1..256
      central: ?string,
      # @range 0..65535
      offset: int,
      value: string
    )

    # An authentication challenge from a server or a proxy. previousFailureCount: how many answers it has already
    # refused.
    type Challenge (
      host: string,
      scheme: string,
      realm: ?string,
      isProxy: ?bool,
      previousFailureCount: ?int
    )

    # The progress of a transfer: a hint, sent at most twice a second, which the app does not return from.
    # resumedAtByte: the byte from which the transfer continued, in the first such event.
    type Progress (
      session: string,
      transfer: string,
      bytes: int,
      totalBytes: ?int,
      bytesPerSecond: ?int,
      resumedAtByte: ?int
    )

    type Header (name: string, value: string)

    # A requested transfer. With `file` (an absolute path, in the app's container if it has one) it is an upload of that
    # file, otherwise a download, for which the system chooses the location. url: http or https, at most 8 KiB, without
    # a user. headers: at most 64, 32 KiB in total. sha256: the hash that the file must have, in lower case. resumption:
    # of an upload: automatic, none or tus. label: at most 1 KiB. expectedBytes: the most that will be transferred over
    # the network. allows…: if false, the transfer waits for another network. resumes: the cancelled or failed transfer
    # whose partial data this one continues. isSuspended: the transfer has a number at once, but begins only with
    # ResumeTransfer.
    type NewTransfer (
      url: string,
      method: ?string,
      headers: ?[]Header,
      file: ?string,
      sha256: ?string,
      bytesPerSecondMax: ?int,
      resumption: ?UploadResumption,
      label: ?string,
      isDiscretionary: ?bool,
      earliestBeginMicroseconds: ?int,
      expectedBytes: ?int,
      allowsCellular: ?bool,
      allowsExpensive: ?bool,
      allowsConstrained: ?bool,
      resumes: ?string,
      isSuspended: ?bool
    )

    # The request that replaces a transfer that was about to begin.
    type NewRequest (
      url: string,
      method: ?string,
      headers: ?[]Header,
      file: ?string,
      sha256: ?string,
      bytesPerSecondMax: ?int,
      resumption: ?UploadResumption,
      label: ?string
    )

    # The free memory at the time of a decision. availableBytes: could be allocated without waiting; negative if more
    # was requested than was available. totalBytes: all memory. swapFreeBytes, swapTotalBytes: both 0 if there is no
    # swap, absent if that is not known.
    type FreeMemory (
      availableBytes: int,
      totalBytes: int,
      swapFreeBytes: ?int,
      swapTotalBytes: ?int
    )

    # How much of a day's allowance was used: in bytes for dataAllowance, in millijoules for energyAllowance.
    type AllowanceUse (
      used: int,
      allowed: int
    )

    # A condition that blocks a transfer, since when, and until when.
    type Condition (
      reason: string,
      holds: bool,
      sinceMicroseconds: ?int,
      untilMicroseconds: ?int,
      subject: ?string,
      memory: ?FreeMemory,
      allowance: ?AllowanceUse
    )

    # An accepted transfer. state: queued, running, waiting, suspended, completed, failed or cancelled.
    type Transfer (
      transfer: string,
      app: ?string,
      session: string,
      direction: TransferDirection,
      state: TransferState,
      isDiscretionary: bool,
      submittedMicroseconds: int,
      deadlineMicroseconds: int,
      attempts: int,
      bytes: int,
      expectedBytes: ?int,
      lastErrorCode: ?int,
      lastErrorName: ?string,
      blockers: []Condition,
      url: ?string,
      label: ?string,
      file: ?string,
      progress: ?(bytes: int, totalBytes: ?int, bytesPerSecond: int)
    )

    # A request to the task scheduler that has not run yet. The members up to gpu repeat the request.
    # submittedMicroseconds: when it was submitted; beginMicroseconds: the time before which it does not begin; both on
    # the device's own time line.
    type PendingTask (
      identifier: string,
      type: TaskType,
      earliestBeginMicroseconds: ?int,
      network: ?bool,
      externalPower: ?bool,
      protection: ?FileProtection,
      title: ?string,
      subtitle: ?string,
      strategy: ?TaskStrategy,
      gpu: ?bool,
      submittedMicroseconds: int,
      beginMicroseconds: ?int
    )

    # The reply to a call that was made with `oneway` and a `key` on an attached connection.
    type Answer (key: string, parameters: object, error: ?string)

    # @group Lifecycle
    # @more
    # Starts the stream of events; needs `more`. The first reply has the version and confirms that the app is attached;
    # nowMicroseconds is the current time on the device's time line, to which all times refer; it advances with
    # CLOCK_BOOTTIME. Each later reply has an event, a progress or an answer. Events that the app has not returned from
    # are sent again. While the stream is open, other calls on the same connection must be oneway; those with a `key`
    # are answered in the stream. Calls on other connections are not affected.
    method Attach() -> (version: ?int, nowMicroseconds: ?int, event: ?Event, progress: ?Progress, answer: ?Answer)

    # Reports that the code for an event has run.
    method Returned(callback: string, key: ?string) -> ()

    # Calls the completion handler of an event.
    method Complete(callback: string, result: CompletionResult, key: ?string) -> ()

    # Requests time to finish work after the app leaves the screen. `task` "0": no time is available. A call with a key
    # that the same process has used before returns the same task, so the call may be repeated if its reply was lost.
    method BeginBackgroundTask(
      name: ?string,
      hasExpirationHandler: ?bool,
      key: ?string
    ) -> (task: string)

    # Ends a task; each must be ended exactly once, or the app is killed when its time is used up.
    method EndBackgroundTask(task: string, key: ?string) -> ()

    # Requests an expiringActivity event, which lasts until the app returns from it. It is sent a second time, with
    # `expired` true, when the app is about to be frozen, or only with `expired` true if there is no time.
    method PerformExpiringActivity(reason: string, key: ?string) -> (task: ?string)

    # Returns the background time that the app has left; without `microseconds` it is unlimited.
    method BackgroundTimeRemaining(key: ?string) -> (microseconds: ?int)

    # Returns whether apps run off screen: false under a profile without multitasking, where an app ends when it leaves
    # the screen and BeginBackgroundTask returns the task 0.
    method IsMultitaskingSupported(key: ?string) -> (isSupported: bool)

    # @group Scheduling
    # Reports that the process has a handler for the tasks of an identifier. Each handler is registered once in the life
    # of a process, before the process returns from didFinishLaunching, except handlers of continued tasks; anything
    # else is io.torpor.TaskScheduler.Misuse, which ends an iOS app. type continued: the handler is only for continued
    # tasks, so it may be registered later although the identifier is listed in full. isPermitted: false if
    # BGTaskSchedulerPermittedIdentifiers does not list the identifier, or the process has 1,000 handlers. If the reply
    # was lost, repeat the call with the same key: it is the same registration.
    method RegisterTask(identifier: string, type: ?TaskType, key: ?string) -> (isPermitted: bool)

    # Requests that the task be run once, when it suits the device, by a launchTask event; its completion handler is
    # Complete with success or failure. A request replaces a waiting one with the same identifier, so the call may be
    # repeated if its reply was lost. type: appRefresh; processing and healthResearch (network, externalPower: required
    # resources); continued (title, subtitle, strategy, gpu). earliestBeginMicroseconds: the shortest time between this
    # call and the start of the task. protection, of healthResearch: complete, completeUnlessOpen,
    # completeUntilFirstUserAuthentication or none: the protection of the files that the task must be able to read.
    # strategy: queue (waits for its turn) or fail (runs at once or not at all). Members that are left out have Apple's
    # defaults.
    method SubmitTask(
      identifier: string,
      type: TaskType,
      earliestBeginMicroseconds: ?int,
      network: ?bool,
      externalPower: ?bool,
      protection: ?FileProtection,
      title: ?string,
      subtitle: ?string,
      strategy: ?TaskStrategy,
      gpu: ?bool,
      key: ?string
    ) -> ()

    # Cancels the request of an identifier, or all requests; an unknown identifier is not an error.
    method CancelTaskRequest(identifier: ?string, key: ?string) -> ()

    # Returns the requests that have not run, in the order in which they were submitted.
    method PendingTaskRequests(key: ?string) -> (requests: []PendingTask)

    # Sets whether the task that the launchTask event `callback` started receives a taskExpiration when its time is
    # almost used up; otherwise it ends at that time, unsuccessfully and without a warning.
    method SetExpirationHandler(callback: string, isSet: bool, key: ?string) -> ()

    # Reports the progress of a continued task, 0 to 1000, and the texts that the user sees; a text that is left out is
    # not changed. A continued task that makes no progress expires.
    method ReportProgress(
      callback: string,
      # @range 0..1000
      permille: int,
      title: ?string,
      subtitle: ?string,
      key: ?string
    ) -> ()

    # Sets how often the app requests performFetch events: `interval` never or minimum, or `microseconds`, the shortest
    # time after the last one.
    method SetMinimumBackgroundFetchInterval(
      interval: ?FetchIntervalName,
      microseconds: ?int,
      key: ?string
    ) -> ()

    # @group Transfers
    # Creates a background session, or connects to the existing one of that name, whose events are sent from then on;
    # each launch of the app opens it again, with the same parameters. session: 1 to 255 bytes.
    # resourceTimeoutMicroseconds: how long a transfer may take with all retries (7 days). requestTimeoutMicroseconds:
    # how long a connection may be silent (60 s). connectionsPerHostMax: 1 to 16 (4). asksBeforeDelayedRequests: whether
    # willBeginDelayedRequest events are sent.
    method OpenSession(
      session: string,
      sendsLaunchEvents: ?bool,
      isDiscretionary: ?bool,
      resourceTimeoutMicroseconds: ?int,
      requestTimeoutMicroseconds: ?int,
      connectionsPerHostMax: ?int,
      asksBeforeDelayedRequests: ?bool,
      key: ?string
    ) -> ()

    # Starts 1 to 256 transfers, which continue when the app is frozen, when it ends, and after the device restarts.
    # Their numbers are consecutive, from `first`. A file of an installed app must be in its container
    # ($TORPOR_CONTAINER); otherwise the call is refused with io.torpor.Transfers.FileOutsideContainer. If the reply was
    # lost, repeat the call with the same key: it returns the same numbers.
    method StartTransfers(
      # @bytes 1..255
      session: string,
      # @count 1..256
      transfers: []NewTransfer,
      key: ?string
    ) -> (first: string, count: int)

    # Cancels a transfer. keepsPartial: whether the received data is kept, for a transfer that `resumes` this one.
    method CancelTransfer(transfer: string, keepsPartial: ?bool, key: ?string) -> ()

    method SuspendTransfer(transfer: string, key: ?string) -> ()

    # Resumes a transfer. request: the final request for a transfer that was started with isSuspended and has not begun;
    # it counts as started now. If the transfer has begun meanwhile, it is not changed, and the call is refused with
    # io.torpor.Transfers.NothingAsked.
    method ResumeTransfer(transfer: string, request: ?NewTransfer, key: ?string) -> ()

    # Returns the unfinished transfers of a session, in the order in which they were started, a page at a time: if
    # hasMore is true, call again with the number of the last one as `after`.
    method ListTransfers(
      # @bytes 1..255
      session: string,
      after: ?string,
      key: ?string
    ) -> (transfers: []Transfer, hasMore: bool)

    # Answers a didReceiveChallenge. disposition: useCredential (user, password; kept only in memory),
    # performDefaultHandling (the server's refusal is the result), cancel.
    method AnswerChallenge(
      transfer: string,
      disposition: ChallengeDisposition,
      user: ?string,
      password: ?string,
      key: ?string
    ) -> ()

    # Answers a willBeginDelayedRequest. disposition: continueLoading, useNewRequest (request), cancel.
    method AnswerDelayedRequest(
      transfer: string,
      disposition: DelayedRequestDisposition,
      request: ?NewRequest,
      key: ?string
    ) -> ()

    # Ends a session: when its transfers have finished, or at once with cancelsTransfers. didBecomeInvalid is its last
    # event.
    method InvalidateSession(
      # @bytes 1..255
      session: string,
      cancelsTransfers: ?bool,
      key: ?string
    ) -> ()

    # No such task: it has already ended, or belongs to another process.
    error UnknownTask (task: string, message: string)

    # No such event is in progress.
    error UnknownCallback (callback: string, message: string)

    # The event has no completion handler.
    error NoCompletionHandler (callback: string, message: string)

    # A name or reason is too long.
    error TextTooLong (bytes: int, bytesMax: int, message: string)

    # A circular region. identifier: at most 256 bytes; a second region of that name replaces it.
    type Region (
      # @bytes 1..256
      identifier: string,
      # @range -90..90
      latitude: float,
      # @range -180..180
      longitude: float,
      # @range 0.001..41000000
      radiusMetres: float,
      notifyOnEntry: ?bool,
      notifyOnExit: ?bool
    )

    # The kinds of triggers, each with its members; `?` marks optional members.
    type TriggerType (
      # @with microseconds repeats?
      interval,
      # @with year? month? day? weekday? hour? minute? second? repeats?
      calendar,
      # @with region repeats?
      region
    )

    # When a notification is shown; TriggerType lists the members of each kind. microseconds: from now. calendar: the
    # components that a date must match, in local time wherever the device is; weekday 1 is Sunday.
    # @union type
    type Trigger (
      type: TriggerType,
      repeats: ?bool,
      # @range 0..3162240000000000
      microseconds: ?int,
      year: ?int,
      month: ?int,
      day: ?int,
      weekday: ?int,
      hour: ?int,
      minute: ?int,
      second: ?int,
      region: ?Region
    )

    # A notification; without a trigger it is shown at once. There is only one of each name. hasSound: the default sound
    # is played. soundName: the file of the app that is played instead. level: passive, active, timeSensitive or
    # critical. userInfo: the app's own data, JSON in a string. At most 7 KiB in total; title and subtitle 1 KiB each,
    # body and userInfo 4 KiB each.
    type Notification (
      # @bytes 1..256
      identifier: string,
      title: ?string,
      subtitle: ?string,
      body: ?string,
      hasSound: ?bool,
      soundName: ?string,
      badge: ?int,
      category: ?string,
      level: ?InterruptionLevel,
      userInfo: ?string,
      trigger: ?Trigger
    )

    # An external accessory. protocols: those that it supports; empty if they are not known. device: its device node.
    # isSimulated: whether a call has reported it as connected, rather than the kernel.
    type Accessory (
      # @bytes 1..256
      name: string,
      # @count 16
      # @bytes 1..256
      protocols: []string,
      # @bytes 4096
      device: ?string,
      # @bytes 1..256
      vendor: ?string,
      # @bytes 1..256
      product: ?string,
      # @bytes 1..256
      serialNumber: ?string,
      isSimulated: bool
    )

    # A location of the device, in degrees and metres. atMicroseconds: on the device's own time line.
    type Location (
      # @range -90..90
      latitude: float,
      # @range -180..180
      longitude: float,
      # @range -41000000..41000000
      horizontalAccuracyMetres: float,
      atMicroseconds: int,
      # @range -41000000..41000000
      altitudeMetres: ?float,
      # @range -41000000..41000000
      speedMetresPerSecond: ?float,
      # @range -41000000..41000000
      courseDegrees: ?float
    )

    # A stay at a place; without an arrival it began before visits were monitored, without a departure it has not ended.
    type Visit (
      # @range -90..90
      latitude: float,
      # @range -180..180
      longitude: float,
      # @range 0..41000000
      horizontalAccuracyMetres: float,
      arrivalMicroseconds: ?int,
      departureMicroseconds: ?int
    )

    # The user's response to a notification. action: one of its category, or
    # com.apple.UNNotificationDefaultActionIdentifier, com.apple.UNNotificationDismissActionIdentifier.
    type NotificationResponse (
      # @bytes 1..256
      notification: string,
      # @bytes 1..256
      action: string,
      text: ?string
    )

    # A button of a notification; without opensApp the app runs off screen for a few seconds.
    type NotificationAction (
      # @bytes 1..256
      identifier: string,
      # @bytes 0..1024
      title: string,
      opensApp: ?bool,
      needsAuthentication: ?bool,
      isDestructive: ?bool,
      takesText: ?bool
    )

    type NotificationCategory (
      # @bytes 1..256
      identifier: string,
      # @count 16
      actions: []NotificationAction,
      tellsOfDismissal: ?bool
    )

    # The beacons that are meant: all of a uuid, all of one of its majors, or all of one minor of that.
    type BeaconIdentity (uuid: string, major: ?int, minor: ?int)

    # Beacons whose entry and exit are reported, as with circular regions; all regions of an app have different names.
    # notifyEntryStateOnDisplay: also reported by didDetermineState whenever the user turns the screen on.
    type BeaconRegion (
      # @bytes 1..256
      identifier: string,
      beacon: BeaconIdentity,
      notifyOnEntry: ?bool,
      notifyOnExit: ?bool,
      notifyEntryStateOnDisplay: ?bool
    )

    # A beacon in range. proximity: unknown, immediate, near or far. signalStrength: in dBm.
    type Beacon (
      uuid: string,
      major: int,
      minor: int,
      proximity: BeaconProximity,
      # @range 0..41000000
      accuracyMetres: ?float,
      # @range -1000..1000
      signalStrength: int
    )

    # What a monitor watches: a circular region, or a beacon. radiusMetres: above 0.
    type MonitorCondition (
      latitude: ?float,
      longitude: ?float,
      radiusMetres: ?float,
      beacon: ?BeaconIdentity
    )

    # A condition, and the last of its events that the app has taken. conditionState: unknown, satisfied, unsatisfied or
    # unmonitored.
    type MonitorRecord (
      identifier: string,
      condition: MonitorCondition,
      conditionState: ConditionState,
      atMicroseconds: int,
      obstacle: ?Obstacle
    )

    # A characteristic that an app publishes.
    type PublishedCharacteristic (
      # @bytes 1..256
      characteristic: string,
      # @count 1..5
      uses: []CharacteristicUse
    )

    # A service that an app publishes.
    type PublishedService (
      # @bytes 1..256
      service: string,
      # @count 32
      characteristics: []PublishedCharacteristic
    )

    # A peripheral that an app has asked to connect to. characteristics: those whose changes the app is notified of.
    type PeripheralConnection (
      peripheral: string,
      isConnected: bool,
      characteristics: []string
    )

    # @group Push
    # Returns the token under which senders reach the app; call this at every launch, as the token may change. kind:
    # remote (alerts and content-available) or voIP.
    method RegisterForPush(kind: PushTokenKind, key: ?string) -> (token: string)

    method UnregisterForPush(kind: PushTokenKind, key: ?string) -> ()

    # Subscribes the app to a broadcast channel of its own: from then on it receives the pushes that are sent to the
    # channel, alerts and content-available, like those to its token. Also registers the app for such pushes. The
    # subscription outlasts the app's process, the daemon and the connection to the gateway; UnregisterForPush(remote)
    # ends all subscriptions. A second one to the same channel changes nothing. channel: the name in the sender's
    # apns-channel-id, 16 bytes in Base64.
    method SubscribeToBroadcasts(
      # @bytes 1..64
      channel: string,
      key: ?string
    ) -> ()

    # Ends the subscription; does nothing if there is none.
    method UnsubscribeFromBroadcasts(
      # @bytes 1..64
      channel: string,
      key: ?string
    ) -> ()

    # The subscription was not changed: there is no link to a gateway, or the gateway has no such channel of the app.
    error BroadcastsFailed (channel: string, cause: string, message: string)

    # Reports that the app shows the user the call that a didReceiveIncomingPush with mustReport announced. Report it
    # before you return from the event, or the app is ended.
    method ReportCall(key: ?string) -> ()

    # Reports that no call is in progress any more.
    method EndCall(key: ?string) -> ()

    # @group Location
    # Starts location updates. desiredAccuracyMetres: 0 is the best available. allowsBackgroundUpdates: updates that
    # were started on screen continue off screen; needs the mode location. pausesAutomatically: true by default.
    # activity: other, automotiveNavigation, fitness, otherNavigation or airborne.
    method StartUpdatingLocation(
      # @range 0..41000000
      desiredAccuracyMetres: ?float,
      # @range 0..41000000
      distanceFilterMetres: ?float,
      allowsBackgroundUpdates: ?bool,
      pausesAutomatically: ?bool,
      activity: ?LocationActivity,
      key: ?string
    ) -> ()

    method StopUpdatingLocation(key: ?string) -> ()

    # Requests a single fix.
    method RequestLocation(
      # @range 0..41000000
      accuracyMetres: ?float,
      key: ?string
    ) -> ()

    # Starts monitoring significant changes of location. What is monitored also launches the app, even after a restart
    # of the device.
    method StartMonitoringSignificantChanges(key: ?string) -> ()

    method StopMonitoringSignificantChanges(key: ?string) -> ()

    method StartMonitoringVisits(key: ?string) -> ()

    method StopMonitoringVisits(key: ?string) -> ()

    # Starts monitoring a region. An app has at most 20; one more, or one that is too large, is reported by
    # monitoringDidFail.
    method StartMonitoringRegion(region: Region, key: ?string) -> ()

    method StopMonitoringRegion(
      # @bytes 1..256
      region: string,
      key: ?string
    ) -> ()

    method MonitoredRegions(key: ?string) -> (regions: []Region)

    # Requests the state of a region, which a didDetermineState event reports.
    method RequestRegionState(
      # @bytes 1..256
      region: string,
      key: ?string
    ) -> ()

    # Collects fixes until the device has moved that far, or for that long; answered by exactly one
    # didFinishDeferredUpdates.
    method DeferLocationUpdates(
      # @range 0..41000000
      untilTravelledMetres: ?float,
      # @range 0..3162240000000000
      timeoutMicroseconds: ?int,
      key: ?string
    ) -> ()

    method EndDeferral(key: ?string) -> ()

    # Returns when the app may use the location of the device. authorization: never, whenInUse, always or notDetermined.
    method LocationAuthorization(key: ?string) -> (authorization: LocationAuthorizationStatus)

    # Returns the accuracy with which the app may locate the device. accuracy: full, or reduced: within about 5 km,
    # every quarter of an hour; regions are not monitored.
    method LocationAccuracy(key: ?string) -> (accuracy: LocationAccuracyStatus)

    # Asks the user for full accuracy while the app is in use. purpose: what it is needed for, at most 1 KiB. Answered
    # by didChangeAccuracyAuthorization, or by didFailWithError with 18 (promptDeclined).
    method RequestFullAccuracy(
      # @bytes 0..1024
      purpose: ?string,
      key: ?string
    ) -> ()

    # @group Monitors
    # Opens the monitor of that name; a process has only one of each name. Its conditions remain when the process ends,
    # and their later events are sent to the process that opens it next.
    method OpenMonitor(
      # @bytes 1..256
      monitor: string,
      key: ?string
    ) -> ()

    method CloseMonitor(
      # @bytes 1..256
      monitor: string,
      key: ?string
    ) -> ()

    # Adds a condition, replacing one of that name. assuming: unknown (the first result is then an event), satisfied or
    # unsatisfied. An app has at most 20 conditions and regions together; one more is reported as unmonitored with
    # conditionLimitExceeded, and is not kept.
    method AddCondition(
      # @bytes 1..256
      monitor: string,
      # @bytes 1..256
      identifier: string,
      condition: MonitorCondition,
      assuming: ?ConditionState,
      key: ?string
    ) -> ()

    method RemoveCondition(
      # @bytes 1..256
      monitor: string,
      # @bytes 1..256
      identifier: string,
      key: ?string
    ) -> ()

    method MonitorRecords(
      # @bytes 1..256
      monitor: string,
      key: ?string
    ) -> (records: []MonitorRecord)

    # Reports that the app has received the didChangeCondition of that time, which is the record's event from then on.
    # An event that is not taken is sent again to the next process.
    method TakeMonitorEvent(
      # @bytes 1..256
      monitor: string,
      # @bytes 1..256
      identifier: string,
      atMicroseconds: int,
      key: ?string
    ) -> ()

    # Starts live updates: didUpdateLive events, the first at once. configuration: default, automotiveNavigation,
    # otherNavigation, fitness or airborne. When the device is stationary, one event has isStationary, and the app may
    # be suspended; it is woken, or launched, when the device moves again.
    method StartLiveUpdates(configuration: ?LiveConfiguration, key: ?string) -> ()

    method StopLiveUpdates(key: ?string) -> ()

    # Lets live updates continue off screen; needs the mode location. It is begun on screen; a process that is launched
    # while it is active must begin it again within 10 s.
    method BeginBackgroundActivity(key: ?string) -> ()

    method EndBackgroundActivity(key: ?string) -> ()

    # Lets an app with the authorization `always` receive live updates, and events of its monitors, off screen. It is
    # begun, and begun again by a later process, like a background activity.
    method HoldServiceSession(key: ?string) -> ()

    method EndServiceSession(key: ?string) -> ()

    # Starts monitoring beacons, until StopMonitoringRegion; they count towards the app's 20 regions.
    method StartMonitoringBeacons(region: BeaconRegion, key: ?string) -> ()

    method MonitoredBeaconRegions(key: ?string) -> (regions: []BeaconRegion)

    # Starts ranging: didRangeBeacons events while the app runs. Ranging does not keep it running.
    method StartRangingBeacons(beacon: BeaconIdentity, key: ?string) -> ()

    method StopRangingBeacons(beacon: BeaconIdentity, key: ?string) -> ()

    # @group Notifications
    # Schedules a notification, replacing one of that name. dropped: the identifiers of the notifications that were
    # removed because the profile keeps only the soonest; the new one may be among them.
    method AddNotification(notification: Notification, key: ?string) -> (dropped: ?[]string)

    # Removes pending notifications: those with the identifiers, at most 256, or without identifiers all of them.
    method RemovePendingNotifications(
      # @count 256
      # @bytes 1..256
      identifiers: ?[]string,
      key: ?string
    ) -> ()

    method RemoveDeliveredNotifications(
      # @count 256
      # @bytes 1..256
      identifiers: ?[]string,
      key: ?string
    ) -> ()

    method PendingNotifications(key: ?string) -> (notifications: []Notification)

    method DeliveredNotifications(key: ?string) -> (notifications: []Notification)

    # Sets all categories of the app: at most 64, with at most 16 actions each.
    method SetNotificationCategories(
      # @count 64
      categories: []NotificationCategory,
      key: ?string
    ) -> ()

    # Sets the number on the app's icon; 0 removes it.
    method SetBadge(
      # @range 0..1000000
      count: int,
      key: ?string
    ) -> ()

    # Answers a willPresent. options: badge, sound, list, banner; if it is empty, nothing is shown.
    method PresentNotification(
      callback: string,
      # @count 4
      options: []PresentationOption,
      key: ?string
    ) -> ()

    # Returns whether the user lets the app show notifications.
    method NotificationSettings(key: ?string) -> (isAllowed: bool)

    # Returns what the user has decided about a use, without asking. isAsked: whether the user is being asked.
    method AuthorizationStatus(use: Permission, key: ?string) -> (status: PermissionStatus, isAsked: bool)

    # Asks the user about a use that they have not decided about, while the app is in the foreground. wantsAlways:
    # location at all times. isProvisional: notifications are delivered quietly from now on, and the user is not asked.
    # If isAsked is true, the answer arrives as didDecideAuthorization, for location as didChangeAuthorization.
    method RequestAuthorization(
      use: Permission,
      wantsAlways: ?bool,
      isProvisional: ?bool,
      key: ?string
    ) -> (status: PermissionStatus, isAsked: bool)

    # @group Accessories
    # Activates the app's audio session. category: ambient, soloAmbient, playback, record, playAndRecord or multiRoute.
    method ActivateAudioSession(category: AudioCategory, mixesWithOthers: ?bool, key: ?string) -> ()

    method DeactivateAudioSession(notifiesOthers: ?bool, key: ?string) -> ()

    # Opens a session with an accessory that is connected, or as soon as it is.
    method OpenAccessory(
      # @bytes 1..256
      accessory: string,
      key: ?string
    ) -> ()

    method CloseAccessory(
      # @bytes 1..256
      accessory: string,
      key: ?string
    ) -> ()

    # Returns the connected accessories that support a protocol of the app (UISupportedExternalAccessoryProtocols). An
    # app without that key gets all; an accessory whose protocols are not known is returned to every app.
    method ConnectedAccessories(key: ?string) -> (accessories: []Accessory)

    # @group Bluetooth
    # Connects to a peripheral as soon as it is in range, without a time-out. With a restoreIdentifier the request
    # outlives the process, and its event launches the app.
    method ConnectPeripheral(
      # @bytes 1..256
      peripheral: string,
      # @bytes 1..256
      restoreIdentifier: ?string,
      key: ?string
    ) -> ()

    method CancelPeripheralConnection(
      # @bytes 1..256
      peripheral: string,
      key: ?string
    ) -> ()

    # Scans for peripherals. services: at most 64; required in the background.
    method ScanForPeripherals(
      # @count 64
      # @bytes 1..256
      services: ?[]string,
      # @bytes 1..256
      restoreIdentifier: ?string,
      key: ?string
    ) -> ()

    method StopScan(key: ?string) -> ()

    # Sets whether the app is notified of changes of a characteristic. characteristic: its number, alone or after that
    # of its service, 180D:2A37, by which a later process recognizes it; the radio uses only the number of the
    # characteristic.
    method SetNotifyValue(
      # @bytes 1..256
      peripheral: string,
      # @bytes 1..256
      characteristic: string,
      isOn: bool,
      key: ?string
    ) -> ()

    method StartAdvertising(
      # @count 64
      # @bytes 1..256
      services: ?[]string,
      # @bytes 1..256
      restoreIdentifier: ?string,
      key: ?string
    ) -> ()

    method StopAdvertising(key: ?string) -> ()

    # Sets all services that centrals find in the app: at most 64 services of 32 characteristics; without any, nothing
    # is published any more. uses: read, write, writeWithoutResponse, notify, indicate. With a restoreIdentifier they
    # outlive the process, and a central's request launches the app.
    method PublishServices(
      # @count 64
      services: ?[]PublishedService,
      # @bytes 1..256
      restoreIdentifier: ?string,
      key: ?string
    ) -> ()

    # Returns a manager's requests that are still active, whichever process of the app made them: those of the
    # restoreIdentifier, or without one those that end with the process. scan: the services; empty for any; absent if
    # the manager does not scan. advertising: likewise. centrals, peripherals: the restoreIdentifiers of all managers of
    # the app that have made a request, as centrals and as peripherals.
    method StandingBluetooth(
      # @bytes 1..256
      restoreIdentifier: ?string,
      key: ?string
    ) -> (
      connections: []PeripheralConnection,
      scan: ?[]string,
      advertising: ?[]string,
      services: []PublishedService,
      centrals: []string,
      peripherals: []string
    )

    # Answers a centralRequest, within 10 s. value: Base64, at most 512 bytes, from the requested byte on; absent for a
    # write that was accepted. errorCode: an error of the attribute protocol, instead of a value.
    method AnswerCentral(
      request: string,
      value: ?string,
      # @range 1..255
      errorCode: ?int,
      key: ?string
    ) -> ()

    # Notifies the subscribed centrals of the new value.
    method UpdateValue(
      # @bytes 1..256
      service: string,
      # @bytes 1..256
      characteristic: string,
      value: ?string,
      key: ?string
    ) -> ()

    # @group Descriptors
    # Watches a duplicate of a descriptor, which is sent with the call (SCM_RIGHTS): while the app is frozen or not
    # running, the system polls it without reading from it; when it becomes readable, the app receives a socketReadable.
    # purpose: voip (needs the mode voip; also launches the app), accessory (with `accessory`; needs
    # external-accessory), other (anything that can be polled; needs no mode; also launches the app). descriptor: its
    # number in the app; no longer used. An app has at most 16. A second one with the same name replaces the first.
    # Unread data wakes the app after 30 s, then after 1 min, …, 1 h.
    method WatchDescriptor(
      # @bytes 1..256
      name: string,
      purpose: DescriptorPurposeName,
      # @bytes 1..256
      accessory: ?string,
      # @range 0..
      descriptor: ?int,
      key: ?string
    ) -> ()

    # Stops watching a descriptor and returns it with the reply (SCM_RIGHTS), even if an earlier process of the app had
    # it watched. The other end of a socket does not notice.
    method UnwatchDescriptor(
      # @bytes 1..256
      name: string,
      key: ?string
    ) -> ()

    # Requests a keepAlive event at that interval, at least 600 s, while the app has the mode voip.
    method SetKeepAlive(
      # @range 0..3162240000000000
      microseconds: int,
      key: ?string
    ) -> ()

    method ClearKeepAlive(key: ?string) -> ()


    # @group PushToTalk
    # Joins a push-to-talk channel; works only on screen, and needs the mode push-to-talk. The device has at most one
    # joined channel. The token is valid for as long as the channel is joined: a later process gets it by joining again.
    method JoinChannel(
      # @bytes 1..256
      channel: string,
      key: ?string
    ) -> (token: string)

    method LeaveChannel(
      # @bytes 1..256
      channel: string,
      key: ?string
    ) -> ()

    # Sets who is speaking; without a participant the channel is silent, and the app is suspended.
    method SetActiveParticipant(
      # @bytes 1..256
      channel: string,
      # @bytes 1..256
      participant: ?string,
      key: ?string
    ) -> ()

    method BeginTransmitting(
      # @bytes 1..256
      channel: string,
      key: ?string
    ) -> ()

    method StopTransmitting(
      # @bytes 1..256
      channel: string,
      key: ?string
    ) -> ()

    """#
}
