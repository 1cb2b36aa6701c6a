import TorporWire

/// Vibration with the sound of a notification (LN7), if feedbackd serves a haptic device.
///
/// feedbackd decides by the user's own settings whether and how the device vibrates. Its quiet profile is requested,
/// which has no sound: the notification server plays the sound.
final class VibrationPart: Part {
  let name = "vibration"
  private let bus: BusConnection
  private let outbox: Outbox
  private var tokens: [BusConnection.Token] = []
  private var isAvailable = false
  private var question = 0

  private static let service = "org.sigxcpu.Feedback"
  private static let path = "/org/sigxcpu/Feedback"
  /// The event of feedbackd's theme; the same name as in freedesktop's sound theme.
  private static let event = "message-new-instant"

  init(on bus: BusConnection, outbox: Outbox) {
    self.bus = bus
    self.outbox = outbox
  }

  func start() {
    tokens.append(
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0='\(VibrationPart.service)'"
      ) { [unowned self] event in
        guard event.isFromBus, event.values.count == 3 else { return }
        greet()
      }
    )
    tokens.append(
      bus.observe { [unowned self] state in
        switch state {
        case .connected: greet()
        case .lost(let cause): lose(because: cause)
        case .connecting: break
        }
      }
    )
  }

  /// Vibrates with a notification that was just shown, if it has a sound.
  func accompany(_ notification: BridgeNotification) {
    guard isAvailable, notification.sound != nil else { return }
    // Phosh itself vibrates for the notifications that it shows.
    bus.call(VibrationPart.serverQuestion) { [unowned self] result in
      if case .success(let reply) = result, reply.values.first?.text?.lowercased() == "phosh" {
        return
      }
      trigger(for: notification.appName)
    }
  }

  private func trigger(for appName: String) {
    let hints = BusValue.dictionary(
      [BusEntry(key: .string("profile"), value: .variant(.string("quiet")))],
      of: "sv"
    )
    bus.send(
      BusCall(
        destination: VibrationPart.service,
        path: VibrationPart.path,
        interface: VibrationPart.service,
        member: "TriggerFeedback",
        // -1: the event's own length.
        arguments: [.string(appName), .string(VibrationPart.event), hints, .int32(-1)],
        startsService: false
      )
    )
  }

  private static var serverQuestion: BusCall {
    BusCall(
      destination: "org.freedesktop.Notifications",
      path: "/org/freedesktop/Notifications",
      interface: "org.freedesktop.Notifications",
      member: "GetServerInformation",
      startsService: false
    )
  }

  /// Asks whether the name has an owner; no service is started for this.
  private func greet() {
    question += 1
    let asked = question
    let call = BusCall(
      destination: BusNames.bus,
      path: "/org/freedesktop/DBus",
      interface: BusNames.bus,
      member: "NameHasOwner",
      arguments: [.string(VibrationPart.service)]
    )
    bus.call(call) { [unowned self] result in
      guard asked == question else { return }
      switch result {
      case .success(let reply) where reply.values.first?.flag == true:
        isAvailable = true
        outbox.tell(self, isAvailable: true)
      case .success: lose(because: "feedbackd is not running (\(VibrationPart.service))")
      case .failure(let failure): lose(because: "\(failure)")
      }
    }
  }

  private func lose(because cause: String) {
    isAvailable = false
    outbox.tell(self, isAvailable: false, because: cause)
  }
}
