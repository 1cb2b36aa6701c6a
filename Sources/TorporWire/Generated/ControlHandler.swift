// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

/// A call of io.torpor.Control with its parameters.
package enum ControlCall: Hashable, Sendable {
  case list(Control.List)
  case watch(Control.Watch)
  case listSwitcher(Control.ListSwitcher)
  case status(Control.Status)
  case run(Control.Run)
  case wait(Control.Wait)
  case signal(Control.Signal)
  case launch(Control.Launch)
  case home(Control.Home)
  case quit(Control.Quit)
  case lock(Control.Lock)
  case unlock(Control.Unlock)
  case install(Control.Install)
  case uninstall(Control.Uninstall)
  case getStorage(Control.GetStorage)
  case purgeCaches(Control.PurgeCaches)
  case offload(Control.Offload)
  case restoreProgram(Control.RestoreProgram)
  case pageOut(Control.PageOut)
  case getPaging(Control.GetPaging)
  case why(Control.Why)
  case log(Control.Log)
  case diagnose(Control.Diagnose)
  case describeBattery(Control.DescribeBattery)
  case getAdvice(Control.GetAdvice)
  case getSettings(Control.GetSettings)
  case changeSetting(Control.ChangeSetting)
  case getRestrictions(Control.GetRestrictions)
  case listAdoptable(Control.ListAdoptable)
  case exempt(Control.Exempt)
  case endExemption(Control.EndExemption)
  case simulateLaunch(Control.SimulateLaunch)
  case simulateExpiration(Control.SimulateExpiration)
  case cancelTask(Control.CancelTask)
  case forgetUsage(Control.ForgetUsage)
  case listActivities(Control.ListActivities)
  case describeUsage(Control.DescribeUsage)
  case submitJob(Control.SubmitJob)
  case listJobs(Control.ListJobs)
  case cancelJob(Control.CancelJob)
  case runJobNow(Control.RunJobNow)
  case removeJob(Control.RemoveJob)
  case jobOutput(Control.JobOutput)
  case appOutput(Control.AppOutput)
  case submitTransfers(Control.SubmitTransfers)
  case listTransfers(Control.ListTransfers)
  case pauseTransfers(Control.PauseTransfers)
  case resumeTransfers(Control.ResumeTransfers)
  case cancelTransfers(Control.CancelTransfers)
  case retryTransfers(Control.RetryTransfers)
  case removeTransfers(Control.RemoveTransfers)
  case push(Control.Push)
  case listPushes(Control.ListPushes)
  case listNotifications(Control.ListNotifications)
  case respond(Control.Respond)
  case locate(Control.Locate)
  case endCall(Control.EndCall)
  case listAccessories(Control.ListAccessories)
  case connectAccessory(Control.ConnectAccessory)
  case disconnectAccessory(Control.DisconnectAccessory)
  case attachPushLink(Control.AttachPushLink)
  case reportPushLink(Control.ReportPushLink)
  case setPushToken(Control.SetPushToken)
  case deliverPush(Control.DeliverPush)
  case answerBroadcastChange(Control.AnswerBroadcastChange)
  case setPushEndpoint(Control.SetPushEndpoint)
  case endPushChannel(Control.EndPushChannel)
  case deliverMessage(Control.DeliverMessage)
  case export(Control.Export)
  case addUsage(Control.AddUsage)
  case getVersion(Control.GetVersion)
  case getCapabilities(Control.GetCapabilities)
  case startRecording(Control.StartRecording)
  case stopRecording(Control.StopRecording)
  case getRecording(Control.GetRecording)
  case getDigest(Control.GetDigest)

  /// Reads a call.
  ///
  /// - Throws: `WireError.methodNotFound`, or `.invalidParameter` with the parameter's name.
  package init(method: some StringProtocol, parameters: JSON) throws(WireError) {
    guard let known = ControlInterface.Method(rawValue: String(method)) else {
      throw .methodNotFound(method: "\(ControlInterface.name).\(method)")
    }
    switch known {
    case .list: self = .list(try Control.List(parameters: parameters))
    case .watch: self = .watch(try Control.Watch(parameters: parameters))
    case .listSwitcher: self = .listSwitcher(try Control.ListSwitcher(parameters: parameters))
    case .status: self = .status(try Control.Status(parameters: parameters))
    case .run: self = .run(try Control.Run(parameters: parameters))
    case .wait: self = .wait(try Control.Wait(parameters: parameters))
    case .signal: self = .signal(try Control.Signal(parameters: parameters))
    case .launch: self = .launch(try Control.Launch(parameters: parameters))
    case .home: self = .home(try Control.Home(parameters: parameters))
    case .quit: self = .quit(try Control.Quit(parameters: parameters))
    case .lock: self = .lock(try Control.Lock(parameters: parameters))
    case .unlock: self = .unlock(try Control.Unlock(parameters: parameters))
    case .install: self = .install(try Control.Install(parameters: parameters))
    case .uninstall: self = .uninstall(try Control.Uninstall(parameters: parameters))
    case .getStorage: self = .getStorage(try Control.GetStorage(parameters: parameters))
    case .purgeCaches: self = .purgeCaches(try Control.PurgeCaches(parameters: parameters))
    case .offload: self = .offload(try Control.Offload(parameters: parameters))
    case .restoreProgram: self = .restoreProgram(try Control.RestoreProgram(parameters: parameters))
    case .pageOut: self = .pageOut(try Control.PageOut(parameters: parameters))
    case .getPaging: self = .getPaging(try Control.GetPaging(parameters: parameters))
    case .why: self = .why(try Control.Why(parameters: parameters))
    case .log: self = .log(try Control.Log(parameters: parameters))
    case .diagnose: self = .diagnose(try Control.Diagnose(parameters: parameters))
    case .describeBattery:
      self = .describeBattery(try Control.DescribeBattery(parameters: parameters))
    case .getAdvice: self = .getAdvice(try Control.GetAdvice(parameters: parameters))
    case .getSettings: self = .getSettings(try Control.GetSettings(parameters: parameters))
    case .changeSetting: self = .changeSetting(try Control.ChangeSetting(parameters: parameters))
    case .getRestrictions:
      self = .getRestrictions(try Control.GetRestrictions(parameters: parameters))
    case .listAdoptable: self = .listAdoptable(try Control.ListAdoptable(parameters: parameters))
    case .exempt: self = .exempt(try Control.Exempt(parameters: parameters))
    case .endExemption: self = .endExemption(try Control.EndExemption(parameters: parameters))
    case .simulateLaunch: self = .simulateLaunch(try Control.SimulateLaunch(parameters: parameters))
    case .simulateExpiration:
      self = .simulateExpiration(try Control.SimulateExpiration(parameters: parameters))
    case .cancelTask: self = .cancelTask(try Control.CancelTask(parameters: parameters))
    case .forgetUsage: self = .forgetUsage(try Control.ForgetUsage(parameters: parameters))
    case .listActivities: self = .listActivities(try Control.ListActivities(parameters: parameters))
    case .describeUsage: self = .describeUsage(try Control.DescribeUsage(parameters: parameters))
    case .submitJob: self = .submitJob(try Control.SubmitJob(parameters: parameters))
    case .listJobs: self = .listJobs(try Control.ListJobs(parameters: parameters))
    case .cancelJob: self = .cancelJob(try Control.CancelJob(parameters: parameters))
    case .runJobNow: self = .runJobNow(try Control.RunJobNow(parameters: parameters))
    case .removeJob: self = .removeJob(try Control.RemoveJob(parameters: parameters))
    case .jobOutput: self = .jobOutput(try Control.JobOutput(parameters: parameters))
    case .appOutput: self = .appOutput(try Control.AppOutput(parameters: parameters))
    case .submitTransfers:
      self = .submitTransfers(try Control.SubmitTransfers(parameters: parameters))
    case .listTransfers: self = .listTransfers(try Control.ListTransfers(parameters: parameters))
    case .pauseTransfers: self = .pauseTransfers(try Control.PauseTransfers(parameters: parameters))
    case .resumeTransfers:
      self = .resumeTransfers(try Control.ResumeTransfers(parameters: parameters))
    case .cancelTransfers:
      self = .cancelTransfers(try Control.CancelTransfers(parameters: parameters))
    case .retryTransfers: self = .retryTransfers(try Control.RetryTransfers(parameters: parameters))
    case .removeTransfers:
      self = .removeTransfers(try Control.RemoveTransfers(parameters: parameters))
    case .push: self = .push(try Control.Push(parameters: parameters))
    case .listPushes: self = .listPushes(try Control.ListPushes(parameters: parameters))
    case .listNotifications:
      self = .listNotifications(try Control.ListNotifications(parameters: parameters))
    case .respond: self = .respond(try Control.Respond(parameters: parameters))
    case .locate: self = .locate(try Control.Locate(parameters: parameters))
    case .endCall: self = .endCall(try Control.EndCall(parameters: parameters))
    case .listAccessories:
      self = .listAccessories(try Control.ListAccessories(parameters: parameters))
    case .connectAccessory:
      self = .connectAccessory(try Control.ConnectAccessory(parameters: parameters))
    case .disconnectAccessory:
      self = .disconnectAccessory(try Control.DisconnectAccessory(parameters: parameters))
    case .attachPushLink: self = .attachPushLink(try Control.AttachPushLink(parameters: parameters))
    case .reportPushLink: self = .reportPushLink(try Control.ReportPushLink(parameters: parameters))
    case .setPushToken: self = .setPushToken(try Control.SetPushToken(parameters: parameters))
    case .deliverPush: self = .deliverPush(try Control.DeliverPush(parameters: parameters))
    case .answerBroadcastChange:
      self = .answerBroadcastChange(try Control.AnswerBroadcastChange(parameters: parameters))
    case .setPushEndpoint:
      self = .setPushEndpoint(try Control.SetPushEndpoint(parameters: parameters))
    case .endPushChannel: self = .endPushChannel(try Control.EndPushChannel(parameters: parameters))
    case .deliverMessage: self = .deliverMessage(try Control.DeliverMessage(parameters: parameters))
    case .export: self = .export(try Control.Export(parameters: parameters))
    case .addUsage: self = .addUsage(try Control.AddUsage(parameters: parameters))
    case .getVersion: self = .getVersion(try Control.GetVersion(parameters: parameters))
    case .getCapabilities:
      self = .getCapabilities(try Control.GetCapabilities(parameters: parameters))
    case .startRecording: self = .startRecording(try Control.StartRecording(parameters: parameters))
    case .stopRecording: self = .stopRecording(try Control.StopRecording(parameters: parameters))
    case .getRecording: self = .getRecording(try Control.GetRecording(parameters: parameters))
    case .getDigest: self = .getDigest(try Control.GetDigest(parameters: parameters))
    }
  }

  /// The call by itself.
  package var call: any WireCall {
    switch self {
    case .list(let call): call
    case .watch(let call): call
    case .listSwitcher(let call): call
    case .status(let call): call
    case .run(let call): call
    case .wait(let call): call
    case .signal(let call): call
    case .launch(let call): call
    case .home(let call): call
    case .quit(let call): call
    case .lock(let call): call
    case .unlock(let call): call
    case .install(let call): call
    case .uninstall(let call): call
    case .getStorage(let call): call
    case .purgeCaches(let call): call
    case .offload(let call): call
    case .restoreProgram(let call): call
    case .pageOut(let call): call
    case .getPaging(let call): call
    case .why(let call): call
    case .log(let call): call
    case .diagnose(let call): call
    case .describeBattery(let call): call
    case .getAdvice(let call): call
    case .getSettings(let call): call
    case .changeSetting(let call): call
    case .getRestrictions(let call): call
    case .listAdoptable(let call): call
    case .exempt(let call): call
    case .endExemption(let call): call
    case .simulateLaunch(let call): call
    case .simulateExpiration(let call): call
    case .cancelTask(let call): call
    case .forgetUsage(let call): call
    case .listActivities(let call): call
    case .describeUsage(let call): call
    case .submitJob(let call): call
    case .listJobs(let call): call
    case .cancelJob(let call): call
    case .runJobNow(let call): call
    case .removeJob(let call): call
    case .jobOutput(let call): call
    case .appOutput(let call): call
    case .submitTransfers(let call): call
    case .listTransfers(let call): call
    case .pauseTransfers(let call): call
    case .resumeTransfers(let call): call
    case .cancelTransfers(let call): call
    case .retryTransfers(let call): call
    case .removeTransfers(let call): call
    case .push(let call): call
    case .listPushes(let call): call
    case .listNotifications(let call): call
    case .respond(let call): call
    case .locate(let call): call
    case .endCall(let call): call
    case .listAccessories(let call): call
    case .connectAccessory(let call): call
    case .disconnectAccessory(let call): call
    case .attachPushLink(let call): call
    case .reportPushLink(let call): call
    case .setPushToken(let call): call
    case .deliverPush(let call): call
    case .answerBroadcastChange(let call): call
    case .setPushEndpoint(let call): call
    case .endPushChannel(let call): call
    case .deliverMessage(let call): call
    case .export(let call): call
    case .addUsage(let call): call
    case .getVersion(let call): call
    case .getCapabilities(let call): call
    case .startRecording(let call): call
    case .stopRecording(let call): call
    case .getRecording(let call): call
    case .getDigest(let call): call
    }
  }

  /// Has the call handled by the method of its name.
  ///
  /// - Throws: what the method throws.
  package func handle<Handler: ControlHandler>(
    by handler: Handler,
    as id: WireSession.CallIdentifier
  ) throws(WireError) -> Handler.Work {
    switch self {
    case .list(let call): try handler.list(Incoming(call, id: id))
    case .watch(let call): try handler.watch(Incoming(call, id: id))
    case .listSwitcher(let call): try handler.listSwitcher(Incoming(call, id: id))
    case .status(let call): try handler.status(Incoming(call, id: id))
    case .run(let call): try handler.run(Incoming(call, id: id))
    case .wait(let call): try handler.wait(Incoming(call, id: id))
    case .signal(let call): try handler.signal(Incoming(call, id: id))
    case .launch(let call): try handler.launch(Incoming(call, id: id))
    case .home(let call): try handler.home(Incoming(call, id: id))
    case .quit(let call): try handler.quit(Incoming(call, id: id))
    case .lock(let call): try handler.lock(Incoming(call, id: id))
    case .unlock(let call): try handler.unlock(Incoming(call, id: id))
    case .install(let call): try handler.install(Incoming(call, id: id))
    case .uninstall(let call): try handler.uninstall(Incoming(call, id: id))
    case .getStorage(let call): try handler.getStorage(Incoming(call, id: id))
    case .purgeCaches(let call): try handler.purgeCaches(Incoming(call, id: id))
    case .offload(let call): try handler.offload(Incoming(call, id: id))
    case .restoreProgram(let call): try handler.restoreProgram(Incoming(call, id: id))
    case .pageOut(let call): try handler.pageOut(Incoming(call, id: id))
    case .getPaging(let call): try handler.getPaging(Incoming(call, id: id))
    case .why(let call): try handler.why(Incoming(call, id: id))
    case .log(let call): try handler.log(Incoming(call, id: id))
    case .diagnose(let call): try handler.diagnose(Incoming(call, id: id))
    case .describeBattery(let call): try handler.describeBattery(Incoming(call, id: id))
    case .getAdvice(let call): try handler.getAdvice(Incoming(call, id: id))
    case .getSettings(let call): try handler.getSettings(Incoming(call, id: id))
    case .changeSetting(let call): try handler.changeSetting(Incoming(call, id: id))
    case .getRestrictions(let call): try handler.getRestrictions(Incoming(call, id: id))
    case .listAdoptable(let call): try handler.listAdoptable(Incoming(call, id: id))
    case .exempt(let call): try handler.exempt(Incoming(call, id: id))
    case .endExemption(let call): try handler.endExemption(Incoming(call, id: id))
    case .simulateLaunch(let call): try handler.simulateLaunch(Incoming(call, id: id))
    case .simulateExpiration(let call): try handler.simulateExpiration(Incoming(call, id: id))
    case .cancelTask(let call): try handler.cancelTask(Incoming(call, id: id))
    case .forgetUsage(let call): try handler.forgetUsage(Incoming(call, id: id))
    case .listActivities(let call): try handler.listActivities(Incoming(call, id: id))
    case .describeUsage(let call): try handler.describeUsage(Incoming(call, id: id))
    case .submitJob(let call): try handler.submitJob(Incoming(call, id: id))
    case .listJobs(let call): try handler.listJobs(Incoming(call, id: id))
    case .cancelJob(let call): try handler.cancelJob(Incoming(call, id: id))
    case .runJobNow(let call): try handler.runJobNow(Incoming(call, id: id))
    case .removeJob(let call): try handler.removeJob(Incoming(call, id: id))
    case .jobOutput(let call): try handler.jobOutput(Incoming(call, id: id))
    case .appOutput(let call): try handler.appOutput(Incoming(call, id: id))
    case .submitTransfers(let call): try handler.submitTransfers(Incoming(call, id: id))
    case .listTransfers(let call): try handler.listTransfers(Incoming(call, id: id))
    case .pauseTransfers(let call): try handler.pauseTransfers(Incoming(call, id: id))
    case .resumeTransfers(let call): try handler.resumeTransfers(Incoming(call, id: id))
    case .cancelTransfers(let call): try handler.cancelTransfers(Incoming(call, id: id))
    case .retryTransfers(let call): try handler.retryTransfers(Incoming(call, id: id))
    case .removeTransfers(let call): try handler.removeTransfers(Incoming(call, id: id))
    case .push(let call): try handler.push(Incoming(call, id: id))
    case .listPushes(let call): try handler.listPushes(Incoming(call, id: id))
    case .listNotifications(let call): try handler.listNotifications(Incoming(call, id: id))
    case .respond(let call): try handler.respond(Incoming(call, id: id))
    case .locate(let call): try handler.locate(Incoming(call, id: id))
    case .endCall(let call): try handler.endCall(Incoming(call, id: id))
    case .listAccessories(let call): try handler.listAccessories(Incoming(call, id: id))
    case .connectAccessory(let call): try handler.connectAccessory(Incoming(call, id: id))
    case .disconnectAccessory(let call): try handler.disconnectAccessory(Incoming(call, id: id))
    case .attachPushLink(let call): try handler.attachPushLink(Incoming(call, id: id))
    case .reportPushLink(let call): try handler.reportPushLink(Incoming(call, id: id))
    case .setPushToken(let call): try handler.setPushToken(Incoming(call, id: id))
    case .deliverPush(let call): try handler.deliverPush(Incoming(call, id: id))
    case .answerBroadcastChange(let call): try handler.answerBroadcastChange(Incoming(call, id: id))
    case .setPushEndpoint(let call): try handler.setPushEndpoint(Incoming(call, id: id))
    case .endPushChannel(let call): try handler.endPushChannel(Incoming(call, id: id))
    case .deliverMessage(let call): try handler.deliverMessage(Incoming(call, id: id))
    case .export(let call): try handler.export(Incoming(call, id: id))
    case .addUsage(let call): try handler.addUsage(Incoming(call, id: id))
    case .getVersion(let call): try handler.getVersion(Incoming(call, id: id))
    case .getCapabilities(let call): try handler.getCapabilities(Incoming(call, id: id))
    case .startRecording(let call): try handler.startRecording(Incoming(call, id: id))
    case .stopRecording(let call): try handler.stopRecording(Incoming(call, id: id))
    case .getRecording(let call): try handler.getRecording(Incoming(call, id: id))
    case .getDigest(let call): try handler.getDigest(Incoming(call, id: id))
    }
  }
}

