// Decisions as sentences for users: "froze mail: nothing left to do". Facts stay in the values; the
// sentences are built here, in one place, for the command line, the simulator and logs.

extension Decision {
  /// Returns the decision in one line, without its time: the action and its app, a colon, and the reasons.
  ///
  /// `name` replaces the app's identifier, for a table that shows display names.
  package func sentence(naming name: String? = nil) -> String {
    let subject = app.map { name ?? $0.shownName } ?? "the device"
    let because = reasons
    let way = broadcastChannel.map { " on broadcast channel \($0)" } ?? ""
    let what =
      switch verdict {
      case .done:
        stopOfJob ?? failureCommand ?? registration(of: subject) ?? shownLate(subject)
          ?? action.done(to: subject) + way
      case .denied: "did not " + action.order(to: subject) + way
      case .waiting: pauseOfJob ?? "cannot " + action.order(to: subject) + way + " yet"
      }
    return because.isEmpty ? what : what + ": " + because.joined(separator: "; ")
  }

  /// "stopped job 3", where the end of a run is not a failure: the job will run again.
  private var stopOfJob: String? {
    guard case .finish(let activity, .failure) = action, activity.isJob else { return nil }
    let isAgain = conditions.contains { condition in
      [.conditionLost, .reboot, .daemonRestart].contains(condition.reason)
    }
    return isAgain ? "stopped \(activity.phrase), which will run again" : nil
  }

  /// "started the --on-failure command of job 3": the command for a failure, not a run of the job.
  private var failureCommand: String? {
    guard case .run(let activity) = action,
      conditions.contains(where: { $0.reason == .failureCommand && $0.holds })
    else { return nil }
    return "started the --on-failure command of \(activity.phrase)"
  }

  /// "registered run.make": a command of `torpor run` is an app only for as long as it runs.
  private func registration(of subject: String) -> String? {
    guard case .install = action, let app, app.text.hasPrefix("run.") else { return nil }
    return "registered \(subject)"
  }

  /// "showed notification 'ready' of mail", for one that was delivered before a desktop could show it.
  private func shownLate(_ subject: String) -> String? {
    guard case .show(let name) = action,
      conditions.contains(where: { $0.reason == .notificationServer })
    else { return nil }
    return "showed notification '\(name)' of \(subject)"
  }

  /// "paused job 3": it has a process, and a condition that it needs was lost.
  private var pauseOfJob: String? {
    guard case .run(let activity) = action, activity.isJob, launch != nil else { return nil }
    return "paused \(activity.phrase)"
  }

  /// The channel of the push for which the app is run, or is not run.
  private var broadcastChannel: String? {
    guard action.isForPush else { return nil }
    return conditions.first { $0.reason == .notRegistered && $0.holds }?.subject
  }

  /// The reasons, one phrase for each condition that is mentioned; equal phrases once.
  private var reasons: [String] {
    var phrases: [String] = []
    for condition in conditions where speaks(condition) {
      let phrase = condition.phrase(for: action)
      if !phrases.contains(phrase) { phrases.append(phrase) }
    }
    return phrases
  }

  /// Returns whether the sentence mentions the condition: a done action has all conditions, another
  /// one only the unmet ones.
  private func speaks(_ condition: Condition) -> Bool {
    if verdict != .done { return !condition.holds }
    // The channel is named in front of the colon.
    if condition.reason == .notRegistered, broadcastChannel != nil { return false }
    switch action {
    // "ended by itself" and "ended with status 0" mean the same.
    case .end(.exit), .end(.crash), .end(.killedExternally), .end(.outOfMemory), .end(.notStarted),
      .end(.notInFolder), .end(.unseen),
      .endCommand:
      return condition.reason != .endedByItself
    // It is obvious that there is a desktop.
    case .show: return condition.reason != .notificationServer
    // The task is named in front of the colon already.
    case .beginTask, .endTask, .endExemption: return false
    // The warning is only about memory, but does not say how much is left.
    case .warnOfMemory: return condition.memory != nil
    // The job that the process belongs to and the finished task are named as well.
    case .launch(.background(.job)): return condition.reason != .job
    case .finish: return condition.reason != .runningTask
    // The time at which it will be shown can be read from the value; the sound and the repetition are worth saying.
    case .schedule: return [.soundFile, .repeatInterval].contains(condition.reason)
    // "exempted mail: the user asked for it" adds nothing to the first half.
    case .install, .adopt, .exempt, .changeSettings: return condition.reason != .userAction
    case .launch, .moveToForeground, .moveToBackground, .freeze, .thaw, .end, .remove, .expireTask,
      .wake, .endUse, .submit, .cancel, .run, .expire, .pageOut, .readBack, .use, .provide, .sleep,
      .sleepAgain, .purgeCaches, .offload, .restoreProgram:
      return true
    }
  }
}

