internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

// Forms for code that cannot suspend. They block the calling thread until the system answers, so that requests are
// carried out in order.

extension Application {
  /// Blocks the calling thread until the system keeps the app running, but does not wait for the block.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func performExpiringActivity(
    withReason reason: String,
    using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) throws(TorporError) {
    changing.withLock { $0.activities.append(ExpiringActivity(reason: reason, block: block)) }
    do throws(TorporError) {
      try callBlocking(App.PerformExpiringActivity(reason: reason), subject: reason)
    } catch {
      // The objects that the block holds are released outside the lock.
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
  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func reportNewIncomingCall() throws(TorporError) {
    try application.callBlocking(App.ReportCall(), subject: "the call")
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func reportCallEnded() throws(TorporError) {
    try application.callBlocking(App.EndCall(), subject: "the call")
  }
}

extension AudioSession {
  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
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

  /// Returns `recordPermission`, blocking the calling thread.
  ///
  /// - Throws: The same errors as the property.
  @available(*, noasync)
  public func currentRecordPermission() throws(TorporError) -> PermissionStatus {
    try application.callBlocking(
      App.AuthorizationStatus(use: .microphone),
      subject: "the microphone"
    ).status
  }
}

extension Application {
  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
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

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func clearKeepAliveTimeout() throws(TorporError) {
    try callBlocking(App.ClearKeepAlive(), subject: "the keep-alive")
    // The old handler is released outside the lock: objects that it holds may be deallocated with it, and call this
    // code.
    _ = changing.withLock { $0.keepAliveHandler.take() }
  }
}
