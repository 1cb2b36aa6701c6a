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
    await watchHome(application.locationManager)
  }

  func applicationDidBecomeActive(_ application: Application) async {
    // In a separate task: the callback must return while the user is still deciding.
    Task { await remind(application) }
  }

  private func remind(_ application: Application) async {
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
      try await application.locationManager.requestAlwaysAuthorization()
      guard try await application.userNotificationCenter.requestAuthorization(options: [.alert])
      else { return }
      try await application.userNotificationCenter.add(reminder)
      print("pushes reach it as", try await application.registerForRemoteNotifications())
    } catch {
      print(error)
    }
  }

  /// At every launch, and when the user allows it.
  private func watchHome(_ manager: LocationManager) async {
    let home = CircularRegion(
      center: LocationCoordinate2D(latitude: 52.52, longitude: 13.405),
      radius: 150,
      identifier: "home"
    )
    guard (try? await manager.authorizationStatus) == .always else { return }
    try? await manager.startMonitoring(for: home)
  }

  func locationManagerDidChangeAuthorization(_ manager: LocationManager) async {
    await watchHome(manager)
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
