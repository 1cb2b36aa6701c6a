internal import Synchronization
internal import TorporModel
internal import TorporWire

// How the application asks the services, and how their callbacks reach the delegates.

extension Application {
  /// The delegates of the services as they are now; any thread sets them, the main actor calls them.
  var delegates: ServiceDelegates { changing.withLock { $0.delegates } }

  /// Asks, and turns a refusal into an error; a misuse ends the process.
  @discardableResult
  func ask(_ request: ModeRequest, subject: String) async throws(TorporError) -> ModeReply? {
    let reply = try await reply(to: .mode(request))
    switch reply {
    case .refused(.mode(.notification(.intervalTooShort(let length, let least)))):
      NotificationMisuse(interval: length, least: least).endProcess()
    case .refused(let refusal):
      throw TorporError(WireError.refused(refusal), subject: subject)
    case .mode(let answer): return answer
    default: return nil
    }
  }

  @MainActor
  func handle(
    _ callback: ModeCallback,
    token: CallbackToken,
    _ delegate: some ApplicationDelegate
  ) async {
    switch callback {
    case .didReceiveIncomingPush(let payload, let mustReport):
      await delegates.pushes?.pushRegistry(
        pushRegistry,
        didReceiveIncomingVoIPPushWith: Payload(json: payload),
        metadata: VoIPPushMetadata(mustReport: mustReport)
      )
    case .location(let callback):
      for listener in changing.withLock({ $0.locationListeners.values.map { $0 } }) {
        listener.yield(callback)
      }
      await handle(callback)
    case .notifications(.didReceiveLocal(let notification)):
      await delegate.application(self, didReceive: notification)
    case .notifications(let callback): handle(callback, token: token)
    case .audio(let callback): await handle(callback)
    case .accessory(let callback): await handle(callback)
    case .bluetooth(let callback): await handle(callback)
    case .descriptor(let callback): await handle(callback)
    case .pushToTalk(let callback): await handle(callback)
    }
  }
}
