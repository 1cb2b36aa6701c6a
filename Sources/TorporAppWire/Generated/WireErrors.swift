// Made from the files in Interfaces by scripts/generate; change those, not this.

import TorporAppModel

extension WireError {
  /// The error's name with its interface in front.
  package var name: String {
    switch self {
    case .refused(.unknownTask(_)): "io.torpor.App.UnknownTask"
    case .refused(.unknownCallback(_)): "io.torpor.App.UnknownCallback"
    case .refused(.noCompletionHandler(_)): "io.torpor.App.NoCompletionHandler"
    case .refused(.textTooLong(bytes: _, bytesMax: _)): "io.torpor.App.TextTooLong"
    case .broadcastsFailed(channel: _, cause: _): "io.torpor.App.BroadcastsFailed"
    case .bridgeReplaced: "io.torpor.Bridge.Replaced"
    case .limitExceeded(_): "io.torpor.Connection.LimitExceeded"
    case .malformedMessage(cause: _): "io.torpor.Connection.MalformedMessage"
    case .callInProgress(method: _): "io.torpor.Connection.CallInProgress"
    case .refused(.notSaved(cause: _)): "io.torpor.Connection.NotSaved"
    case .storageFailed(operation: _, path: _, cause: _, isDiskFull: _):
      "io.torpor.Connection.StorageFailed"
    case .refused(.unknownApp(name: _, similar: _)): "io.torpor.Control.UnknownApp"
    case .refused(.ambiguousApp(name: _, apps: _)): "io.torpor.Control.AmbiguousApp"
    case .unknownLaunch(_): "io.torpor.Control.UnknownLaunch"
    case .refused(.notRunning(_)): "io.torpor.Control.NotRunning"
    case .refused(.alreadyInstalled(_)): "io.torpor.Control.AlreadyInstalled"
    case .refused(.isRunning(_)): "io.torpor.Control.AppIsRunning"
    case .refused(.isExempt(_)): "io.torpor.Control.AppIsExempt"
    case .refused(.isAdopted(_)): "io.torpor.Control.AppIsAdopted"
    case .refused(.cannotOffload(_, cause: _)): "io.torpor.Control.CannotOffload"
    case .refused(.notSuspended(_)): "io.torpor.Control.NotSuspended"
    case .refused(.noSwap(isFull: _)): "io.torpor.Control.NoSwap"
    case .refused(.noContainer(_)): "io.torpor.Control.NoContainer"
    case .refused(.beforeFirstUnlock(_)): "io.torpor.Control.BeforeFirstUnlock"
    case .refused(.tooManyApps(limit: _)): "io.torpor.Control.TooManyApps"
    case .refused(.settingRestricted(settings: _, file: _)): "io.torpor.Control.SettingRestricted"
    case .refused(.unknownJob(name: _, similar: _)): "io.torpor.Control.UnknownJob"
    case .refused(.jobNameTaken(name: _, job: _)): "io.torpor.Control.JobNameTaken"
    case .refused(.tooManyJobs(limit: _)): "io.torpor.Control.TooManyJobs"
    case .refused(.impossibleWindow(_)): "io.torpor.Control.ImpossibleWindow"
    case .refused(.jobIsFinished(_)): "io.torpor.Control.JobIsFinished"
    case .refused(.jobIsNotFinished(_)): "io.torpor.Control.JobIsNotFinished"
    case .refused(.jobIsAwaited(_, by: _)): "io.torpor.Control.JobIsAwaited"
    case .refused(.service(.notAuthorized(_))): "io.torpor.Modes.NotAuthorized"
    case .refused(.service(.modeNotDeclared(_))): "io.torpor.Modes.ModeNotDeclared"
    case .refused(.service(.descriptor(.modeNotDeclared(_)))): "io.torpor.Modes.PurposeNotDeclared"
    case .refused(.service(.notification(.intervalTooShort(_, least: _)))):
      "io.torpor.Modes.IntervalTooShort"
    case .refused(.service(.notification(.impossibleDate))): "io.torpor.Modes.ImpossibleDate"
    case .refused(.service(.notification(.notAllowed))): "io.torpor.Modes.NotificationsNotAllowed"
    case .refused(.service(.notification(.notAsked(_)))): "io.torpor.Modes.NotAsked"
    case .refused(.service(.notification(.unknownAction(_, notification: _, known: _)))):
      "io.torpor.Modes.UnknownAction"
    case .refused(.service(.notification(.notDelivered(_)))): "io.torpor.Modes.NotDelivered"
    case .refused(.service(.audio(_))): "io.torpor.Modes.AudioFailed"
    case .refused(.service(.location(_))): "io.torpor.Modes.LocationFailed"
    case .refused(.service(.pushToTalk(_))): "io.torpor.Modes.ChannelFailed"
    case .refused(.service(.monitor(.isOpen(monitor: _)))): "io.torpor.Modes.MonitorIsOpen"
    case .refused(.service(.monitor(.isNotOpen(monitor: _)))): "io.torpor.Modes.MonitorIsNotOpen"
    case .refused(.service(.monitor(.tooMany(limit: _)))): "io.torpor.Modes.TooManyMonitors"
    case .refused(.service(.descriptor(.tooMany(limit: _)))): "io.torpor.Modes.TooManyDescriptors"
    case .refused(.service(.descriptor(.unknown(name: _)))): "io.torpor.Modes.UnknownDescriptor"
    case .refused(.service(.descriptor(.notPollable(name: _)))): "io.torpor.Modes.NotPollable"
    case .refused(.service(.descriptor(.noSockets))): "io.torpor.Modes.NoSockets"
    case .refused(.service(.peripheral(.unsupported(profile: _)))): "io.torpor.Modes.NoPeripherals"
    case .refused(.service(.peripheral(.unknownRequest(_)))):
      "io.torpor.Modes.UnknownCentralRequest"
    case .refused(.service(.peripheral(.unknownCharacteristic(service: _, characteristic: _)))):
      "io.torpor.Modes.UnknownCharacteristic"
    case .refused(.service(.accessory(.alreadyConnected(name: _)))):
      "io.torpor.Modes.AccessoryConnected"
    case .refused(.service(.accessory(.notSimulated(name: _)))):
      "io.torpor.Modes.AccessoryNotSimulated"
    case .refused(.service(.accessory(.tooMany(limit: _)))): "io.torpor.Modes.TooManyAccessories"
    case .refused(.service(.descriptor(.keepAliveTooShort(_, least: _)))):
      "io.torpor.Modes.KeepAliveTooShort"
    case .refused(.scheduler(.unavailable, because: _)): "io.torpor.TaskScheduler.Unavailable"
    case .refused(.scheduler(.tooManyPendingTaskRequests, because: _)):
      "io.torpor.TaskScheduler.TooManyPendingTaskRequests"
    case .refused(.scheduler(.notPermitted, because: _)): "io.torpor.TaskScheduler.NotPermitted"
    case .refused(.scheduler(.immediateRunIneligible, because: _)):
      "io.torpor.TaskScheduler.ImmediateRunIneligible"
    case .refused(.misuse(_)): "io.torpor.TaskScheduler.Misuse"
    case .refused(.noSuchTask(identifier: _)): "io.torpor.TaskScheduler.NoSuchTask"
    case .refused(.transfer(.noSessions(profile: _))): "io.torpor.Transfers.NoBackgroundSessions"
    case .refused(.transfer(.unknownSession(_))): "io.torpor.Transfers.UnknownSession"
    case .refused(.transfer(.sessionIsInvalid(_))): "io.torpor.Transfers.SessionIsInvalid"
    case .refused(.transfer(.sessionInUse(_))): "io.torpor.Transfers.SessionInUse"
    case .refused(.transfer(.tooManySessions(limit: _))): "io.torpor.Transfers.TooManySessions"
    case .refused(.transfer(.unknownTransfer(_))): "io.torpor.Transfers.UnknownTransfer"
    case .refused(.transfer(.tooManyTransfers(limit: _))): "io.torpor.Transfers.TooManyTransfers"
    case .refused(.transfer(.tooManyTransferBytes(bytesMax: _))):
      "io.torpor.Transfers.TooManyTransferBytes"
    case .refused(.transfer(.transferIsOver(_))): "io.torpor.Transfers.TransferIsOver"
    case .refused(.transfer(.transferIsNotOver(_))): "io.torpor.Transfers.TransferIsNotOver"
    case .refused(.transfer(.fileOutsideContainer(_, container: _))):
      "io.torpor.Transfers.FileOutsideContainer"
    case .refused(.transfer(.nothingAsked(_))): "io.torpor.Transfers.NothingAsked"
    case .interfaceNotFound(interface: _): "org.varlink.service.InterfaceNotFound"
    case .methodNotFound(method: _): "org.varlink.service.MethodNotFound"
    case .methodNotImplemented(method: _): "org.varlink.service.MethodNotImplemented"
    case .invalidParameter(parameter: _): "org.varlink.service.InvalidParameter"
    case .permissionDenied: "org.varlink.service.PermissionDenied"
    case .expectedMore: "org.varlink.service.ExpectedMore"
    case .other(let name, _): name
    }
  }

