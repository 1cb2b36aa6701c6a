internal import TorporAppModel

// The codes for the system's refusals: one for each cause, the same in every version.

extension TorporError.Code {
  // MARK: Any request

  /// A name or a reason is too long.
  public static let textTooLong = Self(rawValue: "textTooLong")
  /// The system could not save the request, because space or permissions were lacking; nothing was done.
  public static let notSaved = Self(rawValue: "notSaved")
  /// `UIBackgroundModes` lacks the mode that the request needs.
  public static let modeNotDeclared = Self(rawValue: "modeNotDeclared")
  /// The user does not let the app use Bluetooth or accessories, or has not decided.
  public static let notAuthorized = Self(rawValue: "notAuthorized")
  /// The background task does not belong to this process, or has ended.
  public static let unknownTask = Self(rawValue: "unknownTask")
  /// The callback does not belong to this process, has returned, or has no completion handler.
  public static let unknownCallback = Self(rawValue: "unknownCallback")

  // MARK: The task scheduler (`BGTaskScheduler.Error.Code`)

  /// Background App Refresh is off, for the app or for the device.
  public static let unavailable = Self(rawValue: "unavailable")
  /// At most one refresh request and ten processing requests can be pending.
  public static let tooManyPendingTaskRequests = Self(rawValue: "tooManyPendingTaskRequests")
  /// The mode, the permitted identifier or the resource is missing.
  public static let notPermitted = Self(rawValue: "notPermitted")
  /// A continued task with the strategy `fail` cannot start now.
  public static let immediateRunIneligible = Self(rawValue: "immediateRunIneligible")

  // MARK: The location service (`CLError.Code`, `CLMonitor`)

  /// The user does not allow the app to use the location.
  public static let locationDenied = Self(rawValue: "locationDenied")
  /// No location could be determined.
  public static let locationUnknown = Self(rawValue: "locationUnknown")
  /// The user does not allow region monitoring.
  public static let regionMonitoringDenied = Self(rawValue: "regionMonitoringDenied")
  /// The region is not monitored, for example because the app already has 20.
  public static let regionMonitoringFailure = Self(rawValue: "regionMonitoringFailure")
  /// Updates cannot be deferred.
  public static let deferredUpdatesFailed = Self(rawValue: "deferredUpdatesFailed")
  /// Beacons cannot be ranged.
  public static let rangingUnavailable = Self(rawValue: "rangingUnavailable")
  /// The user has not allowed full accuracy.
  public static let promptDeclined = Self(rawValue: "promptDeclined")
  /// The process has already opened that monitor.
  public static let monitorIsOpen = Self(rawValue: "monitorIsOpen")
  /// The process has not opened that monitor.
  public static let monitorIsNotOpen = Self(rawValue: "monitorIsNotOpen")
  /// The process has the maximum number of monitors.
  public static let tooManyMonitors = Self(rawValue: "tooManyMonitors")

  // MARK: Notifications (`UNError.Code`)

  /// The user does not allow notifications.
  public static let notificationsNotAllowed = Self(rawValue: "notificationsNotAllowed")
  /// No date matches.
  public static let impossibleDate = Self(rawValue: "impossibleDate")
  /// The notification, or its action, does not belong to the app.
  public static let unknownNotification = Self(rawValue: "unknownNotification")
  /// The interval of a notification is too short.
  public static let intervalTooShort = Self(rawValue: "intervalTooShort")

  // MARK: The audio session (`AVAudioSession.ErrorCode`)

  /// A call is active.
  public static let insufficientPriority = Self(rawValue: "insufficientPriority")
  /// The app is off screen while another app plays.
  public static let cannotInterruptOthers = Self(rawValue: "cannotInterruptOthers")
  /// The user does not allow recording.
  public static let recordingNotPermitted = Self(rawValue: "recordingNotPermitted")
  /// The app is off screen, without the mode, or with a category that does not continue there.
  public static let notPermittedInBackground = Self(rawValue: "notPermittedInBackground")

  // MARK: Push to talk (`PTChannelError`)

