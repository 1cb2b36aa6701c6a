import AVFAudio
import Foundation
import PushToTalk
import SimulatedDevice
import Testing
import UIKit

/// An app that talks on a channel.
@MainActor
private final class Talking: UIResponder, UIApplicationDelegate {
  static var lines: [String] = []
  static let channel = UUID(uuidString: "11111111-2222-3333-4444-555555555555") ?? UUID()
  /// When it makes its manager, in a task of the launch; `nil`: in the launch itself.
  static var delay: Duration?
  static var makesManager = true
  /// Whether it makes its manager when it is on screen, and notes that.
  static var isLate = false
  private(set) static var current: Talking?
  private(set) var manager: PTChannelManager?
  private let told = TalkingDelegate()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.current = self
    Self.lines.append("launched")
    guard Self.makesManager, !Self.isLate else { return true }
    if let delay = Self.delay {
      Task {
        try await Task.sleep(for: delay)
        manager = try await PTChannelManager.channelManager(
          delegate: told,
          restorationDelegate: told
        )
        Self.lines.append("managed")
      }
      return true
    }
    makeManager()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    guard Self.isLate else { return }
    Self.lines.append("active")
    makeManager()
  }

  private func makeManager() {
    PTChannelManager.channelManager(delegate: told, restorationDelegate: told) { manager, _ in
      DispatchQueue.main.async { MainActor.assumeIsolated { self.manager = manager } }
    }
  }
}

private final class TalkingDelegate: NSObject, PTChannelManagerDelegate,
  PTChannelRestorationDelegate
{
  private func note(_ line: String) { MainActor.assumeIsolated { Talking.lines.append(line) } }

  func channelDescriptor(restoredChannelUUID channelUUID: UUID) -> PTChannelDescriptor {
    note("restoring")
    return PTChannelDescriptor(name: "Team", image: nil)
  }
  func channelManager(
    _ channelManager: PTChannelManager,
    didJoinChannel channelUUID: UUID,
    reason: PTChannelJoinReason
  ) { note("joined, \(reason)") }
  func channelManager(
    _ channelManager: PTChannelManager,
    didLeaveChannel channelUUID: UUID,
    reason: PTChannelLeaveReason
  ) { note("left, \(reason)") }
  func channelManager(
    _ channelManager: PTChannelManager,
    channelUUID: UUID,
    didBeginTransmittingFrom source: PTChannelTransmitRequestSource
  ) { note("transmitting") }
  func channelManager(
    _ channelManager: PTChannelManager,
    channelUUID: UUID,
    didEndTransmittingFrom source: PTChannelTransmitRequestSource
  ) { note("not transmitting") }
  func channelManager(
    _ channelManager: PTChannelManager,
    receivedEphemeralPushToken pushToken: Data
  ) { note("token of \(pushToken.count) bytes") }
  func incomingPushResult(
    channelManager: PTChannelManager,
    channelUUID: UUID,
    pushPayload: [String: Any]
  ) -> PTPushResult {
    guard let name = pushPayload["speaker"] as? String else { return .leaveChannel }
    note("\(name) speaks")
    return .activeRemoteParticipant(PTParticipant(name: name, image: nil))
  }
  func channelManager(
    _ channelManager: PTChannelManager,
    didActivate audioSession: AVAudioSession
  ) { note("sound") }
  func channelManager(
    _ channelManager: PTChannelManager,
    didDeactivate audioSession: AVAudioSession
  ) { note("silence") }
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToJoinChannel channelUUID: UUID,
    error: Error
  ) { note("not joined: \((error as? PTChannelError)?.code.rawValue ?? -1)") }
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToBeginTransmittingInChannel channelUUID: UUID,
    error: Error
  ) { note("may not transmit: \((error as? PTChannelError)?.code.rawValue ?? -1)") }
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToStopTransmittingInChannel channelUUID: UUID,
    error: Error
  ) { note("nothing to stop: \((error as? PTChannelError)?.code.rawValue ?? -1)") }
}

private let talking = AppInformation([
  "CFBundleIdentifier": "com.example.talking", "UIBackgroundModes": ["push-to-talk", "audio"],
])

