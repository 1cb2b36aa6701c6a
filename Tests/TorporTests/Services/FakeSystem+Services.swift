import TorporModel

extension FakeSystem {
  /// What the fake system answers about services: one region, one notification, one accessory.
  func serviceReply(to request: ServiceRequest) -> Reply {
    switch request {
    case .push(.register(let kind, _)): .service(.pushToken("token-of-\(kind)"))
    case .location(.monitoredRegions): .service(.regions([ServiceSamples.region]))
    case .location(.authorizationStatus): .service(.locationAuthorization(.always))
    case .notifications(.pending), .notifications(.delivered):
      .service(.notifications([ServiceSamples.notification]))
    case .notifications(.settings): .service(.notificationsAllowed(true))
    case .accessory(.connected):
      .service(.accessories([Accessory(name: "scale", devicePath: "/dev/ttyUSB0")]))
    case .bluetooth(.standing(let identifier)):
      .service(
        .bluetooth(
          StandingBluetooth(
            connections: [
              PeripheralConnection(
                peripheral: identifier ?? "none",
                isConnected: true,
                characteristics: ["2a37"]
              )
            ],
            scan: [],
            services: [PeripheralService(number: "180D", characteristics: [])]
          )
        )
      )
    case .pushToTalk(.join(let channel, _)): .service(.pushToken("token-of-\(channel)"))
    // The user has decided about all but the microphone, about which they are asked.
    case .permission(.request(.microphone, _, _)):
      .service(.permission(.notDetermined, isAsked: true))
    case .permission: .service(.permission(.authorized, isAsked: false))
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
