internal import Synchronization
internal import TorporAppModel

// How the callbacks of the services reach the delegates.

extension Application {
  /// The current delegates of the services; any thread sets them, the main actor calls them.
  var delegates: ServiceDelegates { changing.withLock { $0.delegates } }

  @MainActor
  func handle(
    _ callback: ServiceCallback,
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
    // Started in their own turn, because they end with a completion.
    case .notifications(.willPresent), .notifications(.didReceiveResponse): break
    case .audio(let callback): await handle(callback)
    case .accessory(let callback): await handle(callback)
    case .bluetooth(let callback): await handle(callback)
    case .descriptor(let callback): await handle(callback)
    case .pushToTalk(let callback): await handle(callback)
    // The call that waits for it has received it already.
    case .didDecide: break
    }
  }
}
