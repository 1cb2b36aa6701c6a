import AVFoundation
import CallKit
import Foundation
import PushKit
import QuartzCore
import Testing
import WidgetKit

@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

private final class PushDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
  let record = Record()
  let provider = CXProvider(configuration: CXProviderConfiguration(localizedName: "Talk"))

  func pushRegistry(
    _ registry: PKPushRegistry,
    didUpdate pushCredentials: PKPushCredentials,
    for type: PKPushType
  ) {
    record.add("token \(Array(pushCredentials.token)) \(type == .voIP) \(isOnMainQueue)")
  }
  func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType,
    completion: @escaping () -> Void
  ) {
    record.add("push \(payload.dictionaryPayload["from"] ?? "nobody")")
    nonisolated(unsafe) let completion = completion
    provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { error in
      self.record.add("reported \(error == nil)")
      completion()
    }
  }
  func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
    record.add("no token")
  }
}

private final class OldPushDelegate: NSObject, PKPushRegistryDelegate {
  let record = Record()

  func pushRegistry(
    _ registry: PKPushRegistry,
    didUpdate pushCredentials: PKPushCredentials,
    for type: PKPushType
  ) {
    record.add("token")
  }
  func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType
  ) {
    record.add("push without a handler")
  }
}

private final class AsyncPushDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
  let record = Record()
  let provider = CXProvider(configuration: CXProviderConfiguration(localizedName: "Talk"))

  func pushRegistry(
    _ registry: PKPushRegistry,
    didUpdate pushCredentials: PKPushCredentials,
    for type: PKPushType
  ) {
    record.add("token")
  }
  func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType
  ) async {
    record.add("push \(payload.dictionaryPayload["from"] ?? "nobody")")
    try? await provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate())
    record.add("reported")
  }
}