  /// What the interface says that the error carries, but for the sentence.
  var members: [(key: String, value: JSON?)] {
    switch self {
    case .refused(.unknownTask(let task)):
      [
        ("task", task.json)
      ]
    case .refused(.unknownCallback(let callback)):
      [
        ("callback", callback.json)
      ]
    case .refused(.noCompletionHandler(let callback)):
      [
        ("callback", callback.json)
      ]
    case .refused(.textTooLong(bytes: let bytes, bytesMax: let bytesMax)):
      [
        ("bytes", bytes.json),
        ("bytesMax", bytesMax.json),
      ]
    case .broadcastsFailed(channel: let channel, cause: let cause):
      [
        ("channel", channel.json),
        ("cause", cause.json),
      ]
    case .bridgeReplaced:
      []
    case .limitExceeded(let limit):
      limit.members
    case .malformedMessage(cause: let cause):
      [
        ("cause", cause.json)
      ]
    case .callInProgress(method: let method):
      [
        ("method", method.json)
      ]
    case .refused(.notSaved(cause: let cause)):
      [
        ("cause", cause.json)
      ]
    case .storageFailed(
      operation: let operation,
      path: let path,
      cause: let cause,
      isDiskFull: let isDiskFull
    ):
      [
        ("operation", operation.json),
        ("path", path.json),
        ("cause", cause.json),
        ("isDiskFull", isDiskFull.json),
      ]
    case .refused(.unknownApp(name: let name, similar: let similar)):
      [
        ("name", name.json),
        ("similar", similar.json),
      ]
    case .refused(.ambiguousApp(name: let name, apps: let apps)):
      [
        ("name", name.json),
        ("apps", apps.json),
      ]
    case .unknownLaunch(let launch):
      [
        ("launch", launch.json)
      ]
    case .refused(.notRunning(let app)):
      [
        ("app", app.json)
      ]
    case .refused(.alreadyInstalled(let app)):
      [
        ("app", app.json)
      ]
    case .refused(.isRunning(let app)):
      [
        ("app", app.json)
      ]
    case .refused(.isExempt(let app)):
      [
        ("app", app.json)
      ]
    case .refused(.isAdopted(let app)):
      [
        ("app", app.json)
      ]
    case .refused(.cannotOffload(let app, cause: let cause)):
      [
        ("app", app.json),
        ("cause", cause.json),
      ]
    case .refused(.notSuspended(let app)):
      [
        ("app", app.json)
      ]
    case .refused(.noSwap(isFull: let isFull)):
      [
        ("isFull", isFull.json)
      ]
    case .refused(.noContainer(let app)):
      [
        ("app", app.json)
      ]
    case .refused(.beforeFirstUnlock(let app)):
      [
        ("app", app.json)
      ]
    case .refused(.tooManyApps(limit: let limit)):
      [
        ("limit", limit.json)
      ]
    case .refused(.settingRestricted(settings: let settings, file: let file)):
      [
        ("settings", settings.json),
        ("file", file.json),
      ]
    case .refused(.unknownJob(name: let name, similar: let similar)):
      [
        ("name", name.json),
        ("similar", similar.json),
      ]
    case .refused(.jobNameTaken(name: let name, job: let job)):
      [
        ("name", name.json),
        ("job", job.json),
      ]
    case .refused(.tooManyJobs(limit: let limit)):
      [
        ("limit", limit.json)
      ]
    case .refused(.impossibleWindow(let which)):
      [
        ("which", which.json)
      ]
    case .refused(.jobIsFinished(let job)):
      [
        ("job", job.json)
      ]
    case .refused(.jobIsNotFinished(let job)):
      [
        ("job", job.json)
      ]
    case .refused(.jobIsAwaited(let job, by: let by)):
      [
        ("job", job.json),
        ("by", by.json),
      ]
    case .refused(.service(.notAuthorized(let permission))):
      [
        ("permission", permission.json)
      ]
    case .refused(.service(.modeNotDeclared(let mode))):
      [
        ("mode", mode.json)
      ]
    case .refused(.service(.descriptor(.modeNotDeclared(let mode)))):
      [
        ("mode", mode.json)
      ]
    case .refused(.service(.notification(.intervalTooShort(let interval, least: let least)))):
      [
        ("microseconds", interval.json),
        ("leastMicroseconds", least.json),
      ]
    case .refused(.service(.notification(.impossibleDate))):
      []
    case .refused(.service(.notification(.notAllowed))):
      []
    case .refused(.service(.notification(.notAsked(let callback)))):
      [
        ("callback", callback.json)
      ]
    case .refused(
      .service(
        .notification(.unknownAction(let action, notification: let notification, known: let known))
      )
    ):
      [
        ("action", action.json),
        ("notification", notification.json),
        ("known", known.json),
      ]
    case .refused(.service(.notification(.notDelivered(let notification)))):
      [
        ("notification", notification.json)
      ]
    case .refused(.service(.audio(let which))):
      [
        ("which", which.json)
      ]
    case .refused(.service(.location(let error))):
      error.members
    case .refused(.service(.pushToTalk(let error))):
      error.members
    case .refused(.service(.monitor(.isOpen(monitor: let monitor)))):
      [
        ("monitor", monitor.json)
      ]
    case .refused(.service(.monitor(.isNotOpen(monitor: let monitor)))):
      [
        ("monitor", monitor.json)
      ]
    case .refused(.service(.monitor(.tooMany(limit: let limit)))):
      [
        ("limit", limit.json)
      ]
    case .refused(.service(.descriptor(.tooMany(limit: let limit)))):
      [
        ("limit", limit.json)
      ]
    case .refused(.service(.descriptor(.unknown(name: let name)))):
      [
        ("name", name.json)
      ]
    case .refused(.service(.descriptor(.notPollable(name: let name)))):
      [
        ("name", name.json)
      ]
    case .refused(.service(.descriptor(.noSockets))):
      []
    case .refused(.service(.peripheral(.unsupported(profile: let profile)))):
      [
        ("profile", profile.json)
      ]
    case .refused(.service(.peripheral(.unknownRequest(let request)))):
      [
        ("request", request.json)
      ]
    case .refused(
      .service(
        .peripheral(
          .unknownCharacteristic(service: let service, characteristic: let characteristic)
        )
      )
    ):
      [
        ("service", service.json),
        ("characteristic", characteristic.json),
      ]
    case .refused(.service(.accessory(.alreadyConnected(name: let name)))):
      [
        ("name", name.json)
      ]
    case .refused(.service(.accessory(.notSimulated(name: let name)))):
      [
        ("name", name.json)
      ]
    case .refused(.service(.accessory(.tooMany(limit: let limit)))):
      [
        ("limit", limit.json)
      ]
    case .refused(.service(.descriptor(.keepAliveTooShort(let interval, least: let least)))):
      [
        ("microseconds", interval.json),
        ("leastMicroseconds", least.json),
      ]
    case .refused(.scheduler(.unavailable, because: let conditions)):
      [
        ("conditions", conditions.json)
      ]
    case .refused(.scheduler(.tooManyPendingTaskRequests, because: let conditions)):
      [
        ("conditions", conditions.json)
      ]
    case .refused(.scheduler(.notPermitted, because: let conditions)):
      [
        ("conditions", conditions.json)
      ]
    case .refused(.scheduler(.immediateRunIneligible, because: let conditions)):
      [
        ("conditions", conditions.json)
      ]
    case .refused(.misuse(let misuse)):
      misuse.members
    case .refused(.noSuchTask(identifier: let identifier)):
      [
        ("identifier", identifier.json)
      ]
    case .refused(.transfer(.noSessions(profile: let profile))):
      [
        ("profile", profile.json)
      ]
    case .refused(.transfer(.unknownSession(let session))):
      [
        ("session", session.json)
      ]
    case .refused(.transfer(.sessionIsInvalid(let session))):
      [
        ("session", session.json)
      ]
    case .refused(.transfer(.sessionInUse(let session))):
      [
        ("session", session.json)
      ]
    case .refused(.transfer(.tooManySessions(limit: let limit))):
      [
        ("limit", limit.json)
      ]
    case .refused(.transfer(.unknownTransfer(let transfer))):
      [
        ("transfer", transfer.json)
      ]
    case .refused(.transfer(.tooManyTransfers(limit: let limit))):
      [
        ("limit", limit.json)
      ]
    case .refused(.transfer(.tooManyTransferBytes(bytesMax: let bytesMax))):
      [
        ("bytesMax", bytesMax.json)
      ]
    case .refused(.transfer(.transferIsOver(let transfer))):
      [
        ("transfer", transfer.json)
      ]
    case .refused(.transfer(.transferIsNotOver(let transfer))):
      [
        ("transfer", transfer.json)
      ]
    case .refused(.transfer(.fileOutsideContainer(let file, container: let container))):
      [
        ("file", file.json),
        ("container", container.json),
      ]
    case .refused(.transfer(.nothingAsked(let transfer))):
      [
        ("transfer", transfer.json)
      ]
    case .interfaceNotFound(interface: let interface):
      [
        ("interface", interface.json)
      ]
    case .methodNotFound(method: let method):
      [
        ("method", method.json)
      ]
    case .methodNotImplemented(method: let method):
      [
        ("method", method.json)
      ]
    case .invalidParameter(parameter: let parameter):
      [
        ("parameter", parameter.json)
      ]
    case .permissionDenied:
      []
    case .expectedMore:
      []
    case .other: []
    }
  }

