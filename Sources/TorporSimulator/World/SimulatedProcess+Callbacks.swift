import TorporModel

// What the system says to the process, and what it answers.

extension SimulatedProcess {
  /// A callback has come in; it runs when the threads before it let it.
  func receive(_ delivery: Delivery) {
    guard !isEnded, inbox.isAttached else { return }
    if let known = inbox.callbacks[delivery.token] {
      answerAgain(known)
      return
    }
    let callback = RunningCallback(delivery)
    inbox.callbacks[delivery.token] = callback
    let workItem = WorkItem(
      .callback,
      steps: steps(for: delivery.callback),
      callback: callback,
      isOnMainThread: delivery.callback.runsOnMainThread
    )
    threads.workItems.append(workItem)
    // The call itself is a step, so that it is seen when it runs and not when it was sent.
    workItem.steps.insert(Step(.async([])), at: workItem.steps.startIndex)
    goOn(workItem)
  }

  /// The app begins to run the callback.
  func didCall(_ callback: RunningCallback) {
    environment.recorder.record(.called(name: callback.name), of: app.alias, launch: launch)
    switch callback.delivery.callback {
    case .didFinishLaunching(let destination): resize(isShrunk: !destination.isForeground)
    case .willEnterForeground, .didBecomeActive: resize(isShrunk: false)
    case .service(let callback): noteCalled(callback)
    default: break
    }
    let delivery = callback.delivery.callback
    if delivery.hasCompletionHandler || delivery.asksForPresentation, entry(for: delivery) == nil {
      complete(callback, with: delivery.resultOfNothing)
    } else if case .launchTask(let identifier, _) = delivery,
      app.callbacks[.expiration(identifier)] != nil
    {
      ask(.setExpirationHandler(callback: callback.delivery.token, isSet: true))
    }
  }

  /// The callback whose work a step in this one is about; `nil`: there is none.
  ///
  /// An expiration is that of a task, and what is called last for a session calls the handler that the
  /// app has stored.
  func subject(of callback: RunningCallback) -> RunningCallback? {
    switch callback.delivery.callback {
    case .taskExpiration(let task, _): inbox.callbacks[task] ?? callback
    case .session(.didFinishEvents(let session)): storedHandler(of: session)
    default: callback
    }
  }

  private func storedHandler(of session: String) -> RunningCallback? {
    inbox.callbacks.values.filter { callback in
      callback.delivery.callback == .session(.handleEvents(session: session))
        && callback.hasBegun && callback.completion == nil
    }
    .max { $0.delivery.token < $1.delivery.token }
  }

  /// The callback has returned to the system.
  func didReturn(_ callback: RunningCallback) {
    guard !callback.hasReturned, !isEnded else { return }
    callback.hasReturned = true
    if case .didEnterBackground = callback.delivery.callback { resize(isShrunk: true) }
    ask(.returned(callback: callback.delivery.token))
  }

  /// The app calls the completion handler.
  func complete(_ callback: RunningCallback, with result: CompletionResult) {
    callback.completion = result
    environment.recorder.record(
      .completed(name: callback.name, result: result),
      of: app.alias,
      launch: launch
    )
    tell(result, of: callback)
  }

  private func tell(_ result: CompletionResult, of callback: RunningCallback) {
    let token = callback.delivery.token
    if callback.delivery.callback.asksForPresentation { return present(token, after: result) }
    ask(.complete(callback: token, result: result))
  }

  /// A daemon that lost our answer in its crash sends the callback again.
  private func answerAgain(_ callback: RunningCallback) {
    let token = callback.delivery.token
    if let result = callback.completion { tell(result, of: callback) }
    if callback.hasReturned { ask(.returned(callback: token)) }
  }

  private func resize(isShrunk: Bool) {
    guard resources.isShrunk != isShrunk else { return }
    resources.isShrunk = isShrunk
    reportFootprint()
  }

  private func entry(for callback: Callback) -> [Step]? {
    callback.scenarioName.flatMap { app.callbacks[$0] }
  }

