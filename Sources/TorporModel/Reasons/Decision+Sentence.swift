// Decisions as sentences for people: "froze mail: nothing left to do". Facts stay in the values; the
// words are made here, in one place, for the command line, the simulator and logs alike.

extension Decision {
  /// The decision in one line, without its time: what was done to whom, a colon, and why.
  ///
  /// `name` replaces the app's identifier, for a table that shows names for people.
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

  /// "started the --on-failure command of job 3": that of a failure, and not a run of the job.
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

  /// "showed notification 'ready' of mail", which was delivered before a desktop could show it.
  private func shownLate(_ subject: String) -> String? {
    guard case .show(let name) = action,
      conditions.contains(where: { $0.reason == .notificationServer })
    else { return nil }
    return "showed notification '\(name)' of \(subject)"
  }

  /// "paused job 3": it has a process, and what it needs was lost.
  private var pauseOfJob: String? {
    guard case .run(let activity) = action, activity.isJob, launch != nil else { return nil }
    return "paused \(activity.phrase)"
  }

  /// By which channel the push has come for which the app is run, or is not.
  private var broadcastChannel: String? {
    guard action.isForPush else { return nil }
    return conditions.first { $0.reason == .notRegistered && $0.holds }?.subject
  }

  /// Why, one phrase for each condition that spoke; equal phrases once.
  private var reasons: [String] {
    var phrases: [String] = []
    for condition in conditions where speaks(condition) {
      let phrase = condition.phrase(for: action)
      if !phrases.contains(phrase) { phrases.append(phrase) }
    }
    return phrases
  }

  /// What was done is told with all that was looked at; what was not, with what stood in the way.
  private func speaks(_ condition: Condition) -> Bool {
    if verdict != .done { return !condition.holds }
    // The channel is named in front of the colon.
    if condition.reason == .notRegistered, broadcastChannel != nil { return false }
    switch action {
    // "ended by itself" and "ended with status 0" say the same.
    case .end(.exit), .end(.crash), .end(.killedExternally), .end(.outOfMemory), .end(.notStarted),
      .end(.notInFolder), .end(.unseen),
      .endCommand:
      return condition.reason != .endedByItself
    // That a desktop is there goes without saying.
    case .show: return condition.reason != .notificationServer
    // The task is named in front of the colon already.
    case .beginTask, .endTask, .endExemption: return false
    // The warning is about nothing else; how much is left it does not say.
    case .warnOfMemory: return condition.memory != nil
    // The job of whose process this is, and the task that has finished, are named as well.
    case .launch(.background(.job)): return condition.reason != .job
    case .finish: return condition.reason != .runningTask
    // When it will be shown is a time, for those who read the value; what will be heard, and how often, is news.
    case .schedule: return [.soundFile, .repeatInterval].contains(condition.reason)
    // "exempted mail: the user asked for it" says nothing that the first half does not.
    case .install, .adopt, .exempt, .changeSettings: return condition.reason != .userAction
    case .launch, .moveToForeground, .moveToBackground, .freeze, .thaw, .end, .remove, .expireTask,
      .wake, .endUse, .submit, .cancel, .run, .expire, .pageOut, .readBack, .use, .provide, .sleep,
      .sleepAgain, .purgeCaches, .offload, .restoreProgram:
      return true
    }
  }
}

extension Decision.Action {
  /// Whether it runs an app for a push.
  var isForPush: Bool {
    switch self {
    case .wake(let reason), .launch(.background(let reason)): reason.isPush
    default: false
    }
  }

  /// Whether it ends, drops or warns, so that what holds is what led to it.
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

  /// The action as something that happened.
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
    // Whether a desktop shows it is the desktop's to say.
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

  /// The action as something to do, for what follows "did not", or stands between "cannot" and "yet".
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

  /// The process of a job; where the subject is "it", the possessive.
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
  /// The work as it stands in a sentence: "task 'com.example.mail.refresh'".
  package var phrase: String {
    switch self {
    case .task(let identifier): "task '\(identifier)'"
    case .fetch: "the background fetch"
    case .job(let job): "job \(job)"
    case .transfer(let transfer): "transfer \(transfer)"
    }
  }

  /// The work with whose it is; a job is its own, and so is a transfer of no app.
  func phrase(of subject: String) -> String {
    isJob || subject == "the device" ? phrase : "\(phrase) of \(subject)"
  }

  var isJob: Bool {
    if case .job = self { true } else { false }
  }
}

extension AppIdentifier {
  /// An app by its identifier; the process of a job by its job, which is what its user knows.
  package var shownName: String {
    let prefix = "torpor.job."
    let number = text.hasPrefix(prefix) ? UInt64(text.dropFirst(prefix.count)) : nil
    return number.map { "job \($0)" } ?? text
  }
}