extension Decision.Action {
  /// Whether the action runs an app for a push.
  var isForPush: Bool {
    switch self {
    case .wake(let reason), .launch(.background(let reason)): reason.isPush
    default: false
    }
  }

  /// Whether the action ends, drops or warns, so that conditions that hold are its cause.
  var endsSomething: Bool {
    switch self {
    case .end, .endCommand, .cancel, .expire, .expireTask, .endTask, .endUse, .endExemption,
      .warnOfMemory, .remove, .purgeCaches:
      true
    case .install, .adopt, .launch, .moveToForeground, .moveToBackground, .freeze, .thaw,
      .beginTask,
      .wake, .pageOut, .readBack, .exempt, .changeSettings, .submit, .run, .finish, .schedule,
      .show, .use,
      .provide, .sleep, .sleepAgain, .offload, .restoreProgram:
      false
    }
  }

  /// Returns the action in the past tense.
  func done(to subject: String) -> String {
    switch self {
    case .install: "installed \(subject)"
    case .remove: "removed \(subject)"
    case .launch(.foreground): "launched \(subject)"
    case .launch(.background(.job)): "started " + Self.process(of: subject)
    case .launch(.background(let reason)):
      "launched \(subject) into the background for \(reason.phrase)"
    case .moveToForeground: "brought \(subject) to the front"
    case .moveToBackground: "sent \(subject) to the background"
    case .freeze: "froze \(subject)"
    case .thaw: "thawed \(subject)"
    case .end(let reason): reason.done(to: subject)
    case .endCommand(let reason, let remaining):
      reason.done(to: "the command of \(subject)") + "; "
        + (remaining == 1
          ? "1 of its processes is still running"
          : "\(remaining) of its processes are still running")
    case .beginTask(let task, let name):
      "granted \(subject) \(Self.phrase(task, name))"
    case .endTask(let task, let name): "\(subject) ended \(Self.phrase(task, name))"
    case .expireTask(let task, let name):
      "called \(Self.possessive(subject)) expiration handler for \(Self.phrase(task, name))"
    case .wake(let reason): "woke \(subject) for \(reason.phrase)"
    case .endUse(let use): "ended the use of \(use.phrase) by \(subject)"
    case .warnOfMemory: "warned \(subject) that memory is short"
    case .pageOut: "wrote memory of \(subject) to swap"
    case .readBack: "read memory of \(subject) back from swap"
    case .exempt: "exempted \(subject) from being frozen"
    case .endExemption: "ended the exemption for \(subject)"
    case .changeSettings: "changed the settings of \(subject)"
    case .submit(let activity): "accepted \(activity.phrase(of: subject))"
    case .cancel(let activity): "cancelled \(activity.phrase(of: subject))"
    case .run(let activity): "started \(activity.phrase(of: subject))"
    case .expire(let activity):
      switch activity {
      case .job: "asked \(activity.phrase) to end (SIGTERM)"
      case .task:
        "called \(Self.possessive(subject)) expiration handler for \(activity.phrase)"
      case .fetch, .transfer: "asked \(subject) to end \(activity.phrase)"
      }
    case .finish(let activity, let result):
      activity.isJob
        ? "\(activity.phrase) \(result == .success ? "succeeded" : "failed")"
        : "\(subject) finished \(activity.phrase) (\(result.rawValue))"
    case .schedule(let name): "scheduled notification '\(name)' of \(subject)"
    // The desktop reports whether it shows it.
    case .show(let name): "delivered notification '\(name)' of \(subject)"
    case .use(let permission): "let \(subject) use \(permission.phrase)"
    case .provide(let capability): "provided \(subject) with \(capability.phrase)"
    case .sleep(let length):
      "\(subject) slept for \(length.phrase); this counts towards no app's time"
    case .sleepAgain: "asked for \(subject) to sleep again"
    case .purgeCaches(let bytes): "removed the caches of \(subject), \(bytes.sizePhrase)"
    case .offload:
      "offloaded \(subject): its data stay, and its program is restored when it is opened"
    case .restoreProgram: "restored the program of \(subject)"
    case .adopt: "adopted \(subject), which the desktop has started"
    }
  }

