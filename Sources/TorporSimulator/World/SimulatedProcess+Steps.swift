import TorporCore
package import TorporModel

// What each step does.

extension SimulatedProcess {
  /// Does one step; it may block the strand.
  func perform(_ step: Step, on workItem: WorkItem) {
    if let callback = workItem.callback, workItem.kind == .callback, !callback.hasBegun {
      callback.hasBegun = true
      didCall(callback)
      return
    }
    switch step.kind {
    case .work(let length): keepBusy(workItem, for: length, isWorking: true)
    case .wait(let length): wait(length, on: workItem)
    case .async(let steps): branch(steps, from: workItem)
    case .beginBackgroundTask(let name): begin(name, on: workItem)
    case .endBackgroundTask(let name):
      ask(.endBackgroundTask(task: resources.tokens[name] ?? .invalid), for: workItem)
    case .expiringActivity(let reason, let steps):
      inbox.activities.append((reason, steps))
      ask(.performExpiringActivity(reason: reason, key: nextKey()), for: workItem)
    case .complete(let result):
      if let callback = workItem.callback, let subject = subject(of: callback) {
        complete(subject, with: result)
      }
    case .register(let identifier):
      ask(registration(of: identifier, on: workItem), for: workItem)
    case .submit(let submission):
      guard resources.submissionCount < app.submissionsMax else { break }
      resources.submissionCount += 1
      ask(.submitTask(submission.request), for: workItem, name: submission.label)
    case .cancel(let identifier):
      ask(.cancelTaskRequest(identifier: identifier), for: workItem)
    case .cancelAll: ask(.cancelTaskRequest(identifier: nil), for: workItem)
    case .progress(let percent): reportProgress(percent, on: workItem)
    case .setMinimumBackgroundFetchInterval(let interval):
      ask(.setFetchInterval(interval), for: workItem)
    case .save(let values): save(values)
    case .allocate(let bytes): allocate(bytes)
    case .free(let bytes): allocate(-bytes)
    case .crash: environment.didEnd(launch, .signalled(signal: SimulatedProcess.signalAbort))
    case .exit(let status): environment.didEnd(launch, .exited(status: status))
    case .hang: workItem.state = .hung
    case .useGPU:
      environment.report(.submittedGPUWork, launch)
      pauseUntilDealtWith()
    case .holdLock(let file): resources.lockedFiles.append(file)
    case .transfer(let start): begin(start, on: workItem)
    case .recreateSession(let session): recreateSession(session, on: workItem)
    case .cancelTransfer(let name):
      askAbout(name, on: workItem) { .cancel($0, keepsPartial: false) }
    case .answerChallenge(let name):
      askAbout(name, on: workItem) { .answerChallenge($0, .useCredential) }
    case .scheduleNotification, .cancelNotification: performNotification(step.kind, on: workItem)
    case .startLocation, .stopLocation, .monitorSignificantChanges, .monitorVisits,
      .monitorRegion, .stopMonitoring:
      performLocation(step.kind, on: workItem)
    case .ask(let request): ask(.service(request), for: workItem)
    case .requestAuthorization(let permission, let wantsAlways):
      let request = PermissionRequest.request(
        permission,
        wantsAlways: wantsAlways,
        isProvisional: false
      )
      ask(.service(.permission(request)), for: workItem)
    case .registerForPush, .registerForVoIP, .reportCall, .playAudio, .recordAudio, .stopAudio,
      .mixesWithOthers, .openAccessory, .closeAccessory, .connectPeripheral,
      .advertise, .handOverSocket, .readsSockets, .setKeepAlive:
      performMode(step.kind, on: workItem)
    }
  }

  /// SIGABRT, the signal of a failed assertion; 6 on every Linux.
  static var signalAbort: Int32 { 6 }

  private func wait(_ length: Duration, on workItem: WorkItem) {
    if let callback = workItem.callback, workItem.kind == .callback, callback.returnsAtWait {
      didReturn(callback)
    }
    keepBusy(workItem, for: length, isWorking: false)
    leaveMainThread(workItem)
  }

  private func branch(_ steps: [Step], from workItem: WorkItem) {
    let branch = WorkItem(.branch, steps: steps, callback: workItem.callback, isOnMainThread: false)
    threads.workItems.append(branch)
    let clock = environment.clock
    clock.schedule(at: clock.now()) { [weak self, weak branch] in
      guard let self, let branch else { return }
      goOn(branch)
    }
  }

  /// Runs steps beside the callbacks.
  func run(_ steps: [Step]) {
    let workItem = WorkItem(.branch, steps: steps, callback: nil, isOnMainThread: false)
    threads.workItems.append(workItem)
    goOn(workItem)
  }

  /// A handler that comes late is one for continued work (BG1), where its script submits the identifier for nothing else.
  private func registration(of identifier: String, on workItem: WorkItem) -> AppRequest {
    var isLaunching = false
    // A branch of it that lives longer than the callback comes late, too.
    if let callback = workItem.callback, !callback.hasReturned,
      case .didFinishLaunching = callback.delivery.callback
    {
      isLaunching = true
    }
    let type: TaskType? = !isLaunching && app.continuesOnly(identifier) ? .continued : nil
    return .registerTask(identifier: identifier, key: nextKey(), type: type)
  }

  private func begin(_ name: String, on workItem: WorkItem) {
    let hasHandler = app.callbacks[.expiration(name)] != nil
    ask(
      .beginBackgroundTask(name: name, hasExpirationHandler: hasHandler, key: nextKey()),
      for: workItem,
      name: name
    )
  }

  private func reportProgress(_ percent: Double, on workItem: WorkItem) {
    guard let callback = workItem.callback, let subject = subject(of: callback) else { return }
    let permille = Int((percent * 10).rounded())
    ask(
      .reportProgress(
        callback: subject.delivery.token,
        permille: permille,
        title: nil,
        subtitle: nil
      ),
      for: workItem
    )
  }

  private func save(_ values: [SavedValue]) {
    for value in values {
      environment.storage.saved[value.key] = value.value
      environment.recorder.record(
        .saved(key: value.key, value: value.value),
        of: app.alias,
        launch: launch
      )
    }
  }

  private func allocate(_ bytes: Int64) {
    resources.extraBytes += bytes
    reportFootprint()
  }
}

/// What an app keeps when its process ends.
package final class AppStorage {
  package var saved: [String: String] = [:]
  /// What is in its caches.
  package var cacheBytes: Int64 = 0
  /// Whether the push service knows the app; a token outlives the process.
  package var isRegisteredForPush = false
  /// Whether it knows the app for VoIP pushes.
  package var isRegisteredForVoIP = false
  /// The newest transfer of each name.
  package var transfers: [String: TransferIdentifier] = [:]
  /// How the app last created each of its background sessions.
  var sessions: [String: SessionConfiguration] = [:]
  /// How many transfers it has asked for; makes the keys of requests its own for ever.
  var transferCount = 0

  /// Makes the storage of an app that was just installed.
  package init() {}
}
