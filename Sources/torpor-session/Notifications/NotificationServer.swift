import TorporModel
import TorporWire

/// The desktop's notification server and its capabilities.
struct NotificationServer {
  let owner: String
  let capabilities: Set<String>

  /// Returns the arguments of `Notify` (Desktop Notifications Specification 1.2).
  ///
  /// Unsupported features are left out: buttons without `actions`, a text field without `inline-reply` (KDE's
  /// extension, which others have adopted). If the body is markup, it is escaped, because apps send plain text.
  func arguments(
    for notification: BridgeNotification,
    replacing replaced: UInt32?
  ) -> [BusValue] {
    [
      .string(notification.appName), .uint32(replaced ?? 0), .string(notification.icon ?? ""),
      .string(notification.title), .string(body(of: notification)),
      .strings(actions(of: notification)), hints(of: notification),
      // The server's default time, or as long as the work that it describes takes.
      .int32(notification.percent == nil ? -1 : 0),
    ]
  }

  private func body(of notification: BridgeNotification) -> String {
    guard capabilities.contains("body") else { return "" }
    guard capabilities.contains("body-markup") else { return notification.body }
    var escaped = ""
    for character in notification.body {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Returns the alternating names and titles; the first is a tap on the notification, whose title is not shown.
  private func actions(of notification: BridgeNotification) -> [String] {
    guard capabilities.contains("actions") else { return [] }
    var actions = [BridgeNotification.tap, ""]
    for action in notification.actions {
      // KDE's name for the button that opens a text field.
      let id = takesText(action) ? "inline-reply" : action.id
      actions += [id, action.title]
    }
    return actions
  }

  private func takesText(_ action: BridgeNotification.Action) -> Bool {
    action.takesText && capabilities.contains("inline-reply")
  }

  private func hints(of notification: BridgeNotification) -> BusValue {
    let level: UInt8 =
      switch notification.urgency {
      case .low: 0
      case .normal: 1
      case .critical: 2
      }
    var hints = [
      BusEntry(key: .string("urgency"), value: .variant(.byte(level))),
      BusEntry(
        key: .string("suppress-sound"),
        value: .variant(.boolean(notification.sound == nil))
      ),
    ]
    if let sound = notification.sound {
      let key = sound.isAbsolutePath ? "sound-file" : "sound-name"
      hints.append(BusEntry(key: .string(key), value: .variant(.string(sound))))
    }
    if let percent = notification.percent {
      // Drawn as a bar by servers that support it; the body has the same information.
      hints.append(
        BusEntry(key: .string("value"), value: .variant(.int32(Int32(clamping: percent))))
      )
      // A response removes the notification from the screen only when the daemon orders it.
      hints.append(BusEntry(key: .string("resident"), value: .variant(.boolean(true))))
    }
    return .dictionary(hints, of: "sv")
  }
}