  /// Reads an error; `nil` for one that this version does not know.
  ///
  /// - Throws: `WireError.invalidParameter` with the member that is wrong.
  static func known(_ name: String, _ message: ParameterReader) throws(WireError) -> WireError? {
    switch name {
    case "io.torpor.App.UnknownTask": .refused(.unknownTask(try message.value("task")))
    case "io.torpor.App.UnknownCallback": .refused(.unknownCallback(try message.value("callback")))
    case "io.torpor.App.NoCompletionHandler":
      .refused(.noCompletionHandler(try message.value("callback")))
    case "io.torpor.App.TextTooLong":
      .refused(
        .textTooLong(bytes: try message.value("bytes"), bytesMax: try message.value("bytesMax"))
      )
    case "io.torpor.App.BroadcastsFailed":
      .broadcastsFailed(channel: try message.value("channel"), cause: try message.value("cause"))
    case "io.torpor.Bridge.Replaced": .bridgeReplaced
    case "io.torpor.Connection.LimitExceeded": .limitExceeded(try WireLimit(message))
    case "io.torpor.Connection.MalformedMessage":
      .malformedMessage(cause: try message.value("cause"))
    case "io.torpor.Connection.CallInProgress": .callInProgress(method: try message.value("method"))
    case "io.torpor.Connection.NotSaved": .refused(.notSaved(cause: try message.value("cause")))
    case "io.torpor.Connection.StorageFailed":
      .storageFailed(
        operation: try message.value("operation"),
        path: try message.value("path"),
        cause: try message.value("cause"),
        isDiskFull: try message.value("isDiskFull")
      )
    case "io.torpor.Control.UnknownApp":
      .refused(.unknownApp(name: try message.value("name"), similar: try message.value("similar")))
    case "io.torpor.Control.AmbiguousApp":
      .refused(.ambiguousApp(name: try message.value("name"), apps: try message.value("apps")))
    case "io.torpor.Control.UnknownLaunch": .unknownLaunch(try message.value("launch"))
    case "io.torpor.Control.NotRunning": .refused(.notRunning(try message.value("app")))
    case "io.torpor.Control.AlreadyInstalled": .refused(.alreadyInstalled(try message.value("app")))
    case "io.torpor.Control.AppIsRunning": .refused(.isRunning(try message.value("app")))
    case "io.torpor.Control.AppIsExempt": .refused(.isExempt(try message.value("app")))
    case "io.torpor.Control.AppIsAdopted": .refused(.isAdopted(try message.value("app")))
    case "io.torpor.Control.CannotOffload":
      .refused(.cannotOffload(try message.value("app"), cause: try message.value("cause")))
    case "io.torpor.Control.NotSuspended": .refused(.notSuspended(try message.value("app")))
    case "io.torpor.Control.NoSwap": .refused(.noSwap(isFull: try message.value("isFull")))
    case "io.torpor.Control.NoContainer": .refused(.noContainer(try message.value("app")))
    case "io.torpor.Control.BeforeFirstUnlock":
      .refused(.beforeFirstUnlock(try message.value("app")))
    case "io.torpor.Control.TooManyApps": .refused(.tooManyApps(limit: try message.value("limit")))
    case "io.torpor.Control.SettingRestricted":
      .refused(
        .settingRestricted(settings: try message.value("settings"), file: try message.value("file"))
      )
    case "io.torpor.Control.UnknownJob":
      .refused(.unknownJob(name: try message.value("name"), similar: try message.value("similar")))
    case "io.torpor.Control.JobNameTaken":
      .refused(.jobNameTaken(name: try message.value("name"), job: try message.value("job")))
    case "io.torpor.Control.TooManyJobs": .refused(.tooManyJobs(limit: try message.value("limit")))
    case "io.torpor.Control.ImpossibleWindow":
      .refused(.impossibleWindow(try message.value("which")))
    case "io.torpor.Control.JobIsFinished": .refused(.jobIsFinished(try message.value("job")))
    case "io.torpor.Control.JobIsNotFinished": .refused(.jobIsNotFinished(try message.value("job")))
    case "io.torpor.Control.JobIsAwaited":
      .refused(.jobIsAwaited(try message.value("job"), by: try message.value("by")))
    case "io.torpor.Modes.NotAuthorized":
      .refused(.service(.notAuthorized(try message.value("permission"))))
    case "io.torpor.Modes.ModeNotDeclared":
      .refused(.service(.modeNotDeclared(try message.value("mode"))))
    case "io.torpor.Modes.PurposeNotDeclared":
      .refused(.service(.descriptor(.modeNotDeclared(try message.value("mode")))))
    case "io.torpor.Modes.IntervalTooShort":
      .refused(
        .service(
          .notification(
            .intervalTooShort(
              try message.value("microseconds"),
              least: try message.value("leastMicroseconds")
            )
          )
        )
      )
    case "io.torpor.Modes.ImpossibleDate": .refused(.service(.notification(.impossibleDate)))
    case "io.torpor.Modes.NotificationsNotAllowed": .refused(.service(.notification(.notAllowed)))
    case "io.torpor.Modes.NotAsked":
      .refused(.service(.notification(.notAsked(try message.value("callback")))))
    case "io.torpor.Modes.UnknownAction":
      .refused(
        .service(
          .notification(
            .unknownAction(
              try message.value("action"),
              notification: try message.value("notification"),
              known: try message.value("known")
            )
          )
        )
      )
    case "io.torpor.Modes.NotDelivered":
      .refused(.service(.notification(.notDelivered(try message.value("notification")))))
    case "io.torpor.Modes.AudioFailed": .refused(.service(.audio(try message.value("which"))))
    case "io.torpor.Modes.LocationFailed": .refused(.service(.location(try LocationError(message))))
    case "io.torpor.Modes.ChannelFailed":
      .refused(.service(.pushToTalk(try PushToTalkError(message))))
    case "io.torpor.Modes.MonitorIsOpen":
      .refused(.service(.monitor(.isOpen(monitor: try message.value("monitor")))))
    case "io.torpor.Modes.MonitorIsNotOpen":
      .refused(.service(.monitor(.isNotOpen(monitor: try message.value("monitor")))))
    case "io.torpor.Modes.TooManyMonitors":
      .refused(.service(.monitor(.tooMany(limit: try message.value("limit")))))
    case "io.torpor.Modes.TooManyDescriptors":
      .refused(.service(.descriptor(.tooMany(limit: try message.value("limit")))))
    case "io.torpor.Modes.UnknownDescriptor":
      .refused(.service(.descriptor(.unknown(name: try message.value("name")))))
    case "io.torpor.Modes.NotPollable":
      .refused(.service(.descriptor(.notPollable(name: try message.value("name")))))
    case "io.torpor.Modes.NoSockets": .refused(.service(.descriptor(.noSockets)))
    case "io.torpor.Modes.NoPeripherals":
      .refused(.service(.peripheral(.unsupported(profile: try message.value("profile")))))
    case "io.torpor.Modes.UnknownCentralRequest":
      .refused(.service(.peripheral(.unknownRequest(try message.value("request")))))
    case "io.torpor.Modes.UnknownCharacteristic":
      .refused(
        .service(
          .peripheral(
            .unknownCharacteristic(
              service: try message.value("service"),
              characteristic: try message.value("characteristic")
            )
          )
        )
      )
    case "io.torpor.Modes.AccessoryConnected":
      .refused(.service(.accessory(.alreadyConnected(name: try message.value("name")))))
    case "io.torpor.Modes.AccessoryNotSimulated":
      .refused(.service(.accessory(.notSimulated(name: try message.value("name")))))
    case "io.torpor.Modes.TooManyAccessories":
      .refused(.service(.accessory(.tooMany(limit: try message.value("limit")))))
    case "io.torpor.Modes.KeepAliveTooShort":
      .refused(
        .service(
          .descriptor(
            .keepAliveTooShort(
              try message.value("microseconds"),
              least: try message.value("leastMicroseconds")
            )
          )
        )
      )
    case "io.torpor.TaskScheduler.Unavailable":
      .refused(.scheduler(.unavailable, because: try message.value("conditions")))
    case "io.torpor.TaskScheduler.TooManyPendingTaskRequests":
      .refused(.scheduler(.tooManyPendingTaskRequests, because: try message.value("conditions")))
    case "io.torpor.TaskScheduler.NotPermitted":
      .refused(.scheduler(.notPermitted, because: try message.value("conditions")))
    case "io.torpor.TaskScheduler.ImmediateRunIneligible":
      .refused(.scheduler(.immediateRunIneligible, because: try message.value("conditions")))
    case "io.torpor.TaskScheduler.Misuse": .refused(.misuse(try SchedulerMisuse(message)))
    case "io.torpor.TaskScheduler.NoSuchTask":
      .refused(.noSuchTask(identifier: try message.value("identifier")))
    case "io.torpor.Transfers.NoBackgroundSessions":
      .refused(.transfer(.noSessions(profile: try message.value("profile"))))
    case "io.torpor.Transfers.UnknownSession":
      .refused(.transfer(.unknownSession(try message.value("session"))))
    case "io.torpor.Transfers.SessionIsInvalid":
      .refused(.transfer(.sessionIsInvalid(try message.value("session"))))
    case "io.torpor.Transfers.SessionInUse":
      .refused(.transfer(.sessionInUse(try message.value("session"))))
    case "io.torpor.Transfers.TooManySessions":
      .refused(.transfer(.tooManySessions(limit: try message.value("limit"))))
    case "io.torpor.Transfers.UnknownTransfer":
      .refused(.transfer(.unknownTransfer(try message.value("transfer"))))
    case "io.torpor.Transfers.TooManyTransfers":
      .refused(.transfer(.tooManyTransfers(limit: try message.value("limit"))))
    case "io.torpor.Transfers.TooManyTransferBytes":
      .refused(.transfer(.tooManyTransferBytes(bytesMax: try message.value("bytesMax"))))
    case "io.torpor.Transfers.TransferIsOver":
      .refused(.transfer(.transferIsOver(try message.value("transfer"))))
    case "io.torpor.Transfers.TransferIsNotOver":
      .refused(.transfer(.transferIsNotOver(try message.value("transfer"))))
    case "io.torpor.Transfers.FileOutsideContainer":
      .refused(
        .transfer(
          .fileOutsideContainer(
            try message.value("file"),
            container: try message.value("container")
          )
        )
      )
    case "io.torpor.Transfers.NothingAsked":
      .refused(.transfer(.nothingAsked(try message.value("transfer"))))
    case "org.varlink.service.InterfaceNotFound":
      .interfaceNotFound(interface: try message.value("interface"))
    case "org.varlink.service.MethodNotFound": .methodNotFound(method: try message.value("method"))
    case "org.varlink.service.MethodNotImplemented":
      .methodNotImplemented(method: try message.value("method"))
    case "org.varlink.service.InvalidParameter":
      .invalidParameter(parameter: try message.value("parameter"))
    case "org.varlink.service.PermissionDenied": .permissionDenied
    case "org.varlink.service.ExpectedMore": .expectedMore
    default: nil
    }
  }
}
