import TorporModel

extension FakeSystem {
  /// What the fake system answers about modes: one region, one notification, one accessory.
  func modeReply(to request: ModeRequest) -> Reply {
    switch request {
    case .push(.register(let kind, _)): .mode(.pushToken("token-of-\(kind)"))
    case .location(.monitoredRegions): .mode(.regions([ServiceSamples.region]))
    case .location(.authorizationStatus): .mode(.locationAuthorization(.always))
    case .notifications(.pending), .notifications(.delivered):
      .mode(.notifications([ServiceSamples.notification]))
    case .notifications(.settings): .mode(.notificationsAllowed(true))
    case .accessory(.connected):
      .mode(.accessories([Accessory(name: "scale", devicePath: "/dev/ttyUSB0")]))
    case .pushToTalk(.join(let channel, _)): .mode(.pushToken("token-of-\(channel)"))
    // The user has decided about all but the microphone, about which they are asked.
    case .permission(.request(.microphone, _, _)):
      .mode(.permission(.notDetermined, isAsked: true))
    case .permission: .mode(.permission(.authorized, isAsked: false))
    case .push, .location, .notifications, .audio, .accessory, .bluetooth, .descriptor,
      .pushToTalk:
      .done
    }
  }
}

enum ServiceSamples {
  static let region = CircularRegion(
    identifier: "home",
    center: Coordinate(latitude: 52.5, longitude: 13.4),
    radiusMetres: 150
  )
  static let notification = LocalNotification(
    identifier: "tea",
    content: NotificationContent(body: "Tea is ready"),
    trigger: .interval(.minutes(3), repeats: false)
  )
}
