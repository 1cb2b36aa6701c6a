/// The answer to one question about one app: the checks, the explanation and the forecast.
package struct Diagnosis: Hashable, Sendable {
  /// The question.
  package var question: Question
  /// The possible causes, in the order in which they are worth checking.
  package var checks: [Check]
  /// The decisions that show it, oldest first.
  package var shownBy: [Decision]
  /// When the work in question will plausibly run; `nil` if none waits.
  package var forecast: Forecast?

  /// Makes a diagnosis.
  package init(
    question: Question,
    checks: [Check],
    shownBy: [Decision] = [],
    forecast: Forecast? = nil
  ) {
    self.question = question
    self.checks = checks
    self.shownBy = shownBy
    self.forecast = forecast
  }

  /// The explanation: the first cause that the evidence shows, else the first rule for every app.
  package var explanation: Check? {
    checks.first { $0.finding == .found } ?? checks.first { $0.finding == .rule }
  }

  /// Answers a question from what is known about an app.
  package static func answer(_ question: Question, from evidence: Evidence) -> Diagnosis {
    var answer = answerOfApps(question, from: evidence)
    answer.checks = evidence.withFixedSettings(answer.checks)
    guard evidence.isOfPlainProgram else { return answer }
    // It explains questions about what only code that uses Torpor can do, and affects the advice for the others.
    let plain = Check(.plainProgram, .found)
    answer.checks.insert(plain, at: question.isAboutCode ? 0 : answer.checks.endIndex)
    return answer
  }

  private static func answerOfApps(_ question: Question, from evidence: Evidence) -> Diagnosis {
    switch question {
    case .refreshNeverRan: evidence.refreshNeverRan
    case .onlyWithDebugger: evidence.onlyWithDebugger
    case .ranOnce: evidence.ranOnce
    case .submitUnavailable: evidence.submitUnavailable
    case .submitRejected: evidence.submitRejected
    case .handlerNotRegistered: evidence.handlerNotRegistered
    case .processingOnlyAtNight: evidence.processingOnlyAtNight
    case .killedAfterThirtySeconds: evidence.killedAfterThirtySeconds
    case .runsTooSeldom: evidence.runsTooSeldom
    case .pushLostAfterForceQuit: evidence.pushLostAfterForceQuit
    case .onlySomePushes: evidence.onlySomePushes
    case .onlyOnTheCable: evidence.onlyOnTheCable
    case .pushComesLate: evidence.pushComesLate
    case .killedForAssertions: evidence.killedForAssertions
    case .remainingTimeIsHuge: evidence.remainingTimeIsHuge
    case .lessTimeThanBefore: evidence.lessTimeThanBefore
    case .killedForFileLock: evidence.killedForFileLock
    case .downloadsStop: evidence.downloadsStop
    case .uploadIsSlow: evidence.uploadIsSlow
    case .transferDelegateNotCalled: evidence.transferDelegateNotCalled
    case .transfersCancelled: evidence.transfersCancelled
    case .downloadedFileGone: evidence.downloadedFileGone
    case .startedByItself: evidence.startedByItself
    case .locationStops: evidence.locationStops
    case .regionIsLate: evidence.regionIsLate
    case .bluetoothNotRelaunched: evidence.bluetoothNotRelaunched
    case .voipPushStopped: evidence.voipPushStopped
    case .timersStop: evidence.timersStop
    case .notificationsDropped: evidence.notificationsDropped
    case .continuedTaskExpired: evidence.continuedTaskExpired
    case .runEveryFewMinutes: evidence.runEveryFewMinutes
    case .neverSleeps: evidence.neverSleeps
    }
  }
}

extension Evidence {
  /// Whether the app has never communicated with the daemon, and does not declare that it will.
  fileprivate var isOfPlainProgram: Bool {
    !status.isCooperative && activities.isEmpty && manifest.permittedTaskIdentifiers.isEmpty
  }
}

extension Question {
  /// Whether the question is about what the code of an app requests from the system.
  fileprivate var isAboutCode: Bool {
    switch self {
    case .refreshNeverRan, .onlyWithDebugger, .ranOnce, .submitUnavailable, .submitRejected,
      .handlerNotRegistered, .processingOnlyAtNight, .killedAfterThirtySeconds, .runsTooSeldom,
      .killedForAssertions, .remainingTimeIsHuge, .continuedTaskExpired:
      true
    default: false
    }
  }
}
