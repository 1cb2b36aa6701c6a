import TorporModel

/// The texts and the progress of a continued task last shown to the user (CP2).
///
/// It is a notification of the system, which replaces the previous one. It does not involve the app or
/// its notification permission.
package struct ProgressNotice: Hashable, Sendable, Saved {
  let percent: Int
  let title: String
  let subtitle: String
  let shownAt: Instant
  /// Whether the user has closed it, or cancelled the task: it is not shown again.
  var isClosed = false

  /// How long one is shown before the next replaces it.
  ///
  /// 1 s: no user reads faster, and each update costs the desktop a message on its bus and a redraw. A
  /// percentage that was shown is not shown again, so that a task that reports every file of ten
  /// thousand costs a hundred updates. Our choice.
  package static let interval = Duration.seconds(1)

  /// The prefix of the identifiers of these notifications; apps may not use it.
  static let prefix = "io.torpor.task."

  /// The action that cancels the task (CP8).
  package static let cancelAction = "cancel"

  /// The task that a notification is about; `nil`: it is about none.
  static func task(ofNotification identifier: String) -> String? {
    identifier.hasPrefix(prefix) ? String(identifier.dropFirst(prefix.count)) : nil
  }

  /// Whether it says less than there is to be said.
  func isBehind(_ progress: RunningTask.Progress) -> Bool {
    !isClosed
      && (percent != progress.percent || title != progress.title || subtitle != progress.subtitle)
  }
}

extension RunningTask.Progress {
  /// How much is done, in whole percent.
  package var percent: Int { permille / 10 }
}

extension RunningTask {
  /// When the shown progress is updated; `nil`: it is up to date.
  var noticeDue: Instant? {
    guard let progress else { return nil }
    guard let notice = progress.notice else { return startedAt }
    return notice.isBehind(progress) ? notice.shownAt + ProgressNotice.interval : nil
  }
}
