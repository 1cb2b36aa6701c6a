import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import Torpor

/// A delegate of everything that writes down what it is called with, and ends the run at `willTerminate`.
@MainActor
final class ServiceRecorder: ApplicationDelegate, LocationManagerDelegate,
  UserNotificationCenterDelegate, PushRegistryDelegate, ChannelManagerDelegate,
  AudioSessionDelegate, CentralManagerDelegate, PeripheralManagerDelegate,
  AccessoryManagerDelegate, DescriptorDelegate
{
  private(set) var calls: [String] = []

  /// Sets itself for every service.
  func listen(to application: Application) {
    application.locationManager.delegate = self
    application.userNotificationCenter.delegate = self
    application.pushRegistry.delegate = self
    application.channelManager.delegate = self
    application.audioSession.delegate = self
    application.centralManager.delegate = self
    application.peripheralManager.delegate = self
    application.accessoryManager.delegate = self
    application.descriptorDelegate = self
  }

  func applicationWillTerminate(_ application: Application) async { application.stop() }
  func application(
    _ application: Application,
    didReceive notification: NotificationRequest
  ) async { calls.append("local \(notification.identifier)") }

  func locationManager(
    _ manager: LocationManager,
    didUpdateLocations locations: [Location]
  ) async { calls.append("locations \(locations.count)") }
  func locationManager(
    _ manager: LocationManager,
    didEnterRegion region: MonitoredRegion
  ) async { calls.append("enter \(region.identifier)") }
  func locationManagerDidChangeAuthorization(_ manager: LocationManager) async {
    calls.append("authorization")
  }
  func userNotificationCenter(
    _ center: UserNotificationCenter,
    willPresent notification: NotificationRequest
  ) async -> NotificationPresentationOptions {
    calls.append("present \(notification.identifier)")
    return [.banner, .sound]
  }
  func userNotificationCenter(
    _ center: UserNotificationCenter,
    didReceive response: NotificationResponse
  ) async { calls.append("response \(response.actionIdentifier)") }
  func pushRegistry(
    _ registry: PushRegistry,
    didReceiveIncomingVoIPPushWith payload: Payload,
    metadata: VoIPPushMetadata
  ) async {
    let caller = try? payload.value(String.self, for: "caller")
    calls.append("push of \(caller ?? "nobody") \(metadata.mustReport)")
    try? await registry.application.callProvider.reportNewIncomingCall()
  }
  func incomingPushResult(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload
  ) async -> ChannelPushResult {
    calls.append("push on \(channel)")
    return .activeRemoteParticipant("Ada")
  }
  func channelManager(
    _ channelManager: ChannelManager,
    didRestoreChannel channel: String
  ) async { calls.append("restored \(channel)") }
  func audioSession(
    _ session: Torpor.AudioSession,
    interruptionEndedWithOptions options: Torpor.AudioSession.InterruptionOptions
  ) async { calls.append("resume \(options.contains(.shouldResume))") }
  func accessoryManager(
    _ manager: AccessoryManager,
    hasBytesAvailableFrom accessory: String
  ) async { calls.append("bytes of \(accessory)") }
  func centralManager(
    _ central: CentralManager,
    willRestoreState state: BluetoothState
  ) async { calls.append("central \(central.restoreIdentifier ?? "-") \(state.peripherals)") }
  func peripheralManager(
    _ peripheral: PeripheralManager,
    willRestoreState state: BluetoothState
  ) async { calls.append("peripheral \(peripheral.restoreIdentifier ?? "-")") }
  func peripheralManagerDidReceiveRequest(_ peripheral: PeripheralManager) async {
    calls.append("request")
  }
  func peripheralManager(
    _ peripheral: PeripheralManager,
    didReceiveRead request: CentralRequest
  ) async { calls.append("read \(request.characteristic)") }
  func application(
    _ application: Application,
    descriptorDidBecomeReadable name: String,
    isHungUp: Bool
  ) async { calls.append("readable \(name) \(isHungUp)") }
  func application(_ application: Application, descriptorWasLost name: String) async {
    calls.append("lost \(name)")
  }
}