  /// Returns the action in the infinitive, for use after "did not", or between "cannot" and "yet".
  func order(to subject: String) -> String {
    switch self {
    case .install: "install \(subject)"
    case .remove: "remove \(subject)"
    case .launch(.foreground): "launch \(subject)"
    case .launch(.background(.job)): "start " + Self.process(of: subject)
    case .launch(.background(let reason)):
      "launch \(subject) into the background for \(reason.phrase)"
    case .moveToForeground: "bring \(subject) to the front"
    case .moveToBackground: "send \(subject) to the background"
    case .freeze: "freeze \(subject)"
    case .thaw: "thaw \(subject)"
    case .end: "end \(subject)"
    case .endCommand: "end the command of \(subject)"
    case .beginTask(let task, let name):
      "grant \(subject) \(Self.phrase(task, name))"
    case .endTask(let task, let name), .expireTask(let task, let name):
      "end \(Self.phrase(task, name)) of \(subject)"
    case .wake(let reason): "wake \(subject) for \(reason.phrase)"
    case .endUse(let use): "end the use of \(use.phrase) by \(subject)"
    case .warnOfMemory: "warn \(subject) that memory is short"
    case .pageOut: "write memory of \(subject) to swap"
    case .readBack: "read memory of \(subject) back from swap"
    case .exempt: "exempt \(subject) from being frozen"
    case .endExemption: "end the exemption of \(subject)"
    case .changeSettings: "change the settings of \(subject)"
    case .submit(let activity): "accept \(activity.phrase(of: subject))"
    case .cancel(let activity): "cancel \(activity.phrase(of: subject))"
    case .run(let activity): "run \(activity.phrase(of: subject))"
    case .expire(let activity): "end \(activity.phrase(of: subject))"
    case .finish(let activity, _): "finish \(activity.phrase(of: subject))"
    case .schedule(let name): "schedule notification '\(name)' of \(subject)"
    case .show(let name): "show notification '\(name)' of \(subject)"
    case .use(let permission): "let \(subject) use \(permission.phrase)"
    case .provide(let capability): "provide \(subject) with \(capability.phrase)"
    case .sleep(let length): "let \(subject) sleep for \(length.phrase)"
    case .sleepAgain: "ask for \(subject) to sleep again"
    case .purgeCaches: "remove the caches of \(subject)"
    case .offload: "offload \(subject)"
    case .restoreProgram: "restore the program of \(subject)"
    case .adopt: "adopt \(subject)"
    }
  }

  /// Returns the phrase for the process of a job; if the subject is "it", the possessive.
  private static func process(of subject: String) -> String {
    subject == "it" ? "its process" : "the process of \(subject)"
  }

  private static func possessive(_ subject: String) -> String {
    subject == "it" ? "its" : subject + "'s"
  }

  private static func phrase(_ task: BackgroundTaskIdentifier, _ name: String?) -> String {
    name.map { "background task '\($0)'" } ?? "background task \(task)"
  }
}

extension Activity {
  /// The work as part of a sentence: "task 'com.example.mail.refresh'".
  package var phrase: String {
    switch self {
    case .task(let identifier): "task '\(identifier)'"
    case .fetch: "the background fetch"
    case .job(let job): "job \(job)"
    case .transfer(let transfer): "transfer \(transfer)"
    }
  }

  /// Returns the work with its owner; a job has none, nor has a transfer without an app.
  func phrase(of subject: String) -> String {
    isJob || subject == "the device" ? phrase : "\(phrase) of \(subject)"
  }

  var isJob: Bool {
    if case .job = self { true } else { false }
  }
}

extension AppIdentifier {
  /// The identifier of an app, or for the process of a job the job, which its user knows.
  package var shownName: String {
    let prefix = "torpor.job."
    let number = text.hasPrefix(prefix) ? UInt64(text.dropFirst(prefix.count)) : nil
    return number.map { "job \($0)" } ?? text
  }
}
