import TorporCore
package import TorporModel

// What each step does.

extension SimulatedProcess {
  /// Does one step; it may block the strand.
  func perform(_ step: Step, on strand: Strand) {
    if let callback = strand.callback, strand.kind == .callback, !callback.hasBegun {
      callback.hasBegun = true
      didCall(callback)
      return
    }
    switch step.kind {
    case .work(let length): keepBusy(strand, for: length, isWorking: true)
    case .wait(let length): wait(length, on: strand)
    case .async(let steps): branch(steps, from: strand)
    case .beginBackgroundTask(let name): begin(name, on: strand)
    case .endBackgroundTask(let name):
      ask(.endBackgroundTask(task: resources.tokens[name] ?? .invalid), for: strand)
    case .expiringActivity(let reason, let steps):
      inbox.activities.append((reason, steps))
      ask(.performExpiringActivity(reason: reason, key: nextKey()), for: strand)
    case .complete(let result):
      if let callback = strand.callback, let subject = subject(of: callback) {
        complete(subject, with: result)
      }
    case .register(let identifier):
      ask(.registerTask(identifier: identifier, key: nextKey()), for: strand)
    case .submit(let submission):
      guard resources.submissionCount < app.submissionsMax else { break }
      resources.submissionCount += 1
      ask(.submitTask(submission.request), for: strand, name: submission.label)
    case .cancel(let identifier):
      ask(.cancelTaskRequest(identifier: identifier), for: strand)
    case .cancelAll: ask(.cancelTaskRequest(identifier: nil), for: strand)
    case .progress(let percent): reportProgress(percent, on: strand)
    case .setMinimumBackgroundFetchInterval(let interval):
      ask(.setFetchInterval(interval), for: strand)
    case .save(let values): save(values)
    case .allocate(let bytes): allocate(bytes)
    case .free(let bytes): allocate(-bytes)
    case .crash: surroundings.didEnd(launch, .signalled(signal: SimulatedProcess.signalAbort))
    case .exit(let status): surroundings.didEnd(launch, .exited(status: status))
    case .hang: strand.state = .hung
    case .useGPU:
      surroundings.report(.submittedGPUWork, launch)
      pauseUntilDealtWith()
    case .holdLock(let file): resources.lockedFiles.append(file)
    case .transfer(let start): begin(start, on: strand)
    case .recreateSession(let session): recreateSession(session, on: strand)
    case .cancelTransfer(let name):
      askAbout(name, on: strand) { .cancel($0, keepsPartial: false) }
    case .answerChallenge(let name):
      askAbout(name, on: strand) { .answerChallenge($0, .useCredential) }
    case .scheduleNotification, .cancelNotification: performNotification(step.kind, on: strand)
    case .startLocation, .stopLocation, .monitorSignificantChanges, .monitorVisits,
      .monitorRegion, .stopMonitoring:
      performLocation(step.kind, on: strand)
    case .ask(let request): ask(.mode(request), for: strand)
    case .registerForPush, .registerForVoIP, .reportCall, .playAudio, .recordAudio, .stopAudio,
      .mixesWithOthers, .openAccessory, .closeAccessory, .connectPeripheral,
      .advertise, .handOverSocket, .readsSockets, .setKeepAlive:
      performMode(step.kind, on: strand)
    }
  }

  /// SIGABRT, the signal of a failed assertion; 6 on every Linux.
  static var signalAbort: Int32 { 6 }

  private func wait(_ length: Duration, on strand: Strand) {
    if let callback = strand.callback, strand.kind == .callback, callback.returnsAtWait {
      didReturn(callback)
    }
    keepBusy(strand, for: length, isWorking: false)
    leaveMainThread(strand)
  }

  private func branch(_ steps: [Step], from strand: Strand) {
    let branch = Strand(.branch, steps: steps, callback: strand.callback, isOnMainThread: false)
    threads.strands.append(branch)
    let clock = surroundings.clock
    clock.schedule(at: clock.now()) { [weak self, weak branch] in
      guard let self, let branch else { return }
      goOn(branch)
    }
  }

  /// Runs steps beside the callbacks.
  func run(_ steps: [Step]) {
    let strand = Strand(.branch, steps: steps, callback: nil, isOnMainThread: false)
    threads.strands.append(strand)
    goOn(strand)
  }

  private func begin(_ name: String, on strand: Strand) {
    let hasHandler = app.callbacks[.expiration(name)] != nil
    ask(
      .beginBackgroundTask(name: name, hasExpirationHandler: hasHandler, key: nextKey()),
      for: strand,
      name: name
    )
  }

  private func reportProgress(_ percent: Double, on strand: Strand) {
    guard let callback = strand.callback, let subject = subject(of: callback) else { return }
    let permille = Int((percent * 10).rounded())
    ask(
      .reportProgress(
        callback: subject.delivery.token,
        permille: permille,
        title: nil,
        subtitle: nil
      ),
      for: strand
    )
  }

  private func save(_ values: [SavedValue]) {
    for value in values {
      surroundings.storage.saved[value.key] = value.value
      surroundings.recorder.record(
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