  private func steps(for callback: Callback) -> [Step] {
    guard case .expiringActivity(_, let reason, false) = callback else {
      return entry(for: callback) ?? []
    }
    guard let index = inbox.activities.firstIndex(where: { $0.reason == reason }) else { return [] }
    return inbox.activities.remove(at: index).steps
  }

  // MARK: Requests

  /// Asks the system; `strand` goes on when the answer is there.
  func ask(
    _ request: AppRequest,
    for workItem: WorkItem? = nil,
    name: String? = nil,
    carrying contents: [TransferContent] = []
  ) {
    workItem?.state = .awaitingReply
    let id = environment.ask(launch, request, contents)
    inbox.requests.append(
      Asked(id: id, request: request, workItem: workItem, name: name, contents: contents)
    )
  }

  /// The system has answered.
  func receive(_ reply: Reply, to id: RequestIdentifier) {
    guard !isEnded else { return }
    guard !isFrozen else {
      inbox.held.append((id, reply))
      return
    }
    guard let index = inbox.requests.firstIndex(where: { $0.id == id }) else { return }
    let asked = inbox.requests.remove(at: index)
    record(.answered(asked.request, reply))
    keep(reply, of: asked)
    if reply == .done { noteSuccess(of: asked.request) }
    if case .service(let request) = asked.request, !reply.isRefusal { noteSuccess(of: request) }
    if reply.isException {
      environment.didEnd(launch, .signalled(signal: SimulatedProcess.signalAbort))
      return
    }
    guard let workItem = asked.workItem else { return }
    workItem.state = .ready
    goOn(workItem)
  }

  /// The device has taken in what the app said.
  private func noteSuccess(of request: AppRequest) {
    switch request {
    case .session(.open(let configuration)):
      resources.sessions[configuration.identifier] = configuration
    case .returned(let token):
      let callback = inbox.callbacks[token]?.delivery.callback
      guard case .session(.didComplete(_, let transfer, _)) = callback else { return }
      environment.wasTold(transfer)
    default: break
    }
  }

  /// Keeps what a reply gives under the name that the step has for it.
  private func keep(_ reply: Reply, of asked: Asked) {
    guard let name = asked.name else { return }
    if case .task(let task) = reply { resources.tokens[name] = task }
    if case .transfersAccepted(let first, _) = reply {
      environment.storage.transfers[name] = first
    }
    if case .submitTask = asked.request, let outcome = SubmissionOutcome(reply) {
      record(.submitted(label: name, outcome))
    }
  }

  private func record(_ event: TimelineEvent) {
    environment.recorder.record(event, of: app.alias, launch: launch)
  }

  /// A name for a request, so that repeating it after a lost reply gives the same task.
  func nextKey() -> String {
    inbox.keyCount += 1
    return "\(inbox.keyCount)"
  }
}

extension Reply {
  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}

extension Callback {
  /// What an app that says nothing of the callback completes it with.
  fileprivate var resultOfNothing: CompletionResult {
    if case .launchTask = self { .success } else { .noData }
  }

  /// The name under which an app says what it does in the callback; `nil` where its steps come from
  /// elsewhere.
  var scenarioName: CallbackName? {
    switch self {
    case .backgroundTaskExpiration(let task, let name): .expiration(name ?? task.description)
    case .expiringActivity(_, let reason, let expired): expired ? .expiringActivity(reason) : nil
    // Scenarios mean by `didCompleteWithError` a call with an error. On Apple's systems, and here,
    // a task that went well comes there too, which no scenario has steps for.
    case .session(.didComplete(_, _, let outcome)) where outcome.error == nil: nil
    default: CallbackName(name)
    }
  }

  /// What the timeline calls it: as scenarios do, and otherwise so that no scenario means it.
  var timelineName: String {
    switch self {
    case .session(.didComplete(_, _, let outcome)) where outcome.error == nil: "\(name) nil"
    // The first call is the block that the step has; scenarios mean the one that warns.
    case .expiringActivity(_, _, expired: false): "\(name) block"
    default: name
    }
  }
}