/// What handles the calls of io.torpor.Control: a method each.
package protocol ControlHandler {
  /// What comes of a call.
  associatedtype Work

  /// Every app with its status, by identifier.
  func list(_ call: Incoming<Control.List>) throws(WireError) -> Work
  /// Every app with its status, by identifier, and the device, of one moment; with `follow`,
  /// which needs `more`, then both again after each turn in which anything of them has
  /// changed, until the connection ends.
  func watch(_ call: Incoming<Control.Watch>) throws(WireError) -> Work
  /// The apps in the switcher, those that were on screen last first: all that run, and those
  /// that were ended by the system and have a picture.
  func listSwitcher(_ call: Incoming<Control.ListSwitcher>) throws(WireError) -> Work
  /// `Status`, as the interface describes it.
  func status(_ call: Incoming<Control.Status>) throws(WireError) -> Work
  /// Runs a command as an app that exists until it ends.
  func run(_ call: Incoming<Control.Run>) throws(WireError) -> Work
  /// Replies when the command has ended; processes that it started may continue as the app
  /// (remaining).
  func wait(_ call: Incoming<Control.Wait>) throws(WireError) -> Work
  /// Sends a signal, by its number, to the command that was started by Run.
  func signal(_ call: Incoming<Control.Signal>) throws(WireError) -> Work
  /// Starts the app, or brings it to the front.
  func launch(_ call: Incoming<Control.Launch>) throws(WireError) -> Work
  /// Takes the app, or every app that is there, from the screen.
  func home(_ call: Incoming<Control.Home>) throws(WireError) -> Work
  /// Removes the app from the app switcher: it ends, and is not started in the background
  /// until the user opens it.
  func quit(_ call: Incoming<Control.Quit>) throws(WireError) -> Work
  /// `Lock`, as the interface describes it.
  func lock(_ call: Incoming<Control.Lock>) throws(WireError) -> Work
  /// `Unlock`, as the interface describes it.
  func unlock(_ call: Incoming<Control.Unlock>) throws(WireError) -> Work
  /// Puts an app onto the device; the parameters up to isCooperative are those of its
  /// Info.plist, and its entitlements.
  func install(_ call: Incoming<Control.Install>) throws(WireError) -> Work
  /// `Uninstall`, as the interface describes it.
  func uninstall(_ call: Incoming<Control.Uninstall>) throws(WireError) -> Work
  /// How much of the disk apps use, by identifier; of one app, or of all installed ones.
  func getStorage(_ call: Incoming<Control.GetStorage>) throws(WireError) -> Work
  /// Has the caches of an app removed; its data stays.
  func purgeCaches(_ call: Incoming<Control.PurgeCaches>) throws(WireError) -> Work
  /// Tells that the program of an app is about to go into an archive, for its user: from now
  /// on only its user has it run, and its program is brought back then.
  func offload(_ call: Incoming<Control.Offload>) throws(WireError) -> Work
  /// Tells that the program of an app is where it was installed: the app runs for what it
  /// asked for, as before.
  func restoreProgram(_ call: Incoming<Control.RestoreProgram>) throws(WireError) -> Work
  /// Has the memory of a suspended app written to swap now.
  func pageOut(_ call: Incoming<Control.PageOut>) throws(WireError) -> Work
  /// The suspended apps, by identifier, or one of them, and what of their memory is in swap.
  func getPaging(_ call: Incoming<Control.GetPaging>) throws(WireError) -> Work
  /// The status of an app and the latest decisions about it, oldest first.
  func why(_ call: Incoming<Control.Why>) throws(WireError) -> Work
  /// The newest decisions after a row of the ledger, oldest first; with `follow`, which needs
  /// `more`, then each later one as it is made, until the connection ends.
  func log(_ call: Incoming<Control.Log>) throws(WireError) -> Work
  /// Answers a frequent question about an app by its name, such as refreshNeverRan; without
  /// one, all that the app gives rise to.
  func diagnose(_ call: Incoming<Control.Diagnose>) throws(WireError) -> Work
  /// What apps used in the last hours, the one that has begun among them: on screen and off
  /// it, hour by hour; with an app, its receipts.
  func describeBattery(_ call: Incoming<Control.DescribeBattery>) throws(WireError) -> Work
  /// What the figures of the last 24 hours advise: nothing that they do not carry.
  func getAdvice(_ call: Incoming<Control.GetAdvice>) throws(WireError) -> Work
  /// The settings of an app, or, without one, of the device.
  func getSettings(_ call: Incoming<Control.GetSettings>) throws(WireError) -> Work
  /// Changes settings of an app or of the device; what is left out stays as it is.
  func changeSetting(_ call: Incoming<Control.ChangeSetting>) throws(WireError) -> Work
  /// Which settings of an app, or, without one, of the device, an administrator has fixed, and
  /// by which file; mistakes: what is wrong with that file, each with its line.
  func getRestrictions(_ call: Incoming<Control.GetRestrictions>) throws(WireError) -> Work
  /// What the desktop has started, and what adoption does or would do with it now.
  func listAdoptable(_ call: Incoming<Control.ListAdoptable>) throws(WireError) -> Work
  /// Keeps an app from being frozen or ended, for a time or until EndExemption.
  func exempt(_ call: Incoming<Control.Exempt>) throws(WireError) -> Work
  /// `EndExemption`, as the interface describes it.
  func endExemption(_ call: Incoming<Control.EndExemption>) throws(WireError) -> Work
  /// For developers: runs a pending task now, past its begin date and every condition; without
  /// `app`, of whichever of the caller's apps has one of that identifier.
  func simulateLaunch(_ call: Incoming<Control.SimulateLaunch>) throws(WireError) -> Work
  /// For developers: ends the time of a running task now.
  func simulateExpiration(_ call: Incoming<Control.SimulateExpiration>) throws(WireError) -> Work
  /// The user cancels a running task, whose expiration handler is called, or removes a
  /// continued one that waits for its turn, of which the app is not notified.
  func cancelTask(_ call: Incoming<Control.CancelTask>) throws(WireError) -> Work
  /// Forgets when the user used the app, or, without it, when they used any.
  func forgetUsage(_ call: Incoming<Control.ForgetUsage>) throws(WireError) -> Work
  /// The background work that waits or runs, of an app or of all that the caller may see, in
  /// the order of apps, then of submission.
  func listActivities(_ call: Incoming<Control.ListActivities>) throws(WireError) -> Work
  /// When the user opens the app, as far as it was learned; nothing for an app that was never
  /// opened.
  func describeUsage(_ call: Incoming<Control.DescribeUsage>) throws(WireError) -> Work
  /// Gives the daemon a command that waits for its conditions, and outlives the caller, the
  /// daemon and the machine's restarts.
  func submitJob(_ call: Incoming<Control.SubmitJob>) throws(WireError) -> Work
  /// The jobs that the caller may see, by number, a page at a time: if there is a `next`, call
  /// again with it as `after`.
  func listJobs(_ call: Incoming<Control.ListJobs>) throws(WireError) -> Work
  /// Takes a job back; one that runs is ended.
  func cancelJob(_ call: Incoming<Control.CancelJob>) throws(WireError) -> Work
  /// Runs a job now, regardless of its conditions; a finished one once more.
  func runJobNow(_ call: Incoming<Control.RunJobNow>) throws(WireError) -> Work
  /// Forgets a finished job, with its output; not one that another job waits for.
  func removeJob(_ call: Incoming<Control.RemoveJob>) throws(WireError) -> Work
  /// What the runs of a job have printed, in base 64.
  func jobOutput(_ call: Incoming<Control.JobOutput>) throws(WireError) -> Work
  /// The same of an app that was started without streams: the last mebibyte.
  func appOutput(_ call: Incoming<Control.AppOutput>) throws(WireError) -> Work
  /// Gives the daemon 1 to 256 transfers of the caller's own, which outlive the caller, the
  /// daemon and the machine's restarts.
  func submitTransfers(_ call: Incoming<Control.SubmitTransfers>) throws(WireError) -> Work
  /// The transfers that the caller may see, by number, a page at a time: if there is a `next`,
  /// call again with it as `after`.
  func listTransfers(_ call: Incoming<Control.ListTransfers>) throws(WireError) -> Work
  /// Holds transfers until ResumeTransfers; 1 to 256 numbers in one call, as in the four that
  /// follow.
  func pauseTransfers(_ call: Incoming<Control.PauseTransfers>) throws(WireError) -> Work
  /// `ResumeTransfers`, as the interface describes it.
  func resumeTransfers(_ call: Incoming<Control.ResumeTransfers>) throws(WireError) -> Work
  /// Cancels transfers; partial data is deleted.
  func cancelTransfers(_ call: Incoming<Control.CancelTransfers>) throws(WireError) -> Work
  /// Begins failed or cancelled transfers again.
  func retryTransfers(_ call: Incoming<Control.RetryTransfers>) throws(WireError) -> Work
  /// Removes finished transfers from the list; the files stay.
  func removeTransfers(_ call: Incoming<Control.RemoveTransfers>) throws(WireError) -> Work
  /// Sends a push to an app, as a sender would.
  func push(_ call: Incoming<Control.Push>) throws(WireError) -> Work
  /// What has become of the last pushes that came to an app from a gateway, oldest first.
  func listPushes(_ call: Incoming<Control.ListPushes>) throws(WireError) -> Work
  /// The notifications that apps have scheduled, or that were shown and not removed, by app.
  func listNotifications(_ call: Incoming<Control.ListNotifications>) throws(WireError) -> Work
  /// The user taps a notification, answers it with an action, or dismisses it; without an
  /// action it is a tap.
  func respond(_ call: Incoming<Control.Respond>) throws(WireError) -> Work
  /// For developers: the device is here now.
  func locate(_ call: Incoming<Control.Locate>) throws(WireError) -> Work
  /// Ends the call that an app carries.
  func endCall(_ call: Incoming<Control.EndCall>) throws(WireError) -> Work
  /// The accessories that are connected: those that the kernel shows, and those connected by a
  /// call.
  func listAccessories(_ call: Incoming<Control.ListAccessories>) throws(WireError) -> Work
  /// Connects an accessory that the kernel does not report, such as a terminal made by a
  /// program; apps are notified of it as of any other.
  func connectAccessory(_ call: Incoming<Control.ConnectAccessory>) throws(WireError) -> Work
  /// Disconnects such an accessory.
  func disconnectAccessory(_ call: Incoming<Control.DisconnectAccessory>) throws(WireError) -> Work
  /// Makes the caller the link to a push gateway, and tells it what concerns one: at once, and
  /// again after each turn in which that has changed.
  func attachPushLink(_ call: Incoming<Control.AttachPushLink>) throws(WireError) -> Work
  /// What `torpor doctor` says of the connection to the gateway, in one line.
  func reportPushLink(_ call: Incoming<Control.ReportPushLink>) throws(WireError) -> Work
  /// The gateway has given an app a token, with which the app is answered if it waits for one.
  func setPushToken(_ call: Incoming<Control.SetPushToken>) throws(WireError) -> Work
  /// Brings a push.
  func deliverPush(_ call: Incoming<Control.DeliverPush>) throws(WireError) -> Work
  /// The link has done what an app wants of a broadcast channel, and keeps it.
  func answerBroadcastChange(_ call: Incoming<Control.AnswerBroadcastChange>) throws(WireError)
    -> Work
  /// The gateway has given a channel the address to which its senders send.
  func setPushEndpoint(_ call: Incoming<Control.SetPushEndpoint>) throws(WireError) -> Work
  /// The gateway has forgotten a channel that has ended.
  func endPushChannel(_ call: Incoming<Control.EndPushChannel>) throws(WireError) -> Work
  /// Brings a message of a channel.
  func deliverMessage(_ call: Incoming<Control.DeliverMessage>) throws(WireError) -> Work
  /// The calls that make an app with its settings and habits again on another machine, or a
  /// job that has not finished, or, without either, the settings of the device: Install,
  /// ChangeSetting, AddUsage and SubmitJob.
  func export(_ call: Incoming<Control.Export>) throws(WireError) -> Work
  /// Says when an app was opened on another device, at most 1024 times, besides what is known
  /// here.
  func addUsage(_ call: Incoming<Control.AddUsage>) throws(WireError) -> Work
  /// `GetVersion`, as the interface describes it.
  func getVersion(_ call: Incoming<Control.GetVersion>) throws(WireError) -> Work
  /// What this machine has and lacks.
  func getCapabilities(_ call: Incoming<Control.GetCapabilities>) throws(WireError) -> Work
  /// Begins a recording, or says which one is there already: it has to be stopped, or replace
  /// has to be true.
  func startRecording(_ call: Incoming<Control.StartRecording>) throws(WireError) -> Work
  /// Ends the recording; wasRunning false: there was none that ran.
  func stopRecording(_ call: Incoming<Control.StopRecording>) throws(WireError) -> Work
  /// `GetRecording`, as the interface describes it.
  func getRecording(_ call: Incoming<Control.GetRecording>) throws(WireError) -> Work
  /// The digest of the whole state after an entry of the journal, for tests of replay.
  func getDigest(_ call: Incoming<Control.GetDigest>) throws(WireError) -> Work
}
