import TorporModel

// What an app does about notifications.

extension SimulatedProcess {
  /// Does a step about notifications.
  func performNotification(_ step: Step.Kind, on workItem: WorkItem) {
    switch step {
    case .scheduleNotification(let schedule):
      ask(.service(.notifications(.add(schedule.notification))), for: workItem)
    case .cancelNotification(let name):
      ask(.service(.notifications(.removePending([name]))), for: workItem)
    default: break
    }
  }

  /// Says what the user is to see of a notification; an app that fails to, or has nothing to say, lets
  /// them see nothing.
  func present(_ callback: CallbackToken, after result: CompletionResult) {
    let shows = result == .success || result == .newData
    let options: PresentationOptions = shows ? [.badge, .sound, .list, .banner] : []
    ask(.service(.notifications(.present(callback: callback, options))))
  }
}

extension Reply {
  /// Whether it is the exception that Apple's frameworks raise; nothing in the app can catch it.
  var isException: Bool {
    switch self {
    case .refused(.misuse), .refused(.service(.notification(.intervalTooShort))): true
    default: false
    }
  }
}

extension Callback {
  /// Whether it asks what the user is to see of a notification.
  var asksForPresentation: Bool {
    if case .service(.notifications(.willPresent)) = self { true } else { false }
  }
}

extension NotificationSchedule {
  /// The notification as the app makes it.
  fileprivate var notification: LocalNotification {
    let trigger: NotificationTrigger =
      switch moment {
      case .after(let length): .interval(length, repeats: repeats)
      case .timeOfDay(let minutes):
        .calendar(CalendarMatch(hour: minutes / 60, minute: minutes % 60), repeats: repeats)
      }
    let content = NotificationContent(body: identifier, sound: sound.map { .named($0) } ?? .none)
    return LocalNotification(identifier: identifier, content: content, trigger: trigger)
  }
}
