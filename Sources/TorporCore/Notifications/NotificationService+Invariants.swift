import TorporModel

extension NotificationService {
  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken: [String] = []
    for own in table.apps {
      let app = own.app
      if device.apps.slot(of: app) == nil {
        broken.append("\(app) has notifications and is not installed")
      }
      broken += own.pending.map(\.notification.identifier).repeated.map {
        "\(app): '\($0)' waits twice"
      }
    }
    let alarm = device.showsNotifications ? table.nextAlarm : nil
    if let alarm, table.nextReview.map({ $0 > alarm }) ?? true {
      broken.append("a notification is due at \(alarm.nanoseconds) ns, without a deadline")
    }
    for question in table.asked {
      let app = question.notice.app
      if device.apps.process(of: app)?.isOnScreen != true {
        broken.append(
          "\(app): is asked about '\(question.notice.key.identifier)' and is not in front"
        )
      }
    }
    let asked = Dictionary(grouping: table.asked, by: \.notice.app)
    for (app, asked) in asked.sorted(by: { $0.key < $1.key })
    where asked.count > PendingPresentation.countMax {
      broken.append("\(app): is asked about \(asked.count) notifications")
    }
    return broken
  }
}