extension OneDevice {
  @MainActor
  @Suite("A channel of push to talk")
  struct ChannelTests {
    init() {
      (Talking.lines, Talking.delay) = ([], nil)
      (Talking.makesManager, Talking.isLate) = (true, false)
    }

    @Test("is joined, heard and restored")
    func channel() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      let manager = try #require(Talking.current?.manager)
      let descriptor = PTChannelDescriptor(name: "Team", image: nil)
      manager.requestJoinChannel(channelUUID: Talking.channel, descriptor: descriptor)
      try await device.advance(by: .seconds(1))
      #expect(
        Talking.lines == ["launched", "joined, developerRequest", "token of 32 bytes"]
      )
      #expect(manager.activeChannelUUID == Talking.channel)
      try await device.background()
      try await device.advance(by: .minutes(1))
      Talking.lines = []
      try await device.push(["aps": [:], "speaker": "Ada"], type: .pushToTalk)
      #expect(Talking.lines == ["Ada speaks", "sound"])
      try await device.advance(by: .seconds(5))
      Task { try await manager.setActiveRemoteParticipant(nil, channelUUID: Talking.channel) }
      try await device.advance(by: .minutes(1))
      #expect(Talking.lines.last == "silence")
      #expect(try await device.appState() == "suspended")
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      Talking.lines = []
      try await device.push(["aps": [:], "speaker": "Bob"], type: .pushToTalk)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.prefix(3) == ["launched", "restoring", "joined, channelRestoration"])
      #expect(Talking.lines.contains("Bob speaks") && Talking.lines.contains("sound"))
      #expect(try await device.wakes(for: .pushToTalk).count == 2)
      // A push without a speaker is answered by leaving.
      try await device.push(["aps": [:]], type: .pushToTalk)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.contains("left, developerRequest"))
      #expect(Talking.current?.manager?.activeChannelUUID == nil)
    }

    /// Has the app join the channel and end for its memory.
    private func joinedAndEnded(_ device: SimulatedDevice) async throws {
      let manager = try #require(Talking.current?.manager)
      let descriptor = PTChannelDescriptor(name: "Team", image: nil)
      manager.requestJoinChannel(channelUUID: Talking.channel, descriptor: descriptor)
      try await device.advance(by: .seconds(1))
      try await device.background()
      try await device.advance(by: .minutes(1))
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      Talking.lines = []
    }

    @Test("has its push wait for a manager that is made late")
    func lateManager() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      try await joinedAndEnded(device)
      Talking.delay = .seconds(2)
      try await device.push(["aps": [:], "speaker": "Bob"], type: .pushToTalk)
      #expect(Talking.lines == ["launched"])
      try await device.advance(by: .seconds(3))
      #expect(
        Talking.lines.prefix(4)
          == ["launched", "managed", "restoring", "joined, channelRestoration"]
      )
      #expect(Talking.lines.contains("Bob speaks") && Talking.lines.contains("sound"))
    }

    @Test("is restored at any launch, which does not wait for its manager")
    func launchByTheUser() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      try await joinedAndEnded(device)
      Talking.isLate = true
      try await device.launch()
      #expect(
        Talking.lines.prefix(4) == [
          "launched", "active", "restoring", "joined, channelRestoration",
        ]
      )
    }

    @Test("is left where the app makes no manager for its push")
    func noManager() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      try await joinedAndEnded(device)
      Talking.makesManager = false
      try await device.push(["aps": [:], "speaker": "Bob"], type: .pushToTalk)
      try await device.advance(by: .minutes(1))
      #expect(Talking.lines == ["launched"])
      let before = try await device.wakes(for: .pushToTalk).count
      try? await device.push(["aps": [:], "speaker": "Bob"], type: .pushToTalk)
      #expect(try await device.wakes(for: .pushToTalk).count == before)
    }

    @Test("is not joined or spoken on where the app may not")
    func refusedChannel() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      let manager = try #require(Talking.current?.manager)
      manager.requestBeginTransmitting(channelUUID: Talking.channel)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.last == "may not transmit: 1")
      manager.stopTransmitting(channelUUID: Talking.channel)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.last == "nothing to stop: 1")
      try await device.background()
      let descriptor = PTChannelDescriptor(name: "Team", image: nil)
      manager.requestJoinChannel(channelUUID: Talking.channel, descriptor: descriptor)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.last == "not joined: 6")
    }
  }
}
