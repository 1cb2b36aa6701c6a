import Torpor

@MainActor
final class Tea: ApplicationDelegate, LocationManagerDelegate,
  UserNotificationCenterDelegate
{
  func application(
    _ application: Application,
    didFinishLaunchingWithOptions launchOptions: LaunchOptions
  ) async {
    application.locationManager.delegate = self
    application.userNotificationCenter.delegate = self
    let home = CircularRegion(
      center: LocationCoordinate2D(latitude: 52.52, longitude: 13.405),
      radius: 150,
      identifier: "home"
    )
    var content = NotificationContent()
    content.title = "Tea"
    content.body = "It is ready"
    content.sound = .default
    let reminder = NotificationRequest(
      identifier: "tea",
      content: content,
      trigger: .interval(.seconds(180), repeats: false)
    )
    do {
      try await application.locationManager.startMonitoring(for: home)
      try await application.userNotificationCenter.add(reminder)
      print("pushes reach it as", try await application.registerForRemoteNotifications())
    } catch {
      print(error)
    }
  }

  func locationManager(_ manager: LocationManager, didEnterRegion region: MonitoredRegion) async {
    print("at \(region.identifier)")
  }

  func userNotificationCenter(
    _ center: UserNotificationCenter,
    willPresent notification: NotificationRequest
  ) async -> NotificationPresentationOptions { [.banner, .sound] }

  func userNotificationCenter(
    _ center: UserNotificationCenter,
    didReceive response: NotificationResponse
  ) async {
    print("answered with \(response.actionIdentifier)")
  }

  func application(
    _ application: Application,
    didReceiveRemoteNotification payload: Payload
  ) async -> BackgroundFetchResult {
    struct Order: Decodable { var tea: String }
    guard let order = try? payload.decode(Order.self) else { return .noData }
    print("an order: \(order.tea)")
    return .newData
  }
}
