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
    # What an app and the system say to each other (version 1).
    #
    # An app attaches, receives its events, and says when it is done with each one. It can
    # ask only for itself: the system knows from the kernel which app a connection belongs to.
    # Numbers of 64 bits are decimal digits in strings; lengths of time are microseconds.
    # @permission app
    interface io.torpor.App

    # What a completion handler is called with.
    type CompletionResult (newData, noData, failed, success, failure)

    # Where an app is launched into.
    type LaunchDestinationName (foreground, background)

    # The reason for which the system starts an app or lets it run. `@phrase` is the text after "for" in a
    # sentence, `@label` its few words in a table, `@push` marks a push.
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

    # What came of the time that a suspended app had to save, before it was ended for its memory.
    type TerminationSave (finished, unfinished)

    # What a request to the task scheduler asks for.
    type TaskType (appRefresh, processing, healthResearch, continued)

    # Which of its files a task of health research must be able to read.
    type FileProtection (complete, completeUnlessOpen, completeUntilFirstUserAuthentication, none)

    # What a continued task does without a free slot: it waits for its turn, or is refused.
    type TaskStrategy (fail, queue)

    # How often background fetches are wanted.
    type FetchIntervalName (never, minimum)

    # The direction of a transfer.
    type TransferDirection (download, upload)

    # The state of a transfer.
    type TransferState (queued, running, waiting, suspended, completed, failed, cancelled)

    # How an upload continues after an interruption.
    type UploadResumption (automatic, none, tus)

    # The answer to a challenge. performDefaultHandling: the refusal of the server is the result.
    type ChallengeDisposition (useCredential, performDefaultHandling, cancel)

    # What is to be done with a transfer that was about to begin.
    type DelayedRequestDisposition (continueLoading, useNewRequest, cancel)

    # What a token for pushes is good for: alerts and content-available, or VoIP.
    type PushTokenKind (remote, voIP)

    # What the user does while location updates run.
    type LocationActivity (other, automotiveNavigation, fitness, otherNavigation, airborne)

    # When the user lets an app know where the device is; notDetermined: the user has not decided.
    type LocationAuthorizationStatus (never, whenInUse, always, notDetermined)

    # What an app has only where the user allows it.
    type Permission (location, microphone, notifications, bluetooth, accessories)

    # What the user has decided about a permission.
    type PermissionStatus (
      notDetermined, denied, authorized, authorizedWhenInUse, authorizedAlways, provisional
    )

    # How exactly the user lets an app know where the device is.
    type LocationAccuracyStatus (full, reduced)

    # What a monitor knows of a condition.
    type ConditionState (unknown, satisfied, unsatisfied, unmonitored)

    # Why there is no location, or no state of a condition.
    type Obstacle (
      accuracyLimited,
      authorizationDenied,
      insufficientlyInUse,
      serviceSessionRequired,
      conditionLimitExceeded,
      conditionUnsupported
    )

    # What live updates are for.
    type LiveConfiguration (default, automotiveNavigation, otherNavigation, fitness, airborne)

    # Where the device is, relative to a region.
    type RegionState (unknown, inside, outside)

    # How near a beacon is.
    type BeaconProximity (unknown, immediate, near, far)

    # How a notification is presented while the app is on screen.
    type PresentationOption (badge, sound, list, banner)

    # How much a notification may disturb the user.
    type InterruptionLevel (passive, active, timeSensitive, critical)

    # What an app does with sound.
    type AudioCategory (ambient, soloAmbient, playback, record, playAndRecord, multiRoute)

    # Why the sound of an app was interrupted.
    type InterruptionReason (default, appWasSuspended)

    # What a descriptor is for.
    type DescriptorPurposeName (voip, accessory, other)

    # What centrals may do with a characteristic.
    type CharacteristicUse (read, write, writeWithoutResponse, notify, indicate)

    # What a central asks.
    type CentralRequestKind (read, write, subscribe, unsubscribe)

    # The events of an app, each with its members; `?` marks those that may be missing.
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

    # A call of one of the app's callbacks. Hand `callback` back with Returned when the code for it
    # has run; the app may be frozen or ended for being late otherwise. After a lost connection the
    # same event may be sent again with the same `callback`; answer it again without running it again.
    #
    # `name` says which of the other members are there, as EventName has them; those of a transfer may have
    # path, finalURL, mimeType, cause and challenge besides, and say what it was started as: url, label, file.
    # A newer system may send names that you do not know: return from those.
    #
    # errorCode: as in NSURLErrorDomain, or 1 httpStatus, 2 digestMismatch, 3 diskFull; without one it went
    # well. cancellationReason: 0 the user ended the app, 1 background updates are off, 2 too few resources.
    # locationError: as in kCLErrorDomain. path: the file of a download, which is kept until the event is
    # returned from. launchCallback: the `callback` of the launchTask. expired: whether the app is about to
    # be frozen. locations: oldest first. beacons: the nearest first, or none any more.
    # An event is answered by: didReceiveChallenge AnswerChallenge; willBeginDelayedRequest
    # AnswerDelayedRequest; willPresent PresentNotification; centralRequest with a `request` AnswerCentral;
    # didChangeCondition TakeMonitorEvent; incomingChannelPush, before it is returned from,
    # SetActiveParticipant or LeaveChannel.
    # destination: of didFinishLaunching; wakeReason: what a launch into the background is for.
    # terminationSave: of didFinishLaunching, where the last process was told willTerminateForMemory. That event
    # comes to a suspended app that asked for it: it has 300 ms to save its state and is ended when it returns.
    # hasCompletionHandler: call Complete too, once the work is done. suspendedMicroseconds: of the first
    # event after the app was frozen, how long it was.
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

    # What a central asks of the app's own peripheral. request: what AnswerCentral names; without it
    # no central waits for an answer. kind: read, write, subscribe (the first central has) or unsubscribe
    # (the last one has). service, characteristic: as the app spelled them. value: Base64.
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

    # What a server, or a proxy, asks of its client before it answers. previousFailureCount: how many
    # answers it has refused already.
    type Challenge (
      host: string,
      scheme: string,
      realm: ?string,
      isProxy: ?bool,
      previousFailureCount: ?int
    )

    # How far a transfer is: a hint at most twice a second, which nothing is to be returned from.
    # resumedAtByte: the byte from which it continued, in the first such event.
    type Progress (
      session: string,
      transfer: string,
      bytes: int,
      totalBytes: ?int,
      bytesPerSecond: ?int,
      resumedAtByte: ?int
    )

    type Header (name: string, value: string)

    # A transfer that is asked for. With `file` (absolute, in the app's container if it has one) it is an
    # upload of it, else a download, for which the system has a place. url: http or https, at most 8 KiB, without a user. headers: at most
    # 64, 32 KiB together. sha256: what the file must have, in lower case. resumption, of an upload:
    # automatic, none or tus. label: at most 1 KiB. expectedBytes: the most that will go over the
    # network. allows…: it waits for another network otherwise. resumes: the cancelled or failed
    # transfer whose part it continues. isSuspended: it has its number, and begins with ResumeTransfer.
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

    # What takes the place of a transfer that was about to begin.
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

    # How much memory was free: bytes that could be given out without a wait (negative where more was
    # asked for than there was), of all; and of swap, both 0 where there is none, absent where it is not
    # known.
    type FreeMemory (
      availableBytes: int,
      totalBytes: int,
      swapFreeBytes: ?int,
      swapTotalBytes: ?int
    )

    # How much of a day's allowance was used: in bytes of dataAllowance, in millijoules of energyAllowance.
    type AllowanceUse (
      used: int,
      allowed: int
    )

    # A condition that blocks a transfer: which one, since when, until when.
    type Condition (
      reason: string,
      holds: bool,
      sinceMicroseconds: ?int,
      untilMicroseconds: ?int,
      subject: ?string,
      memory: ?FreeMemory,
      allowance: ?AllowanceUse
    )

    # A transfer that was accepted. state: queued, running, waiting, suspended, completed, failed or
    # cancelled.
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

    # A request to the task scheduler that has not run. The first part is what was submitted;
    # submittedMicroseconds is when, beginMicroseconds before when it does not begin, both on the
    # device's own time line.
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
    # Starts the stream of events; needs `more`. The first reply has the version and says that the app is
    # attached; nowMicroseconds is the current moment of the device's time line, on which all moments are counted;
    # it runs with CLOCK_BOOTTIME. Each later reply has an event, a progress or an answer. Events
    # that the app has not returned from are sent again. While the stream is open, other calls on the same connection must be oneway;
    # those with a `key` are answered in the stream. Calls on other connections are not concerned.
    method Attach() -> (version: ?int, nowMicroseconds: ?int, event: ?Event, progress: ?Progress, answer: ?Answer)

    # The code for an event has run.
    method Returned(callback: string, key: ?string) -> ()

    # The completion handler of an event is called.
    method Complete(callback: string, result: CompletionResult, key: ?string) -> ()

    # Asks for time to finish something after the app leaves the screen. `task` "0": there is none
    # to be had. A call with a key that was used before by the same process gives the same task, so
    # that a call may be repeated when its reply was lost.
    method BeginBackgroundTask(
      name: ?string,
      hasExpirationHandler: ?bool,
      key: ?string
    ) -> (task: string)

    # Ends a task; each must be ended exactly once, or the app is killed when the time is up.
    method EndBackgroundTask(task: string, key: ?string) -> ()

    # Asks for an expiringActivity event, which lasts until the app returns from it; it is sent a second
    # time, with `expired` true, when the app is about to be frozen, or only with `expired` true if there is no time.
    method PerformExpiringActivity(reason: string, key: ?string) -> (task: ?string)

    # What is left of the app's time in the background; without `microseconds` it is unlimited.
    method BackgroundTimeRemaining(key: ?string) -> (microseconds: ?int)

    # Whether apps run off screen: false under a profile without multitasking, where an app ends when it
    # leaves the screen and BeginBackgroundTask returns the task 0.
    method IsMultitaskingSupported(key: ?string) -> (isSupported: bool)

    # @group Scheduling
    # The process has a handler for the tasks of an identifier. Every handler is registered once in
    # the life of a process, and before it returns from didFinishLaunching, except those of
    # continued tasks; anything else is io.torpor.TaskScheduler.Misuse, which ends an iOS app.
    # type continued: the handler is only for continued tasks, so it may be registered later although
    # the identifier is listed in full. isPermitted false: BGTaskSchedulerPermittedIdentifiers does not
    # list the identifier, or the process has 1,000 handlers. When the reply was lost, repeat the call with the same
    # key: it is the same registration.
    method RegisterTask(identifier: string, type: ?TaskType, key: ?string) -> (isPermitted: bool)

    # Asks for the task to be run once, when it suits the device, by a launchTask event; its
    # completion handler is Complete with success or failure. A request takes the place of one with
    # the same identifier that waits, so that the call may be repeated when its reply was lost.
    # type: appRefresh; processing and healthResearch (network, externalPower: what must be there);
    # continued (title, subtitle, strategy, gpu). earliestBeginMicroseconds: how long after this call
    # it begins at the earliest. protection, of healthResearch: complete, completeUnlessOpen,
    # completeUntilFirstUserAuthentication or none: the files that it must be able to read.
    # strategy: queue (waits for its turn) or fail (runs at once or not at all). What is left out
    # has Apple's default.
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

    # Cancels the request of an identifier, or all; an unknown identifier is not an error.
    method CancelTaskRequest(identifier: ?string, key: ?string) -> ()

    # The requests that have not run, in the order in which they were submitted.
    method PendingTaskRequests(key: ?string) -> (requests: []PendingTask)

    # Whether the task that the launchTask event `callback` started wants a taskExpiration when its
    # time is almost used up; without one it ends then, unsuccessful and without a warning.
    method SetExpirationHandler(callback: string, isSet: bool, key: ?string) -> ()

    # How far a continued task is, 0 to 1000, and what the user sees of it; what is left out stays
    # as it is. A continued task that makes no progress is expired.
    method ReportProgress(
      callback: string,
      # @range 0..1000
      permille: int,
      title: ?string,
      subtitle: ?string,
      key: ?string
    ) -> ()

    # How often the app wants performFetch events: `interval` never or minimum, or `microseconds`
    # after the last one at the earliest.
    method SetMinimumBackgroundFetchInterval(
      interval: ?FetchIntervalName,
      microseconds: ?int,
      key: ?string
    ) -> ()

    # @group Transfers
    # Makes a background session, or connects to the one of that name, whose events are sent from then on:
    # each launch of the app opens it again, with the same parameters. session: 1 to 255 bytes.
    # resourceTimeoutMicroseconds: how long a transfer may take with every retry (7 days);
    # requestTimeoutMicroseconds: how long a connection may be silent (60 s); connectionsPerHostMax: 1
    # to 16 (4). asksBeforeDelayedRequests: willBeginDelayedRequest events are wanted.
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

    # Starts 1 to 256 transfers, which continue when the app is frozen, ends, or the device restarts.
    # Their numbers follow each other from `first`. A file of an installed app must lie in its container
    # ($TORPOR_CONTAINER); another one is io.torpor.Transfers.FileOutsideContainer. When the reply was lost,
    # repeat the call with the same key: it gives the same numbers.
    method StartTransfers(
      # @bytes 1..255
      session: string,
      # @count 1..256
      transfers: []NewTransfer,
      key: ?string
    ) -> (first: string, count: int)

    # keepsPartial: what was received is kept, for a transfer that `resumes` this one.
    method CancelTransfer(transfer: string, keepsPartial: ?bool, key: ?string) -> ()

    method SuspendTransfer(transfer: string, key: ?string) -> ()

    # request: what it has become, of a transfer that was started with isSuspended and has not begun; it counts as
    # started now. One that has begun meanwhile stays as it is, and the call is refused with
    # io.torpor.Transfers.NothingAsked.
    method ResumeTransfer(transfer: string, request: ?NewTransfer, key: ?string) -> ()

    # The transfers of a session that are not over, in the order in which they were started, a page at
    # a time: where hasMore is true, call again with the last one's number as `after`.
    method ListTransfers(
      # @bytes 1..255
      session: string,
      after: ?string,
      key: ?string
    ) -> (transfers: []Transfer, hasMore: bool)

    # Answers a didReceiveChallenge. disposition: useCredential (user, password; kept only in memory),
    # performDefaultHandling (the refusal of the server is the result), cancel.
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

    # Ends a session: when its transfers are done, or with cancelsTransfers at once. didBecomeInvalid is
    # its last event.
    method InvalidateSession(
      # @bytes 1..255
      session: string,
      cancelsTransfers: ?bool,
      key: ?string
    ) -> ()

    # No such task: it was ended before, or belongs to another process.
    error UnknownTask (task: string, message: string)

    # No such event is under way.
    error UnknownCallback (callback: string, message: string)

    # The event has no completion handler.
    error NoCompletionHandler (callback: string, message: string)

    # A name or reason is too long.
    error TextTooLong (bytes: int, bytesMax: int, message: string)

    # A circle on the map. identifier: at most 256 bytes; a second region of that name replaces it.
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

    # When a notification is shown, each with the members of its trigger; `?` marks those that may be missing.
    type TriggerType (
      # @with microseconds repeats?
      interval,
      # @with year? month? day? weekday? hour? minute? second? repeats?
      calendar,
      # @with region repeats?
      region
    )

    # When a notification is shown; TriggerType has the members of each. microseconds: from now. calendar: the parts
    # that a date must have, in local time wherever the device is; weekday 1 is Sunday.
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

    # A notification; without a trigger it is shown at once. Of one name there is one. hasSound: the
    # default sound is heard; soundName: that file of the app instead. level: passive, active,
    # timeSensitive or critical. userInfo: the app's own words, JSON in a string. At most 7 KiB in all;
    # title and subtitle 1 KiB each, body and userInfo 4 KiB each.
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

    # An external accessory. protocols: what it speaks; none: nothing says so. device: its node.
    # isSimulated: whether a call said that it is there, and not the kernel.
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

    # Where the device was, in degrees and metres; atMicroseconds on the device's own time line.
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

    # A stay; without an arrival it began before visits were monitored, without a departure it continues.
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

    # What the user did with a notification. action: that of its category, or
    # com.apple.UNNotificationDefaultActionIdentifier, com.apple.UNNotificationDismissActionIdentifier.
    type NotificationResponse (
      # @bytes 1..256
      notification: string,
      # @bytes 1..256
      action: string,
      text: ?string
    )

    # A button of a notification; without opensApp the app is run off screen for a few seconds.
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

    # Which beacons are meant: all of a uuid, of a major of it, or of a minor of that.
    type BeaconIdentity (uuid: string, major: ?int, minor: ?int)

    # Beacons whose entry and exit is reported, as with circles; all regions of an app have different names.
    # notifyEntryStateOnDisplay: also reported by didDetermineState whenever the user turns the screen on.
    type BeaconRegion (
      # @bytes 1..256
      identifier: string,
      beacon: BeaconIdentity,
      notifyOnEntry: ?bool,
      notifyOnExit: ?bool,
      notifyEntryStateOnDisplay: ?bool
    )

    # A beacon that is heard. proximity: unknown, immediate, near or far; signalStrength in dBm.
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

    # What a monitor watches for: a circle, or a beacon; radiusMetres above 0.
    type MonitorCondition (
      latitude: ?float,
      longitude: ?float,
      radiusMetres: ?float,
      beacon: ?BeaconIdentity
    )

    # A condition, and the last of its events that was taken. conditionState: unknown, satisfied,
    # unsatisfied or unmonitored.
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

    # A peripheral that an app has asked to connect to. characteristics: those whose changes it is told.
    type PeripheralConnection (
      peripheral: string,
      isConnected: bool,
      characteristics: []string
    )

    # @group Push
    # The token under which senders reach the app; ask at every launch, it may change.
    # kind: remote (alerts and content-available) or voIP.
    method RegisterForPush(kind: PushTokenKind, key: ?string) -> (token: string)

    method UnregisterForPush(kind: PushTokenKind, key: ?string) -> ()

    # From now on the app gets the pushes that are sent to a broadcast channel of its own: alerts and content-available, as
    # with those to its token; registers the app for them, too. The subscription outlasts the app's process, the daemon and
    # the connection to the gateway; UnregisterForPush(remote) ends all. A second one to the same channel changes nothing.
    # channel: the name that the sender's apns-channel-id has, 16 bytes in Base64.
    method SubscribeToBroadcasts(
      # @bytes 1..64
      channel: string,
      key: ?string
    ) -> ()

    # Ends the subscription; nothing where there is none.
    method UnsubscribeFromBroadcasts(
      # @bytes 1..64
      channel: string,
      key: ?string
    ) -> ()

    # The subscription is not changed: there is no link to a gateway, or the gateway has no such channel of the app.
    error BroadcastsFailed (channel: string, cause: string, message: string)

    # The call that a didReceiveIncomingPush with mustReport announced is shown to the user. Report it
    # before you return from the event, or the app is ended.
    method ReportCall(key: ?string) -> ()

    # No call is under way any more.
    method EndCall(key: ?string) -> ()

    # @group Location
    # desiredAccuracyMetres: 0 is as good as can be had. allowsBackgroundUpdates, with the mode
    # location: what is started on screen continues off screen. pausesAutomatically: true unless said
    # otherwise. activity: other, automotiveNavigation, fitness, otherNavigation or airborne.
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

    # One fix, then nothing.
    method RequestLocation(
      # @range 0..41000000
      accuracyMetres: ?float,
      key: ?string
    ) -> ()

    # What is monitored launches the app, too, after a restart of the device as well.
    method StartMonitoringSignificantChanges(key: ?string) -> ()

    method StopMonitoringSignificantChanges(key: ?string) -> ()

    method StartMonitoringVisits(key: ?string) -> ()

    method StopMonitoringVisits(key: ?string) -> ()

    # At most 20 regions; one too many, or one that is too large, is reported by monitoringDidFail.
    method StartMonitoringRegion(region: Region, key: ?string) -> ()

    method StopMonitoringRegion(
      # @bytes 1..256
      region: string,
      key: ?string
    ) -> ()

    method MonitoredRegions(key: ?string) -> (regions: []Region)

    # Answered by a didDetermineState event.
    method RequestRegionState(
      # @bytes 1..256
      region: string,
      key: ?string
    ) -> ()

    # Fixes are collected until the device has moved that far, or for that long; answered by exactly one
    # didFinishDeferredUpdates.
    method DeferLocationUpdates(
      # @range 0..41000000
      untilTravelledMetres: ?float,
      # @range 0..3162240000000000
      timeoutMicroseconds: ?int,
      key: ?string
    ) -> ()

    method EndDeferral(key: ?string) -> ()

    # authorization: never, whenInUse or always.
    method LocationAuthorization(key: ?string) -> (authorization: LocationAuthorizationStatus)

    # accuracy: full, or reduced: within some 5 km, every quarter of an hour; regions are not watched.
    method LocationAccuracy(key: ?string) -> (accuracy: LocationAccuracyStatus)

    # Asks the user for full accuracy while the app is in use. purpose: what for, at most 1 KiB.
    # Answered by didChangeAccuracyAuthorization, or didFailWithError with 18 (promptDeclined).
    method RequestFullAccuracy(
      # @bytes 0..1024
      purpose: ?string,
      key: ?string
    ) -> ()

    # @group Monitors
    # Takes up the monitor of that name, of which a process has one. Its conditions stay when the process
    # ends, and their later events go to the process that opens it next.
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

    # Adds a condition, replacing one of that name. assuming: unknown (then the first finding is an
    # event), satisfied or unsatisfied. Together with its regions an app has 20; one more is reported as
    # unmonitored with conditionLimitExceeded, and not kept.
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

    # The app has awaited the didChangeCondition of that time, which is the record's event from now on.
    # An event that is not taken is sent again to the next process.
    method TakeMonitorEvent(
      # @bytes 1..256
      monitor: string,
      # @bytes 1..256
      identifier: string,
      atMicroseconds: int,
      key: ?string
    ) -> ()

    # Answered by didUpdateLive events, the first at once. configuration: default, automotiveNavigation,
    # otherNavigation, fitness or airborne. When the device is stationary, one has isStationary, and
    # the app may be suspended; it is woken, or launched, when the device moves again.
    method StartLiveUpdates(configuration: ?LiveConfiguration, key: ?string) -> ()

    method StopLiveUpdates(key: ?string) -> ()

    # Lets live updates continue off screen; with the mode location. Begun on screen; who was launched while
    # it stood takes it up again within 10 s.
    method BeginBackgroundActivity(key: ?string) -> ()

    method EndBackgroundActivity(key: ?string) -> ()

    # Lets an app that may always know places have live updates, and events of its monitors, off screen.
    # Begun and taken up again as a background activity.
    method HoldServiceSession(key: ?string) -> ()

    method EndServiceSession(key: ?string) -> ()

    # Ended by StopMonitoringRegion; among the app's 20.
    method StartMonitoringBeacons(region: BeaconRegion, key: ?string) -> ()

    method MonitoredBeaconRegions(key: ?string) -> (regions: []BeaconRegion)

    # Answered by didRangeBeacons events while the app runs; it does not keep it running.
    method StartRangingBeacons(beacon: BeaconIdentity, key: ?string) -> ()

    method StopRangingBeacons(beacon: BeaconIdentity, key: ?string) -> ()

    # @group Notifications
    # Schedules a notification, replacing one of that name. dropped: the identifiers of the notifications that were
    # removed because the profile keeps only the soonest; the new one may be among them.
    method AddNotification(notification: Notification, key: ?string) -> (dropped: ?[]string)

    # Without identifiers, all of them; at most 256 identifiers.
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

    # All categories of the app: at most 64, with at most 16 actions each.
    method SetNotificationCategories(
      # @count 64
      categories: []NotificationCategory,
      key: ?string
    ) -> ()

    # The number on the app's icon; 0 takes it away.
    method SetBadge(
      # @range 0..1000000
      count: int,
      key: ?string
    ) -> ()

    # Answers a willPresent. options: badge, sound, list, banner; none of them: nothing is shown.
    method PresentNotification(
      callback: string,
      # @count 4
      options: []PresentationOption,
      key: ?string
    ) -> ()

    # Whether the user lets the app show notifications.
    method NotificationSettings(key: ?string) -> (isAllowed: bool)

    # What the user has decided about a use, without a question. isAsked: a question stands.
    method AuthorizationStatus(use: Permission, key: ?string) -> (status: PermissionStatus, isAsked: bool)

    # Asks the user about a use that they have not decided about, while the app is in front. wantsAlways: location at
    # all times. isProvisional: notifications are delivered quietly from now on, and the user is not asked. With isAsked the
    # answer comes as didDecideAuthorization, of location as didChangeAuthorization.
    method RequestAuthorization(
      use: Permission,
      wantsAlways: ?bool,
      isProvisional: ?bool,
      key: ?string
    ) -> (status: PermissionStatus, isAsked: bool)

    # @group Accessories
    # category: ambient, soloAmbient, playback, record, playAndRecord or multiRoute.
    method ActivateAudioSession(category: AudioCategory, mixesWithOthers: ?bool, key: ?string) -> ()

    method DeactivateAudioSession(notifiesOthers: ?bool, key: ?string) -> ()

    # A session with an accessory that is connected, or will be.
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

    # Those that speak a protocol which the app supports (UISupportedExternalAccessoryProtocols), or all
    # where either says nothing.
    method ConnectedAccessories(key: ?string) -> (accessories: []Accessory)

    # @group Bluetooth
    # Connects as soon as the peripheral is there, without a time-out. With a restoreIdentifier the
    # request outlives the process, and its event launches the app.
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

    # services: at most 64; in the background they must be named.
    method ScanForPeripherals(
      # @count 64
      # @bytes 1..256
      services: ?[]string,
      # @bytes 1..256
      restoreIdentifier: ?string,
      key: ?string
    ) -> ()

    method StopScan(key: ?string) -> ()

    # characteristic: its number, or that of its service before it, 180D:2A37, by which a later process knows it; the radio
    # looks for the number of the characteristic alone.
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

    # What centrals find in the app, all of it: at most 64 services of 32 characteristics; none: no more.
    # uses: read, write, writeWithoutResponse, notify, indicate. With a restoreIdentifier it outlives the
    # process, and what a central asks launches the app.
    method PublishServices(
      # @count 64
      services: ?[]PublishedService,
      # @bytes 1..256
      restoreIdentifier: ?string,
      key: ?string
    ) -> ()

    # What a manager has asked for and what still stands, whichever process of the app has asked: that of the
    # restoreIdentifier, or without one what ends with the process. scan: the services, none: any; without it the manager
    # does not scan; advertising in the same way. centrals, peripherals: the restoreIdentifiers of all managers of the app
    # that have asked for something, as centrals and as peripherals.
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

    # Answers a centralRequest, within 10 s. value: Base64, at most 512 bytes, from the requested byte on;
    # none for a write that was taken. errorCode: one of the attribute protocol instead.
    method AnswerCentral(
      request: string,
      value: ?string,
      # @range 1..255
      errorCode: ?int,
      key: ?string
    ) -> ()

    # Tells the centrals that have subscribed what the value is now.
    method UpdateValue(
      # @bytes 1..256
      service: string,
      # @bytes 1..256
      characteristic: string,
      value: ?string,
      key: ?string
    ) -> ()

    # @group Descriptors
    # Has a duplicate of a descriptor watched, which is sent with the call (SCM_RIGHTS): while the app is
    # frozen or not running, the system polls it without reading from it; when it becomes readable, the app gets
    # a socketReadable. purpose: voip (needs the mode voip; also launches the app), accessory (with
    # `accessory`; needs external-accessory), other (anything that can be polled; needs no mode, also launches
    # the app). descriptor: its number in the app; no longer used. An app has at most 16. A second one of a
    # name replaces the first. Data that the app leaves unread wakes it after 30 s, then after 1 min, …, 1 h.
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

    # Ends that and returns the descriptor, which is sent with the reply (SCM_RIGHTS), also if an earlier process
    # of the app had it watched. The other end of a socket does not notice.
    method UnwatchDescriptor(
      # @bytes 1..256
      name: string,
      key: ?string
    ) -> ()

    # A keepAlive event so often, 600 s at the least; while the app has the mode voip.
    method SetKeepAlive(
      # @range 0..3162240000000000
      microseconds: int,
      key: ?string
    ) -> ()

    method ClearKeepAlive(key: ?string) -> ()


    # @group PushToTalk
    # Joins a channel of push to talk, on screen, with the mode push-to-talk; the device has one at the
    # most. The token is good for as long as it is joined: a later process gets it by joining again.
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

    # Who speaks; without a participant the channel is silent, and the app is suspended.
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
