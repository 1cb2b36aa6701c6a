import TorporModel

// Continued tasks as the user sees them: a notification for each, with how far it is and a button that cancels it.

extension AppRecord {
  /// Shows how far continued tasks are, of which something is due to be shown.
  mutating func showProgress(in turn: inout Turn) {
    for task in work.running.tasks {
      guard let progress = task.progress, let due = task.noticeDue, due <= turn.now else {
        continue
      }
      let notice = ProgressNotice(
        percent: progress.percent,
        title: progress.title,
        subtitle: progress.subtitle,
        shownAt: turn.now
      )
      _ = work.running.change(task.token) { $0.progress?.notice = notice }
      let cancel = NotificationAction(
        identifier: ProgressNotice.cancelAction,
        title: "Cancel",
        isDestructive: true
      )
      show(notice, of: task, saying: progress.subtitle, actions: [cancel], in: &turn)
    }
  }

  /// A task has ended: its notification is withdrawn, or says that it did not finish (CP12).
  func closeNotice(of task: RunningTask, isLost: Bool, in turn: inout Turn) {
    guard let notice = task.progress?.notice, !notice.isClosed else { return }
    guard isLost else { return turn.order(.service(.withdraw(noticeKey(of: task)))) }
    show(notice, of: task, saying: "It did not finish.", actions: [], in: &turn)
  }

  /// The process has ended, and every task with it.
  ///
  /// A task that the user has ended together with its app gets no such notification (CP8).
  func closeNotices(because reason: ExitReason, in turn: inout Turn) {
    for task in work.running.tasks {
      closeNotice(of: task, isLost: !reason.isTheUsersDoing, in: &turn)
    }
  }

  /// The user cancels a task: its expiration handler is called (CP8), and a queued request is removed.
  mutating func cancelTask(_ identifier: String, in turn: inout Turn) {
    if let task = work.running.task(named: identifier) {
      closeNotice(of: task, isLost: false, in: &turn)
      _ = work.running.change(task.token) { $0.progress?.notice?.isClosed = true }
      guard let task = work.running.task(named: identifier) else { return }
      return expire(task, in: &turn, because: [Condition(.userAction)])
    }
    guard let request = work.requests.remove(identifier: identifier) else { return }
    recordWork(.cancel(request.activity), in: &turn, because: [Condition(.userAction)])
  }

  /// The user closes the notification; the task continues.
  mutating func dismissNotice(of identifier: String) {
    guard let task = work.running.task(named: identifier) else { return }
    _ = work.running.change(task.token) { $0.progress?.notice?.isClosed = true }
  }

  /// Whether the user can cancel something of that name: a task that runs, or continued work that waits for a place.
  func hasTask(toCancel identifier: String) -> Bool {
    work.running.task(named: identifier) != nil
      || work.requests.pending.contains { $0.identifier == identifier && $0.type == .continued }
  }

  private func noticeKey(of task: RunningTask) -> NotificationKey {
    NotificationKey(app: identifier, identifier: ProgressNotice.prefix + task.identifier)
  }

  private func show(
    _ notice: ProgressNotice,
    of task: RunningTask,
    saying text: String,
    actions: [NotificationAction],
    in turn: inout Turn
  ) {
    let content = NotificationContent(title: notice.title, body: text, level: .passive)
    let shown = ShownNotification(
      key: noticeKey(of: task),
      appName: manifest.name,
      content: content,
      actions: actions,
      percent: actions.isEmpty ? nil : notice.percent
    )
    turn.order(.service(.show(shown)))
  }
}

extension ExitReason {
  /// Whether the user has ended the app, or the machine with it, and need not be told.
  fileprivate var isTheUsersDoing: Bool {
    switch self {
    case .forceQuit, .exitsOnSuspend, .uninstall, .update, .reboot, .logout: true
    case .code, .crash, .exit, .killedExternally, .jetsam, .outOfMemory, .jobEnded, .notStarted,
      .notInFolder,
      .unseen:
      false
    }
  }
}

extension Device {
  /// The user answers the notice of a continued task; `nil`: it is about none that runs.
  mutating func respondToNotice(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    in turn: inout Turn
  ) -> Reply? {
    guard let task = ProgressNotice.task(ofNotification: response.notification),
      apps[app]?.work.running.task(named: task) != nil
    else { return nil }
    switch response.action {
    case ProgressNotice.cancelAction: return onApp(app, in: &turn) { $0.cancelTask(task, in: &$1) }
    case NotificationResponse.dismissAction:
      return onApp(app, in: &turn) { record, _ in record.dismissNotice(of: task) }
    case NotificationResponse.defaultAction: return open(app, in: &turn)
    default:
      let refusal = NotificationRefusal.unknownAction(
        response.action,
        notification: response.notification,
        known: [ProgressNotice.cancelAction]
      )
      return .refused(.service(.notification(refusal)))
    }
  }
}
