internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

// The forms for code that cannot suspend. The calling thread waits for the system's answer, so that what was asked for is
// done in its turn.

extension Application {
  /// As the asynchronous form, but the calling thread waits for the system to keep the app running; it does not wait for the
  /// block.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func performExpiringActivity(
    withReason reason: String,
    using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) throws(TorporError) {
    changing.withLock { $0.activities.append(ExpiringActivity(reason: reason, block: block)) }
    do throws(TorporError) {
      try callBlocking(App.PerformExpiringActivity(reason: reason), subject: reason)
    } catch {
      // What the block holds goes outside of the lock.
      let refused = changing.withLock { changing -> ExpiringActivity? in
        let index = changing.activities.firstIndex { $0.reason == reason && $0.task == nil }
        return index.map { changing.activities.remove(at: $0) }
      }
      withExtendedLifetime(refused) {}
      throw error
    }
  }
}

extension CallProvider {
  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func reportNewIncomingCall() throws(TorporError) {
    try application.callBlocking(App.ReportCall(), subject: "the call")
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func reportCallEnded() throws(TorporError) {
    try application.callBlocking(App.EndCall(), subject: "the call")
  }
}

extension AudioSession {
  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws(TorporError) {
    guard active else {
      let notifies = options.contains(.notifyOthersOnDeactivation)
      try application.callBlocking(
        App.DeactivateAudioSession(notifiesOthers: notifies),
        subject: "the audio session"
      )
      return
    }
    let session = application.changing.withLock { $0.audioSession }
    try application.callBlocking(
      App.ActivateAudioSession(
        category: session.category,
        mixesWithOthers: session.mixesWithOthers
      ),
      subject: "the audio session"
    )
  }

  /// As the property `recordPermission`, but the calling thread waits.
  ///
  /// - Throws: as the property.
  @available(*, noasync)
  public func currentRecordPermission() throws(TorporError) -> PermissionStatus {
    try application.callBlocking(
      App.AuthorizationStatus(use: .microphone),
      subject: "the microphone"
    ).status
  }
}

extension Application {
  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func setKeepAliveTimeout(
    _ timeout: Duration,
    handler: @escaping KeepAliveHandler
  ) throws(TorporError) {
    let former = exchangeKeepAlive(handler)
    do throws(TorporError) {
      try callBlocking(App.SetKeepAlive(interval: timeout), subject: "the keep-alive")
    } catch {
      _ = exchangeKeepAlive(former)
      throw error
    }
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func clearKeepAliveTimeout() throws(TorporError) {
    try callBlocking(App.ClearKeepAlive(), subject: "the keep-alive")
    // The old one is released outside of the lock: what it holds may end with it, and call us.
    _ = changing.withLock { $0.keepAliveHandler.take() }
  }
}
