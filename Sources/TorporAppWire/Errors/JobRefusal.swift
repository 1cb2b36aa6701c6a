import TorporAppModel

// What `torpor when` and `torpor jobs` do not accept: why, and what to do next.

extension Refusal {
  /// What was refused, why, and what to do next, of a refusal that is about a job.
  var jobSentence: String {
    switch self {
    case .unknownJob(let name, let similar):
      "You have no job '\(name)'." + Self.suggestion(ofNames: similar)
        + " `torpor jobs --all` lists all of them."
    case .jobNameTaken(let name, let job):
      "The name '\(name)' belongs to job \(job), which has not finished. Replace it with "
        + "`--replace`, keep it with `--keep`, or choose another name with `--name`."
    case .tooManyJobs(let limit):
      "\(limit) jobs exist already, which is the limit. Cancel one with "
        + "`torpor jobs cancel`, or remove a finished one with `torpor jobs remove`."
    case .impossibleWindow(.deadlineBeforeStart):
      "The deadline is earlier than the time before which the job must not begin, so the job could "
        + "never run. Give a later `--deadline` or an earlier `--not-before`."
    case .impossibleWindow(.calendarElapsed):
      "The calendar expression never matches in the future, so the job would never run. "
        + "`systemd-analyze calendar` shows what an expression means."
    case .jobIsFinished(let job):
      "Job \(job) has already finished. `torpor jobs remove \(job)` removes "
        + "it, and `torpor jobs run \(job)` runs it again."
    case .jobIsNotFinished(let job):
      "Job \(job) has not finished, so it cannot be removed. Cancel it first with `torpor jobs "
        + "cancel \(job)`."
    case .jobIsAwaited(let job, let other):
      "Job \(job) cannot be removed, because job '\(other)' waits for it to succeed. Run it again "
        + "with `torpor jobs run \(job)`, or cancel the other with `torpor jobs cancel \(other)`."
    case .unknownApp, .ambiguousApp, .unknownTask, .unknownCallback, .noCompletionHandler,
      .notRunning,
      .alreadyInstalled, .isRunning, .isExempt, .isAdopted, .cannotOffload, .noContainer,
      .notSuspended,
      .noSwap,
      .beforeFirstUnlock, .textTooLong, .notSaved, .tooManyApps, .settingRestricted, .scheduler,
      .misuse, .noSuchTask, .transfer, .service:
      preconditionFailure("\(self) is not about a job")
    }
  }

  private static func suggestion(ofNames similar: [String]) -> String {
    guard let last = similar.last else { return "" }
    let others = similar.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return " Did you mean " + (others.isEmpty ? "" : others + " or ") + "'\(last)'?"
  }
}
