package import TorporModel

/// The timeline as lines of text: time, app, what.
package enum TimelineText {
  /// One row; the columns are 12 and 10 letters wide where the text allows.
  package static func line(_ entry: TimelineEntry) -> String {
    let time = DurationText.short(entry.at)
    let app = entry.app ?? "device"
    return pad(time, to: 12) + pad(app, to: 10) + sentence(entry.event)
  }

  /// What was seen, for people.
  package static func sentence(_ event: TimelineEvent) -> String {
    switch event {
    case .script(let text): "· \(text)"
    case .state(let state): "is \(state.rawValue)"
    case .launched(.foreground): "launched into the foreground"
    case .launched(.background(let reason)): "launched into the background for \(reason.rawValue)"
    case .called(let name): "\(name) called"
    case .shown(let notification): "the notification \(notification) is shown"
    case .completed(let name, let result): "\(name) completed: \(result.rawValue)"
    case .answered(let request, let reply): "\(words(request)): \(words(reply))"
    case .submitted(let label, let outcome): "submitted \(label): \(outcome.rawValue)"
    case .saved(let key, let value): "saved \(key): \(value)"
    case .frozen: "frozen"
    case .thawed: "thawed"
    case .exited(let status): words(status)
    case .ended(let reason): "ended: \(reason.name)"
    case .decided(let decision): words(decision)
    case .deviceWoke: "wakes up"
    case .violation(let sentence): "BROKEN RULE: \(sentence)"
    }
  }

  private static func words(_ request: AppRequest) -> String {
    switch request {
    case .attach: "listens"
    case .returned: "callback returned"
    case .complete: "completion handler called"
    case .beginBackgroundTask(let name, _, _): "beginBackgroundTask \(name ?? "")"
    case .endBackgroundTask(let task): "endBackgroundTask \(task)"
    case .performExpiringActivity(let reason, _): "performExpiringActivity \(reason)"
    case .backgroundTimeRemaining: "backgroundTimeRemaining"
    case .isMultitaskingSupported: "isMultitaskingSupported"
    case .registerTask(let identifier, _, _): "register \(identifier)"
    case .submitTask(let request): "submit \(request.kind.type.rawValue) \(request.identifier)"
    case .cancelTaskRequest(let identifier): "cancel \(identifier ?? "all task requests")"
    case .pendingTaskRequests: "pendingTaskRequests"
    case .setExpirationHandler(_, let isSet): "expiration handler \(isSet ? "set" : "taken back")"
    case .reportProgress(_, let permille, _, _): "progress \(permille)‰"
    case .session(let request): words(request)
    case .service(let request): "\(request)"
    case .setFetchInterval(let interval): "setMinimumBackgroundFetchInterval \(words(interval))"
    }
  }

  private static func words(_ request: SessionRequest) -> String {
    switch request {
    case .open(let session): "makes the session \(session.identifier)"
    case .start(let session, let requests, _): "starts \(requests.count) in \(session)"
    case .cancel(let transfer, _): "cancels transfer \(transfer)"
    case .suspend(let transfer): "suspends transfer \(transfer)"
    case .resume(let transfer), .begin(let transfer, _): "resumes transfer \(transfer)"
    case .list(let session, _): "lists \(session)"
    case .answerChallenge(let transfer, let answer):
      "answers the challenge of transfer \(transfer): \(answer.rawValue)"
    case .answerDelayedRequest(let transfer, let answer):
      "answers for transfer \(transfer): \(answer.rawValue)"
    case .invalidate(let session, let cancels):
      cancels ? "invalidates \(session) and cancels" : "finishes and invalidates \(session)"
    }
  }

  private static func words(_ interval: FetchInterval) -> String {
    switch interval {
    case .never: "never"
    case .minimum: "minimum"
    case .atLeast(let length): DurationText.short(length)
    }
  }

  private static func words(_ reply: Reply) -> String {
    switch reply {
    case .done: "done"
    case .task(let task): task == .invalid ? "invalid" : "task \(task)"
    case .multitasking(let isSupported): isSupported ? "multitasking" : "no multitasking"
    case .timeRemaining(let length): length.map { DurationText.short($0) } ?? "unlimited"
    case .launched(let launch): "process \(launch)"
    case .registered(let isPermitted): isPermitted ? "registered" : "not permitted"
    case .pendingTasks(let tasks):
      tasks.isEmpty ? "none" : tasks.map(\.request.identifier).joined(separator: ", ")
    case .job(let job, let isNew): isNew ? "job \(job)" : "job \(job) as it was"
    case .transfersAccepted(let first, let count):
      count == 1 ? "transfer \(first)" : "\(count) transfers from \(first) on"
    case .transfers(let transfers, _): "\(transfers.count) transfers"
    case .service(let reply): "\(reply)"
    case .refused(.scheduler(let error, _)): error.name
    case .refused(.misuse(let misuse)): misuse.message
    case .refused(let refusal): "refused (\(refusal))"
    }
  }

  private static func words(_ status: ExitStatus) -> String {
    switch status {
    case .exited(let status): "process exited with status \(status)"
    case .signalled(let signal): "process ended by signal \(signal)"
    case .outOfMemory: "process ended by the kernel, out of memory"
    case .unknown: "process gone"
    case .notStarted(let errno): "process not started, errno \(errno)"
    case .notInFolder(let path, let errno): "process not started in \(path), errno \(errno)"
    }
  }

  private static func words(_ decision: Decision) -> String { "decided: " + phrase(decision) }

  /// A decision with what it was taken because of.
  package static func phrase(_ decision: Decision) -> String {
    let reasons = decision.conditions.map { condition in
      condition.holds ? condition.reason.rawValue : "not \(condition.reason.rawValue)"
    }
    let because = reasons.isEmpty ? "" : " because of \(reasons.joined(separator: ", "))"
    return "\(word(decision.action)) \(decision.verdict.rawValue)\(because)"
  }

  private static func word(_ action: Decision.Action) -> String {
    switch action {
    case .install: "install"
    case .adopt: "adopt"
    case .remove: "remove"
    case .launch(let destination): destination.isForeground ? "launch" : "launch in background"
    case .moveToForeground: "move to the foreground"
    case .moveToBackground: "move to the background"
    case .freeze: "freeze"
    case .thaw: "thaw"
    case .end(let reason): "end (\(reason.name))"
    case .endCommand(let reason, let remaining):
      "end the command (\(reason.name), \(remaining) left)"
    case .beginTask(let task, let name): "begin task \(name ?? task.description)"
    case .endTask(let task, let name): "end task \(name ?? task.description)"
    case .expireTask(let task, let name): "expire task \(name ?? task.description)"
    case .wake(let reason): "wake for \(reason.rawValue)"
    case .endUse(let use): "end the use of \(use.rawValue)"
    case .warnOfMemory: "warn of memory"
    case .pageOut: "page out"
    case .readBack: "read back"
    case .exempt: "exempt"
    case .endExemption: "end the exemption"
    case .changeSettings: "change the settings"
    case .submit(let activity): "accept \(activity.name)"
    case .cancel(let activity): "cancel \(activity.name)"
    case .run(let activity): "run \(activity.name)"
    case .expire(let activity): "expire \(activity.name)"
    case .finish(let activity, let result): "finish \(activity.name) (\(result.rawValue))"
    case .schedule(let name): "schedule notification \(name)"
    case .show(let name): "show notification \(name)"
    case .use(let permission): "use \(permission.rawValue)"
    case .provide(let capability): "provide \(capability.rawValue)"
    case .sleep(let length): "sleep for \(DurationText.short(length))"
    case .sleepAgain: "sleep again"
    case .purgeCaches(let bytes): "purge caches (\(bytes) bytes)"
    case .offload: "offload"
    case .restoreProgram: "restore the program"
    }
  }

  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
