import TorporModel

@testable import TorporCore

// Pushes as tests send them.

extension TestDevice {
  /// An app that was opened once, left, and frozen; the device is locked.
  static func withFrozen(
    _ name: String,
    modes: [BackgroundMode] = [.remoteNotification],
    _ profile: ProfileName = .ios26
  ) -> TestDevice {
    var device = TestDevice(profile)
    device.install(name, modes: modes)
    device.open(name)
    device.home()
    device.user(.lock)
    device.pass(.minutes(20))
    return device
  }

  mutating func silentPush(
    _ name: String,
    _ payload: String = "{}",
    priority: PushPriority = .considerate,
    lifetime: Duration? = nil
  ) {
    tell(
      .push(
        Push(
          app: app(name),
          payload: payload,
          isVisible: false,
          hasContent: true,
          priority: priority,
          lifetime: lifetime
        )
      )
    )
  }

  mutating func visiblePush(_ name: String, _ payload: String = "{}", hasContent: Bool = true) {
    tell(.push(Push(app: app(name), payload: payload, isVisible: true, hasContent: hasContent)))
  }

  mutating func call(_ name: String) {
    tell(
      .push(
        Push(
          app: app(name),
          payload: "{}",
          isVisible: false,
          hasContent: false,
          kind: .voip,
          priority: .immediate
        )
      )
    )
  }

  /// The app has fetched what its last push announced.
  mutating func completePush(_ name: String) {
    guard let token = token(of: "didReceiveRemoteNotification", name) else { return }
    ask(name, .complete(callback: token, result: .newData))
  }

  /// The payloads that the app was handed, in order.
  func payloads(_ name: String) -> [String] {
    log.compactMap { entry in
      guard case .deliver(let launch, let delivery) = entry.effect,
        appOfLaunch[launch] == app(name),
        case .didReceiveRemoteNotification(let payload) = delivery.callback
      else { return nil }
      return payload
    }
  }

  /// What the last decision about a wake of the app came to, and what stood in its way.
  func lastWake(_ name: String) -> (verdict: Decision.Verdict, unmetConditions: [Reason])? {
    decisions(name) { if case .wake = $0 { true } else { false } }.last.map {
      ($0.verdict, $0.conditions.filter { !$0.holds }.map(\.reason))
    }
  }
}