extension AppTests {
  @MainActor
  @Suite("Calls and sound")
  struct CallAndSoundTests {
    @Test(
      "a registry is told its token and its pushes, and a call is reported before the push has returned"
    )
    func pushes() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = PushDelegate()
      let registry = PKPushRegistry(queue: .main)
      registry.delegate = delegate
      registry.desiredPushTypes = [.voIP]
      await delegate.record.filled(to: 1)
      #expect(delegate.record.all == ["token [0, 255, 16] true true"])
      #expect(registry.pushToken(for: .voIP) == Data([0, 255, 16]))
      app.system.deliver(
        1,
        "didReceiveIncomingPush",
        #""payload": "{\"from\": \"Anna\"}", "mustReport": true"#
      )
      await app.system.seen("Returned 1")
      #expect(delegate.record.all.suffix(2) == ["push Anna", "reported true"])
      #expect(app.system.calls == ["RegisterForPush", "ReportCall", "Returned 1"])
      delegate.provider.reportCall(with: UUID(), endedAt: nil, reason: .remoteEnded)
      try await delegate.provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate())
      registry.desiredPushTypes = []
      await delegate.record.filled(to: 4)
      #expect(delegate.record.all.last == "no token" && registry.pushToken(for: .voIP) == nil)
      #expect(app.system.calls.suffix(3) == ["EndCall", "ReportCall", "UnregisterForPush"])
      await app.stop()
    }

    @Test("a delegate without a handler is told on its queue")
    func oldPushes() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = OldPushDelegate()
      let registry = PKPushRegistry(queue: DispatchQueue(label: "io.torpor.tests"))
      registry.delegate = delegate
      registry.desiredPushTypes = [.voIP]
      await delegate.record.filled(to: 1)
      app.system.deliver(1, "didReceiveIncomingPush", #""payload": "{}", "mustReport": false"#)
      await app.system.seen("Returned 1")
      #expect(delegate.record.all == ["token", "push without a handler"])
      await app.stop()
    }

    @Test("a push has returned when the delegate's asynchronous method has")
    func asynchronousPushes() async throws {
      let app = try RunningApp(PlainDelegate())
      let delegate = AsyncPushDelegate()
      let registry = PKPushRegistry(queue: nil)
      registry.delegate = delegate
      registry.desiredPushTypes = [.voIP]
      await delegate.record.filled(to: 1)
      app.system.deliver(
        1,
        "didReceiveIncomingPush",
        #""payload": "{\"from\": \"Anna\"}", "mustReport": true"#
      )
      await app.system.seen("Returned 1")
      #expect(delegate.record.all == ["token", "push Anna", "reported"])
      #expect(app.system.calls == ["RegisterForPush", "ReportCall", "Returned 1"])
      await app.stop()
    }

    @Test("a session is activated with its category, before the next line of the app")
    func session() async throws {
      AVAudioSession.forget()
      let app = try RunningApp(PlainDelegate())
      func play() throws {
        let session = AVAudioSession.sharedInstance()
        #expect(session.category == .soloAmbient)
        try session.setCategory(.playback, mode: .spokenAudio, options: .mixWithOthers)
        #expect(
          session.category == .playback && session.mode == .spokenAudio
            && session.categoryOptions == .mixWithOthers
        )
        try session.setActive(true)
        try session.setActive(false, options: .notifyOthersOnDeactivation)
        try session.setMode(.default)
        #expect(throws: (any Error).self) { try session.setCategory(.init(rawValue: "none")) }
      }
      try play()
      #expect(
        app.system.json(of: "ActivateAudioSession") == [
          #"{"category":"playback","mixesWithOthers":true}"#
        ]
      )
      #expect(app.system.json(of: "DeactivateAudioSession") == [#"{"notifiesOthers":true}"#])
      await app.stop()
      AVAudioSession.forget()
    }

    @Test("a session that is refused throws Apple's number")
    func refusal() async throws {
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          call.method == "ActivateAudioSession"
            ? .error(
              "io.torpor.Modes.AudioFailed",
              #"{"which": "insufficientPriority", "message": "m"}"#
            ) : nil
        }
      )
      func play() throws { try AVAudioSession.sharedInstance().setActive(true) }
      do {
        try play()
        Issue.record("The session is active.")
      } catch {
        let error = error as NSError
        #expect(error.code == AVAudioSession.ErrorCode.insufficientPriority.rawValue)
        #expect(error.domain == NSOSStatusErrorDomain)
      }
      await app.stop()
    }

    @Test("an interruption is posted with its reason and with what its end allows")
    func interruption() async throws {
      let app = try RunningApp(PlainDelegate())
      func ask() { _ = AVAudioSession.sharedInstance() }
      ask()
      let record = Record()
      let token = NotificationCenter.default.addObserver(
        forName: AVAudioSession.interruptionNotification,
        object: nil,
        queue: nil
      ) { notification in
        let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
        let reason = notification.userInfo?[AVAudioSessionInterruptionReasonKey] as? UInt
        let option = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
        record.add("\(type ?? 9) \(reason ?? 9) \(option ?? 9)")
      }
      defer { NotificationCenter.default.removeObserver(token) }
      app.system.deliver(1, "interruptionBegan", #""reason": "default""#)
      app.system.deliver(2, "interruptionEnded", #""shouldResume": true"#)
      await app.system.seen("Returned 2")
      await app.stop()
      #expect(record.all == ["1 0 9", "0 9 1"])
    }

    @Test("the user is asked for the microphone")
    func microphone() async throws {
      let app = try RunningApp(
        PlainDelegate(),
        StandInSystem { call in
          call.method == "AuthorizationStatus"
            ? .reply(#"{"status": "authorized", "isAsked": false}"#) : nil
        }
      )
      func permission() -> AVAudioSession.RecordPermission {
        AVAudioSession.sharedInstance().recordPermission
      }
      #expect(permission() == .granted)
      await app.stop()
    }

    @Test("there are no widgets, and a clock that does not jump")
    func rest() async {
      WidgetCenter.shared.reloadAllTimelines()
      WidgetCenter.shared.reloadTimelines(ofKind: "clock")
      let count = await withCheckedContinuation { continuation in
        WidgetCenter.shared.getCurrentConfigurations {
          continuation.resume(returning: try? $0.get().count)
        }
      }
      #expect(count == 0)
      let before = CACurrentMediaTime()
      #expect(CACurrentMediaTime() >= before)
    }
  }
}
