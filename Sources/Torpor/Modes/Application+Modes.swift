internal import Synchronization
internal import TorporModel
internal import TorporWire

// How the application asks the services for modes, and what it does with what they tell.

extension Application {
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
      await delegate.application(
        self,
        didReceiveIncomingPush: payload,
        mustReport: mustReport
      )
    case .location(let callback):
      for listener in changing.withLock({ $0.locationListeners.values.map { $0 } }) {
        listener.yield(callback)
      }
      await handle(callback, delegate)
    case .notifications(let callback): await handle(callback, token: token, delegate)
    case .audio(.interruptionBegan(let reason)):
      await delegate.application(self, audioInterruptionBegan: reason)
    case .audio(.interruptionEnded(let shouldResume)):
      await delegate.application(self, audioInterruptionEndedAndShouldResume: shouldResume)
    case .accessory(.didConnect(let accessory)):
      await delegate.application(self, accessoryDidConnect: accessory)
    case .accessory(.didDisconnect(let accessory)):
      await delegate.application(self, accessoryDidDisconnect: accessory)
    case .accessory(.data(let accessory)):
      await delegate.application(self, accessoryHasBytesAvailable: accessory)
    case .bluetooth(let event): await delegate.application(self, bluetooth: event)
    case .descriptor(.readable(let name, let isHungUp)):
      await delegate.application(
        self,
        descriptorDidBecomeReadable: name,
        isHungUp: isHungUp
      )
    case .descriptor(.lost(let name)):
      await delegate.application(self, descriptorWasLost: name)
    case .descriptor(.keepAlive): await delegate.applicationKeepAlive(self)
    case .pushToTalk(let event): await delegate.application(self, pushToTalk: event)
    }
  }

  @MainActor
  private func handle(
    _ callback: LocationCallback,
    _ delegate: some ApplicationDelegate
  ) async {
    switch callback {
    case .didUpdate(let locations):
      await delegate.application(self, didUpdateLocations: locations)
    case .didFail(let error): await delegate.application(self, didFailLocationWith: error)
    case .didEnterRegion(let region): await delegate.application(self, didEnterRegion: region)
    case .didExitRegion(let region): await delegate.application(self, didExitRegion: region)
    case .monitoringDidFail(let region, let error):
      await delegate.application(self, monitoringDidFailFor: region, with: error)
    case .didDetermineState(let region, let state):
      await delegate.application(self, didDetermineState: state, for: region)
    case .didVisit(let visit): await delegate.application(self, didVisit: visit)
    case .didPauseUpdates: await delegate.applicationDidPauseLocationUpdates(self)
    case .didResumeUpdates: await delegate.applicationDidResumeLocationUpdates(self)
    case .didFinishDeferredUpdates(let error):
      await delegate.application(self, didFinishDeferredUpdatesWith: error)
    case .didChangeAuthorization(let authorization):
      await delegate.application(self, didChangeLocationAuthorization: authorization)
    case .didChangeCondition(let monitor, let event):
      await delegate.application(self, didChangeCondition: event, of: monitor)
    case .didRange(let identity, let beacons):
      await delegate.application(self, didRange: beacons, satisfying: identity)
    case .rangingDidFail(let identity, let error):
      await delegate.application(self, didFailRangingFor: identity, with: error)
    case .didUpdateLive(let update): await delegate.application(self, didUpdateLive: update)
    case .didChangeAccuracy(let accuracy):
      await delegate.application(self, didChangeLocationAccuracy: accuracy)
    }
  }

  @MainActor
  private func handle(
    _ callback: NotificationCallback,
    token: CallbackToken,
    _ delegate: some ApplicationDelegate
  ) async {
    switch callback {
    case .didReceiveLocal(let notification):
      await delegate.application(self, didReceiveLocalNotification: notification)
    case .willPresent(let notification):
      // The callback itself is over at once; its completion is the delegate's result.
      Task { @MainActor in
        let options = await delegate.application(self, willPresent: notification)
        let answer = NotificationCenterRequest.present(callback: token, options)
        connection.request(.mode(.notifications(answer))) { _ in }
      }
    case .didReceiveResponse(let response):
      Task { @MainActor in
        await delegate.application(self, didReceive: response)
        connection.request(.complete(callback: token, result: .success)) { _ in }
      }
    }
  }
}
