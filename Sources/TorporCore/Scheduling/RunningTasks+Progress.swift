import TorporModel

// Continued tasks as the user sees them: a notification for each, with its progress and a button that cancels it.

extension RunningTasks {
  /// Takes a report of progress, and shows it.
  mutating func reportProgress(
    _ token: CallbackToken,
    permille: Int,
    title: String?,
    subtitle: String?,
    of owner: WorkOwner,
    in turn: inout Turn
  ) -> Reply {
    for text in [title, subtitle].compactMap({ $0 })
    where text.utf8.count > AppWork.taskTextBytesMax {
      return .refused(
        .textTooLong(bytes: text.utf8.count, bytesMax: AppWork.taskTextBytesMax)
      )
    }
    let now = turn.now
    let isKnown = change(token) { task in
      guard var progress = task.progress else { return }
      // The same number again is no progress (CP7).
      if permille > progress.permille { progress.movedAt = now }
      progress.permille = min(max(progress.permille, permille), 1000)
      progress.title = title ?? progress.title
      progress.subtitle = subtitle ?? progress.subtitle
      task.progress = progress
    }
    showProgress(of: owner, in: &turn)
    return isKnown ? .done : .refused(.unknownCallback(token))
  }

  /// Shows the progress of continued tasks for which an update is due.
  mutating func showProgress(of owner: WorkOwner, in turn: inout Turn) {
    for task in tasks {
      guard let progress = task.progress, let due = task.noticeDue, due <= turn.now else {
        continue
      }
      let notice = ProgressNotice(
        percent: progress.percent,
        title: progress.title,
        subtitle: progress.subtitle,
        shownAt: turn.now
      )
      _ = change(task.token) { $0.progress?.notice = notice }
      let cancel = NotificationAction(
        identifier: ProgressNotice.cancelAction,
        title: "Cancel",
        isDestructive: true
      )
      notice.show(progress.subtitle, of: task, actions: [cancel], of: owner, in: &turn)
    }
  }

  /// The process has ended, and every task with it.
  ///
  /// A task that the user has ended together with its app gets no such notification (CP8).
  func closeNotices(because reason: ExitReason, of owner: WorkOwner, in turn: inout Turn) {
    for task in tasks {
      task.closeNotice(isLost: !reason.isTheUsersDoing, of: owner, in: &turn)
    }
  }

  /// The user closes the notification; the task continues.
  mutating func dismissNotice(of identifier: String) {
    guard let task = task(named: identifier) else { return }
    _ = change(task.token) { $0.progress?.notice?.isClosed = true }
  }

  mutating func setHandler(_ token: CallbackToken, _ isSet: Bool) -> Reply {
    let isKnown = change(token) { $0.hasExpirationHandler = isSet }
    return isKnown ? .done : .refused(.unknownCallback(token))
  }
}

extension RunningTask {
  /// A task has ended: its notification is withdrawn, or says that it did not finish (CP12).
  func closeNotice(isLost: Bool, of owner: WorkOwner, in turn: inout Turn) {
    guard let notice = progress?.notice, !notice.isClosed else { return }
    guard isLost else { return turn.order(.service(.withdraw(noticeKey(of: owner)))) }
    notice.show("It did not finish.", of: self, actions: [], of: owner, in: &turn)
  }

  fileprivate func noticeKey(of owner: WorkOwner) -> NotificationKey {
    NotificationKey(
      app: owner.manifest.identifier,
      identifier: ProgressNotice.prefix + identifier
    )
  }
}

extension ProgressNotice {
  fileprivate func show(
    _ text: String,
    of task: RunningTask,
    actions: [NotificationAction],
    of owner: WorkOwner,
    in turn: inout Turn
  ) {
    let content = NotificationContent(title: title, body: text, level: .passive)
    let shown = ShownNotification(
      key: task.noticeKey(of: owner),
      appName: owner.manifest.name,
      content: content,
      actions: actions,
      percent: actions.isEmpty ? nil : percent
    )
    turn.order(.service(.show(shown)))
  }
}

extension ExitReason {
  /// Whether the user has ended the app, or the machine with it, and need not be notified.
  fileprivate var isTheUsersDoing: Bool {
    switch self {
    case .forceQuit, .exitsOnSuspend, .uninstall, .update, .reboot, .logout, .released: true
    case .code, .crash, .exit, .killedExternally, .jetsam, .outOfMemory, .jobEnded, .notStarted,
      .notInFolder,
      .unseen:
      false
    }
  }
}
