import TorporModel

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
      return onApp(app, in: &turn) { record, _ in record.work.running.dismissNotice(of: task) }
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
