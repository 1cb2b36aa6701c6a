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

  /// Returns every app with its status, sorted by identifier.
  func list(_ call: Incoming<Control.List>) throws(WireError) -> Work
  /// Returns every app with its status, sorted by identifier, and the device, all at one
  /// moment; with `follow`, which needs `more`, both again after each turn in which any of
  /// them has changed, until the connection ends.
  func watch(_ call: Incoming<Control.Watch>) throws(WireError) -> Work
  /// Returns the apps in the switcher, most recently on screen first: all that are running,
  /// and those that the system ended and that have a picture.
  func listSwitcher(_ call: Incoming<Control.ListSwitcher>) throws(WireError) -> Work
  /// `Status`, as the interface describes it.
  func status(_ call: Incoming<Control.Status>) throws(WireError) -> Work
  /// Runs a command as an app that exists until the command ends.
  func run(_ call: Incoming<Control.Run>) throws(WireError) -> Work
  /// Replies when the command has ended; processes that it started may continue as the app
  /// (remaining).
  func wait(_ call: Incoming<Control.Wait>) throws(WireError) -> Work
  /// Sends a signal, by its number, to the command that Run started.
  func signal(_ call: Incoming<Control.Signal>) throws(WireError) -> Work
  /// Starts the app, or brings it to the front.
  func launch(_ call: Incoming<Control.Launch>) throws(WireError) -> Work
  /// Takes the app, or every app on screen, off the screen.
  func home(_ call: Incoming<Control.Home>) throws(WireError) -> Work
  /// Removes the app from the app switcher: it ends, and is not started in the background
  /// until the user opens it.
  func quit(_ call: Incoming<Control.Quit>) throws(WireError) -> Work
  /// `Lock`, as the interface describes it.
  func lock(_ call: Incoming<Control.Lock>) throws(WireError) -> Work
  /// `Unlock`, as the interface describes it.
  func unlock(_ call: Incoming<Control.Unlock>) throws(WireError) -> Work
  /// Installs an app; the parameters up to isCooperative are those of its Info.plist, and its
  /// entitlements.
  func install(_ call: Incoming<Control.Install>) throws(WireError) -> Work
  /// `Uninstall`, as the interface describes it.
  func uninstall(_ call: Incoming<Control.Uninstall>) throws(WireError) -> Work
  /// Returns how much disk space one app, or each installed app, uses, sorted by identifier.
  func getStorage(_ call: Incoming<Control.GetStorage>) throws(WireError) -> Work
  /// Removes the caches of an app; its data is kept.
  func purgeCaches(_ call: Incoming<Control.PurgeCaches>) throws(WireError) -> Work
  /// Announces that the program of an app is about to be moved into an archive, for its user:
  /// from now on the app runs only when its user has it run, and its program is restored then.
  func offload(_ call: Incoming<Control.Offload>) throws(WireError) -> Work
  /// Reports that the program of an app is where it was installed: the app runs for its
  /// requests, as before.
  func restoreProgram(_ call: Incoming<Control.RestoreProgram>) throws(WireError) -> Work
  /// Writes the memory of a suspended app to swap now; refused without swap.
  func pageOut(_ call: Incoming<Control.PageOut>) throws(WireError) -> Work
  /// Returns the suspended apps, sorted by identifier, or one of them, and how much of their
  /// memory is in swap.
  func getPaging(_ call: Incoming<Control.GetPaging>) throws(WireError) -> Work
  /// Returns the status of an app and the latest decisions about it, oldest first.
  func why(_ call: Incoming<Control.Why>) throws(WireError) -> Work
  /// Returns the newest decisions after a row of the ledger, oldest first; with `follow`,
  /// which needs `more`, also each later decision as it is made, until the connection ends.
  func log(_ call: Incoming<Control.Log>) throws(WireError) -> Work
  /// Answers a frequent question about an app, by the name of the question, such as
  /// refreshNeverRan; without one, all questions that the app gives rise to.
  func diagnose(_ call: Incoming<Control.Diagnose>) throws(WireError) -> Work
  /// Returns what apps used in the last hours, including the current one, on and off screen,
  /// hour by hour; for a single app also its receipts.
  func describeBattery(_ call: Incoming<Control.DescribeBattery>) throws(WireError) -> Work
  /// Returns the advice that the figures of the last 24 hours support, and no other.
  func getAdvice(_ call: Incoming<Control.GetAdvice>) throws(WireError) -> Work
  /// Returns the settings of an app, or, without one, of the device.
  func getSettings(_ call: Incoming<Control.GetSettings>) throws(WireError) -> Work
  /// Changes settings of an app or of the device; settings that are left out are not changed.
  func changeSetting(_ call: Incoming<Control.ChangeSetting>) throws(WireError) -> Work
  /// Returns the settings of an app, or, without one, of the device, that an administrator has
  /// fixed, and the file that fixes them.
  func getRestrictions(_ call: Incoming<Control.GetRestrictions>) throws(WireError) -> Work
  /// Returns the programs that the desktop has started, and what adoption does or would do
  /// with them now.
  func listAdoptable(_ call: Incoming<Control.ListAdoptable>) throws(WireError) -> Work
  /// Prevents an app from being frozen or ended, for a time or until EndExemption.
  func exempt(_ call: Incoming<Control.Exempt>) throws(WireError) -> Work
  /// `EndExemption`, as the interface describes it.
  func endExemption(_ call: Incoming<Control.EndExemption>) throws(WireError) -> Work
  /// For developers: runs a pending task now, regardless of its begin date and of every
  /// condition; without `app`, that of any of the caller's apps that has one with that
  /// identifier.
  func simulateLaunch(_ call: Incoming<Control.SimulateLaunch>) throws(WireError) -> Work
  /// For developers: ends the time of a running task now.
  func simulateExpiration(_ call: Incoming<Control.SimulateExpiration>) throws(WireError) -> Work
  /// Cancels a running task for the user, and its expiration handler is called; or removes a
  /// continued one that waits for its turn, of which the app is not notified.
  func cancelTask(_ call: Incoming<Control.CancelTask>) throws(WireError) -> Work
  /// Deletes what is known about when the user used the app, or, without it, any app.
  func forgetUsage(_ call: Incoming<Control.ForgetUsage>) throws(WireError) -> Work
  /// Returns the background work that is waiting or running, of an app or of all that the
  /// caller may see, sorted by app, then by submission.
  func listActivities(_ call: Incoming<Control.ListActivities>) throws(WireError) -> Work
  /// Returns when the user opens the app, as far as this was learned; absent for an app that
  /// was never opened.
  func describeUsage(_ call: Incoming<Control.DescribeUsage>) throws(WireError) -> Work
  /// Submits a command that waits for its conditions, and outlives the caller, the daemon and
  /// the machine's restarts.
  func submitJob(_ call: Incoming<Control.SubmitJob>) throws(WireError) -> Work
  /// Returns the jobs that the caller may see, sorted by number, a page at a time: if there is
  /// a `next`, call again with it as `after`.
  func listJobs(_ call: Incoming<Control.ListJobs>) throws(WireError) -> Work
  /// Cancels a job; one that is running is ended.
  func cancelJob(_ call: Incoming<Control.CancelJob>) throws(WireError) -> Work
  /// Runs a job now, regardless of its conditions; a finished job is run again.
  func runJobNow(_ call: Incoming<Control.RunJobNow>) throws(WireError) -> Work
  /// Removes a finished job and its output; refused if another job waits for it.
  func removeJob(_ call: Incoming<Control.RemoveJob>) throws(WireError) -> Work
  /// Returns what the runs of a job have printed, in Base64.
  func jobOutput(_ call: Incoming<Control.JobOutput>) throws(WireError) -> Work
  /// Returns the same for an app that was started without streams: the last mebibyte.
  func appOutput(_ call: Incoming<Control.AppOutput>) throws(WireError) -> Work
  /// Submits 1 to 256 transfers of the caller's own, which outlive the caller, the daemon and
  /// the machine's restarts.
  func submitTransfers(_ call: Incoming<Control.SubmitTransfers>) throws(WireError) -> Work
  /// Returns the transfers that the caller may see, sorted by number, a page at a time: if
  /// there is a `next`, call again with it as `after`.
  func listTransfers(_ call: Incoming<Control.ListTransfers>) throws(WireError) -> Work
  /// Pauses transfers until ResumeTransfers; 1 to 256 numbers in one call, as in the four that
  /// follow.
  func pauseTransfers(_ call: Incoming<Control.PauseTransfers>) throws(WireError) -> Work
  /// `ResumeTransfers`, as the interface describes it.
  func resumeTransfers(_ call: Incoming<Control.ResumeTransfers>) throws(WireError) -> Work
  /// Cancels transfers; partial data is deleted.
  func cancelTransfers(_ call: Incoming<Control.CancelTransfers>) throws(WireError) -> Work
  /// Starts failed or cancelled transfers again.
  func retryTransfers(_ call: Incoming<Control.RetryTransfers>) throws(WireError) -> Work
  /// Removes finished transfers from the list; the files are kept.
  func removeTransfers(_ call: Incoming<Control.RemoveTransfers>) throws(WireError) -> Work
  /// Sends a push to an app, as a sender would.
  func push(_ call: Incoming<Control.Push>) throws(WireError) -> Work
  /// Returns the last pushes that an app received from a gateway, with the stage of each,
  /// oldest first.
  func listPushes(_ call: Incoming<Control.ListPushes>) throws(WireError) -> Work
  /// Returns the notifications that apps have scheduled, and those that were shown and not
  /// removed, sorted by app.
  func listNotifications(_ call: Incoming<Control.ListNotifications>) throws(WireError) -> Work
  /// Responds to a notification as the user: taps it, answers it with an action, or dismisses
  /// it; without an action it is a tap.
  func respond(_ call: Incoming<Control.Respond>) throws(WireError) -> Work
  /// For developers: sets the location of the device.
  func locate(_ call: Incoming<Control.Locate>) throws(WireError) -> Work
  /// Ends the active call of an app.
  func endCall(_ call: Incoming<Control.EndCall>) throws(WireError) -> Work
  /// Returns the connected accessories: those that the kernel reports, and those connected by
  /// a call.
  func listAccessories(_ call: Incoming<Control.ListAccessories>) throws(WireError) -> Work
  /// Connects an accessory that the kernel does not report, such as a terminal made by a
  /// program; apps are notified of it as of any other.
  func connectAccessory(_ call: Incoming<Control.ConnectAccessory>) throws(WireError) -> Work
  /// Disconnects an accessory that was connected by a call.
  func disconnectAccessory(_ call: Incoming<Control.DisconnectAccessory>) throws(WireError) -> Work
  /// Makes the caller the link to a push gateway, and sends it what concerns a link: at once,
  /// and again after each turn in which that has changed.
  func attachPushLink(_ call: Incoming<Control.AttachPushLink>) throws(WireError) -> Work
  /// Sets what `torpor doctor` reports about the connection to the gateway, in one line.
  func reportPushLink(_ call: Incoming<Control.ReportPushLink>) throws(WireError) -> Work
  /// Sets the token that the gateway has given an app, which is the answer to the app if it
  /// waits for one.
  func setPushToken(_ call: Incoming<Control.SetPushToken>) throws(WireError) -> Work
  /// Delivers a push.
  func deliverPush(_ call: Incoming<Control.DeliverPush>) throws(WireError) -> Work
  /// Reports that the link has made a change that an app requested for a broadcast channel,
  /// and saves it.
  func answerBroadcastChange(_ call: Incoming<Control.AnswerBroadcastChange>) throws(WireError)
    -> Work
  /// Sets the address that the gateway has given a channel, to which its senders send.
  func setPushEndpoint(_ call: Incoming<Control.SetPushEndpoint>) throws(WireError) -> Work
  /// Reports that the gateway has deleted a channel that has ended.
  func endPushChannel(_ call: Incoming<Control.EndPushChannel>) throws(WireError) -> Work
  /// Delivers a message of a channel.
  func deliverMessage(_ call: Incoming<Control.DeliverMessage>) throws(WireError) -> Work
  /// Returns the calls that recreate an app with its settings and habits on another machine,
  /// or a job that has not finished, or, without either, the settings of the device: Install,
  /// ChangeSetting, AddUsage and SubmitJob.
  func export(_ call: Incoming<Control.Export>) throws(WireError) -> Work
  /// Reports when an app was opened on another device, at most 1024 times, in addition to what
  /// is known here.
  func addUsage(_ call: Incoming<Control.AddUsage>) throws(WireError) -> Work
  /// `GetVersion`, as the interface describes it.
  func getVersion(_ call: Incoming<Control.GetVersion>) throws(WireError) -> Work
  /// Returns the capabilities that this machine has, and those that it lacks.
  func getCapabilities(_ call: Incoming<Control.GetCapabilities>) throws(WireError) -> Work
  /// Starts a recording, or returns the existing one, which must be stopped first, unless
  /// replace is true.
  func startRecording(_ call: Incoming<Control.StartRecording>) throws(WireError) -> Work
  /// Ends the recording.
  func stopRecording(_ call: Incoming<Control.StopRecording>) throws(WireError) -> Work
  /// `GetRecording`, as the interface describes it.
  func getRecording(_ call: Incoming<Control.GetRecording>) throws(WireError) -> Work
  /// Returns the digest of the whole state after an entry of the journal, for tests of replay.
  func getDigest(_ call: Incoming<Control.GetDigest>) throws(WireError) -> Work
}