  /// This version of the system has no channels.
  public static let channelsUnavailable = Self(rawValue: "channelsUnavailable")
  /// The app has not joined that channel.
  public static let channelNotFound = Self(rawValue: "channelNotFound")
  /// The device has already joined a channel.
  public static let channelLimitReached = Self(rawValue: "channelLimitReached")
  /// A call is active.
  public static let callActive = Self(rawValue: "callActive")
  /// The app is transmitting.
  public static let transmissionInProgress = Self(rawValue: "transmissionInProgress")
  /// The app is not transmitting.
  public static let transmissionNotFound = Self(rawValue: "transmissionNotFound")
  /// The app is not on screen.
  public static let appNotForeground = Self(rawValue: "appNotForeground")
  /// Another participant is speaking.
  public static let transmissionNotAllowed = Self(rawValue: "transmissionNotAllowed")

  // MARK: Bluetooth, accessories, descriptors

  /// The profile of the device does not let apps act as Bluetooth peripherals.
  public static let peripheralsUnsupported = Self(rawValue: "peripheralsUnsupported")
  /// No central waits for that answer.
  public static let unknownCentralRequest = Self(rawValue: "unknownCentralRequest")
  /// The app has no such characteristic.
  public static let unknownCharacteristic = Self(rawValue: "unknownCharacteristic")
  /// The accessory is already connected, is not connected, or exceeds the limit.
  public static let accessoryFailed = Self(rawValue: "accessoryFailed")
  /// At most 16 descriptors can be watched.
  public static let tooManyDescriptors = Self(rawValue: "tooManyDescriptors")
  /// No descriptor of that name is watched.
  public static let unknownDescriptor = Self(rawValue: "unknownDescriptor")
  /// The descriptor cannot be polled.
  public static let notPollable = Self(rawValue: "notPollable")
  /// The interval is shorter than 600 s.
  public static let keepAliveTooShort = Self(rawValue: "keepAliveTooShort")
  /// This version of the system does not watch the sockets of VoIP apps.
  public static let socketsUnavailable = Self(rawValue: "socketsUnavailable")

  // MARK: Transfers

  /// The profile of the device has no background sessions.
  public static let noBackgroundSessions = Self(rawValue: "noBackgroundSessions")
  /// The process has no session of that name.
  public static let unknownSession = Self(rawValue: "unknownSession")
  /// The session is being invalidated.
  public static let sessionIsInvalid = Self(rawValue: "sessionIsInvalid")
  /// Another process of the app has the session.
  public static let sessionInUse = Self(rawValue: "sessionInUse")
  /// The app has the maximum number of sessions.
  public static let tooManySessions = Self(rawValue: "tooManySessions")
  /// The app has no transfer with that number.
  public static let unknownTransfer = Self(rawValue: "unknownTransfer")
  /// The app, or the device, has the maximum number of transfers.
  public static let tooManyTransfers = Self(rawValue: "tooManyTransfers")
  /// The URLs, headers and paths of all of the user's transfers are too long in total.
  public static let tooManyTransferBytes = Self(rawValue: "tooManyTransferBytes")
  /// The transfer has ended.
  public static let transferIsOver = Self(rawValue: "transferIsOver")
  /// The transfer has not ended.
  public static let transferIsNotOver = Self(rawValue: "transferIsNotOver")
  /// The file to upload is outside the app's container.
  public static let fileOutsideContainer = Self(rawValue: "fileOutsideContainer")
  /// The transfer is not waiting for an answer.
  public static let nothingAsked = Self(rawValue: "nothingAsked")
}

extension TorporError.Code {
  /// Makes the code of a refusal; refusals that only commands receive have the general code.
  init(_ refusal: Refusal) {
    switch refusal {
    case .textTooLong: self = .textTooLong
    case .notSaved: self = .notSaved
    case .unknownTask: self = .unknownTask
    case .unknownCallback, .noCompletionHandler: self = .unknownCallback
    case .scheduler(let error, _): self = Self(rawValue: error.name)
    case .transfer(let refusal): self.init(refusal)
    case .service(let refusal): self.init(refusal)
    case .unknownApp, .ambiguousApp, .notRunning, .alreadyInstalled, .isRunning,
      .isExempt, .isAdopted, .cannotOffload, .noContainer, .notSuspended, .noSwap,
      .beforeFirstUnlock,
      .tooManyApps, .settingRestricted, .misuse, .noSuchTask, .unknownJob, .jobNameTaken,
      .tooManyJobs,
      .impossibleWindow, .jobIsFinished, .jobIsNotFinished, .jobIsAwaited:
      self = .refused
    }
  }

