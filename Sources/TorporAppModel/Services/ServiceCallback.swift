/// A callback of the services that keep an app running or wake it.
@usableFromInline package enum ServiceCallback: Hashable, Sendable, Saved {
  /// `pushRegistry(_:didReceiveIncomingVoIPPushWith:metadata:…)`; `payload` is its JSON. With
  /// `mustReport`, the app must report a call before it returns, or it is ended (PK2, PK3).
  case didReceiveIncomingPush(payload: String, mustReport: Bool)
  case location(LocationCallback)
  case notifications(NotificationCallback)
  case audio(AudioCallback)
  case accessory(AccessoryCallback)
  case bluetooth(BluetoothCallback)
  case descriptor(DescriptorCallback)
  case pushToTalk(PushToTalkCallback)
  /// The user has decided about a permission, or changed their mind.
  case didDecide(Permission, PermissionStatus)

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .didReceiveIncomingPush: "didReceiveIncomingPush"
    case .location(let callback): callback.name
    case .notifications(let callback): callback.name
    case .audio(let callback): callback.name
    case .accessory(let callback): callback.name
    case .bluetooth(let callback): callback.name
    case .descriptor(let callback): callback.name
    case .pushToTalk(let callback): callback.name
    case .didDecide: "didDecideAuthorization"
    }
  }

  /// Whether the app must call a completion handler (`AppRequest.complete`).
  @inlinable package var hasCompletionHandler: Bool {
    if case .notifications(let callback) = self { callback.hasCompletionHandler } else { false }
  }

  /// The wake reason, if the callback wakes the app.
  @usableFromInline package var wakeReason: WakeReason {
    switch self {
    case .didReceiveIncomingPush: .voipPush
    case .location(.didUpdate): .continuousLocation
    case .location(.didUpdateLive): .liveLocation
    case .location: .significantLocation
    // It does not wake an app; the user answers a notification of the system.
    case .notifications, .didDecide: .notificationResponse
    case .audio: .audio
    case .accessory: .accessory
    case .bluetooth: .bluetooth
    case .descriptor: .voipSocket
    case .pushToTalk: .pushToTalk
    }
  }
}
