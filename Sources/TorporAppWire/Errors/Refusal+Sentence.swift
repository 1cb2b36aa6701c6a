package import TorporAppModel

extension Refusal {
  /// What was refused, why, and what to do next.
  package var sentence: String {
    switch self {
    case .unknownApp(let name, let similar):
      "There is no app '\(name)'." + Self.suggestion(similar) + " `torpor ps` lists all apps."
    case .ambiguousApp(let name, let apps):
      "'\(name)' matches several apps: \(Self.list(apps)). Use one of these identifiers."
    case .unknownTask(let task):
      "There is no background task \(task): it was ended before, or it belongs to another process. "
        + "End each task once, with the token that BeginBackgroundTask returned."
    case .unknownCallback(let callback):
      "No callback \(callback) is under way: it was returned from before, or it was called in "
        + "another process. Return from each callback once."
    case .noCompletionHandler(let callback):
      "The callback \(callback) has no completion handler, so there is nothing to complete. Only "
        + "callbacks that say so have one."
    case .notRunning(let app):
      "The app '\(app)' is not running. `torpor launch \(app)` starts it."
    case .alreadyInstalled(let app) where app.text.hasPrefix("torpor.job."):
      "Identifiers that begin with 'torpor.job.' are those of jobs, so '\(app)' is not available. "
        + "Choose another one."
    case .alreadyInstalled(let app):
      "The identifier '\(app)' is in use. To run a command, choose another --id, or end the one that "
        + "has it with `torpor quit \(app)`. To install a new version of an app, use `torpor install "
        + "--replace`."
    case .isRunning(let app):
      "The app '\(app)' is running, and may be reading its caches. Send it off the screen (`torpor home \(app)`) or "
        + "end it (`torpor quit \(app)`), then try again."
    case .isExempt(let app):
      "The app '\(app)' is exempt, so it is not ended to remove its caches. End the exemption (`torpor exempt --end "
        + "\(app)`) or the app (`torpor quit \(app)`), and try again."
    case .isAdopted(let app):
      "The app '\(app)' was started by the desktop, and Torpor only freezes and thaws it: it is not ended, changed or "
        + "written to swap. Close it in the desktop; `torpor exempt \(app)` keeps it from being frozen."
    case .notSuspended(let app):
      "The app '\(app)' is not suspended, and only the memory of a frozen app is written to swap. Send "
        + "it off the screen (`torpor home \(app)`); `torpor why \(app)` shows what keeps it running."
    case .noSwap(isFull: false):
      "There is no swap that memory could be written to. Add some (`mkswap`, `swapon`, or zram); `torpor doctor` says "
        + "whether it can be used."
    case .noSwap(isFull: true):
      "Swap is full except for the tenth that is reserved for the kernel, so no more memory is written to it. Add some, or end an "
        + "app (`torpor quit`)."
    case .cannotOffload(let app, let cause): "The app '\(app)' cannot be offloaded: \(cause)."
    case .noContainer(let app):
      "'\(app)' is a plain command and has no folder of its own, so its caches cannot be identified. "
        + "Only installed apps have one (`torpor install`)."
    case .beforeFirstUnlock(let app):
      "The app '\(app)' cannot be started until the device has been unlocked once after it was "
        + "switched on. Unlock it first."
    case .textTooLong(let bytes, let bytesMax):
      "A name or reason is \(bytes) bytes long; \(bytesMax) are allowed. Use a shorter one."
    case .tooManyApps(let limit):
      "The device keeps records of \(limit) apps, which is the limit. Remove one with "
        + "`torpor uninstall`."
    case .settingRestricted(let settings, let file):
      (settings.count == 1 ? "The setting " : "The settings ")
        + settings.map { "'\($0)'" }.joined(separator: ", ")
        + " cannot be changed, because the administrator of this machine has fixed "
        + (settings.count == 1 ? "it" : "them")
        + " in \(file). Ask the administrator, or change that file "
        + "as root."
    case .notSaved(let cause):
      "The daemon could not save this to its journal (\(cause)), so nothing was done. "
        + "`torpor doctor` shows whether it can be written; then try again."
    case .scheduler(let error, let conditions): error.sentence(because: conditions)
    case .misuse(let misuse): misuse.sentence
    case .noSuchTask(let identifier):
      "No task '\(identifier)' is pending or running: it was never submitted, has run, or was cancelled. "
        + "The app submits it with SubmitTask; `torpor log` shows what became of earlier requests."
    case .unknownJob, .jobNameTaken, .tooManyJobs, .impossibleWindow, .jobIsFinished,
      .jobIsNotFinished, .jobIsAwaited:
      jobSentence
    case .transfer(let refusal): refusal.sentence
    case .service(let refusal): refusal.sentence
    }
  }

  /// "'a', 'b' and 'c'".
  private static func list(_ apps: [AppIdentifier]) -> String {
    guard let last = apps.last else { return "" }
    let others = apps.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return (others.isEmpty ? "" : others + " and ") + "'\(last)'"
  }

  private static func suggestion(_ similar: [AppIdentifier]) -> String {
    guard let last = similar.last else { return "" }
    let others = similar.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return " Did you mean " + (others.isEmpty ? "" : others + " or ") + "'\(last)'?"
  }
}