  private init(_ refusal: TransferRefusal) {
    self =
      switch refusal {
      case .noSessions: .noBackgroundSessions
      case .unknownSession: .unknownSession
      case .sessionIsInvalid: .sessionIsInvalid
      case .sessionInUse: .sessionInUse
      case .tooManySessions: .tooManySessions
      case .unknownTransfer: .unknownTransfer
      case .tooManyTransfers: .tooManyTransfers
      case .tooManyTransferBytes: .tooManyTransferBytes
      case .transferIsOver: .transferIsOver
      case .transferIsNotOver: .transferIsNotOver
      case .fileOutsideContainer: .fileOutsideContainer
      case .nothingAsked: .nothingAsked
      }
  }

  private init(_ refusal: ServiceRefusal) {
    switch refusal {
    case .modeNotDeclared: self = .modeNotDeclared
    case .notAuthorized: self = .notAuthorized
    case .notification(let refusal): self.init(refusal)
    case .audio(let error): self = Self(rawValue: error.rawValue)
    case .descriptor(let refusal): self.init(refusal)
    case .accessory: self = .accessoryFailed
    case .location(let error): self.init(error)
    case .monitor(.isOpen): self = .monitorIsOpen
    case .monitor(.isNotOpen): self = .monitorIsNotOpen
    case .monitor(.tooMany): self = .tooManyMonitors
    case .peripheral(.unsupported): self = .peripheralsUnsupported
    case .peripheral(.unknownRequest): self = .unknownCentralRequest
    case .peripheral(.unknownCharacteristic): self = .unknownCharacteristic
    case .pushToTalk(let error): self.init(error)
    }
  }

  private init(_ refusal: NotificationRefusal) {
    self =
      switch refusal {
      case .intervalTooShort: .intervalTooShort
      case .impossibleDate: .impossibleDate
      case .notAllowed: .notificationsNotAllowed
      case .notAsked, .unknownAction, .notDelivered: .unknownNotification
      }
  }

  private init(_ refusal: DescriptorRefusal) {
    self =
      switch refusal {
      case .modeNotDeclared: .modeNotDeclared
      case .tooMany: .tooManyDescriptors
      case .unknown: .unknownDescriptor
      case .keepAliveTooShort: .keepAliveTooShort
      case .noSockets: .socketsUnavailable
      case .notPollable: .notPollable
      }
  }

  private init(_ error: LocationError) {
    self =
      switch error {
      case .locationUnknown: .locationUnknown
      case .denied: .locationDenied
      case .regionMonitoringDenied: .regionMonitoringDenied
      case .regionMonitoringFailure: .regionMonitoringFailure
      case .deferredFailed, .deferredNotUpdatingLocation, .deferredAccuracyTooLow,
        .deferredDistanceFiltered, .deferredCanceled:
        .deferredUpdatesFailed
      case .rangingUnavailable, .rangingFailure: .rangingUnavailable
      case .promptDeclined: .promptDeclined
      }
  }

  private init(_ error: PushToTalkError) {
    self =
      switch error {
      case .unknown: .channelsUnavailable
      case .channelNotFound: .channelNotFound
      case .channelLimitReached: .channelLimitReached
      case .callActive: .callActive
      case .transmissionInProgress: .transmissionInProgress
      case .transmissionNotFound: .transmissionNotFound
      case .appNotForeground: .appNotForeground
      case .transmissionNotAllowed: .transmissionNotAllowed
      }
  }
}

/// An error code of Apple's, with its domain.
public struct AppleErrorCode: Hashable, Sendable {
  /// The domain, as in `NSError`.
  public let domain: String
  /// The code in the domain.
  public let code: Int
}

extension AppleErrorCode {
  /// Makes Apple's code for a refusal; `nil` if Apple has none.
  init?(_ refusal: Refusal) {
    switch refusal {
    case .scheduler(let error, _):
      self.init(domain: "BGTaskSchedulerErrorDomain", code: error.rawValue)
    case .service(.location(let error)): self.init(domain: "kCLErrorDomain", code: error.rawValue)
    case .service(.notification(.notAllowed)): self.init(domain: "UNErrorDomain", code: 1)
    case .service(.pushToTalk(let error)):
      self.init(domain: "PTChannelErrorDomain", code: error.rawValue)
    default: return nil
    }
  }
}
