internal import Synchronization
public import TorporAppModel
internal import TorporAppWire
internal import TorporPosix

// Linux only: the system polls descriptors for an app that is suspended or not running.

/// The events of an app's watched descriptors.
///
/// Both methods run on the main actor, in order with all other callbacks; an app that one of them has woken may run for
/// about 10 s.
@MainActor
public protocol DescriptorDelegate: AnyObject, Sendable {
  /// A watched descriptor has become readable, or its other end was closed.
  func application(
    _ application: Application,
    descriptorDidBecomeReadable name: String,
    isHungUp: Bool
  ) async
  /// A descriptor is no longer watched, for example because a device was disconnected; the app may watch it again.
  func application(_ application: Application, descriptorWasLost name: String) async
}

extension DescriptorDelegate {
  /// Does nothing.
  public func application(_ application: Application, descriptorWasLost name: String) async {}
}

extension Application {
  /// The handler of `setKeepAliveTimeout(_:handler:)`.
  public typealias KeepAliveHandler = @MainActor @Sendable () async -> Void

  /// Receives events of watched descriptors; held weakly.
  public var descriptorDelegate: (any DescriptorDelegate)? {
    get { delegates.descriptors }
    set { changing.withLock { $0.delegates.descriptors = newValue } }
  }

  /// Has the system poll a duplicate of a descriptor while the app is suspended or not running.
  ///
  /// The app keeps its descriptor, to read from and to close. When data can be read, or the other end is closed, the
  /// app runs and `descriptorDidBecomeReadable` is called. A second descriptor with the same name replaces the first;
  /// an app has at most 16. A plain file cannot be polled. Data that the app leaves unread wakes it again after 30 s,
  /// then after 1 min, and so on up to 1 h.
  ///
  /// The duplicate outlives the app and the daemon: the next process of the app gets it with
  /// `reclaimDescriptor(named:)`, and the other end of a socket does not notice. If the system can no longer watch it,
  /// `descriptorWasLost` is called.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared` for the mode that the purpose needs, `notPollable`,
  ///   `tooManyDescriptors`, or `stopped` after `stop()`.
  public func watchDescriptor(
    _ descriptor: Int32,
    name: String,
    purpose: DescriptorPurpose = .other
  ) async throws(TorporError) {
    let call = App.WatchDescriptor(name: name, purpose: purpose)
    _ = try await connection.result(of: call, beside: descriptor).get(name)
  }

  /// Stops watching a descriptor that this process or an earlier process of the app left with the system, and returns
  /// it.
  ///
  /// The caller closes it. A VoIP app that was launched for its socket continues to use the same connection:
  ///
  /// ```swift
  /// let socket = try await application.reclaimDescriptor(named: "server")
  /// ```
  ///
  /// - Throws: `TorporError`: `unknownDescriptor`, or `stopped` after `stop()`.
  public func reclaimDescriptor(named name: String) async throws(TorporError) -> Int32 {
    let call = OutgoingCall(App.UnwatchDescriptor(name: name))
    let result: Result<Int32?, CallFailure> = await withCheckedContinuation { continuation in
      connection.askForDescriptor(call) { continuation.resume(returning: $0) }
    }
    if let descriptor = try result.get(name) { return descriptor }
    throw CallFailure.refused(.service(.descriptor(.unknown(name: name)))).error(name)
  }

  /// Stops watching a descriptor.
  ///
  /// - Throws: `TorporError`: `unknownDescriptor`, or `stopped` after `stop()`.
  public func unwatchDescriptor(named name: String) async throws(TorporError) {
    try await call(App.UnwatchDescriptor(name: name), subject: name)
  }

  /// Sets a handler that is called at an interval of at least 600 s while the app is off screen, to keep a connection
  /// to its server alive.
  ///
  /// The handler runs on the main actor, for at most about 10 s; set it again in every launch. It needs the mode
  /// `voip`.
  ///
  /// - Throws: `TorporError`: `keepAliveTooShort`, `modeNotDeclared`, or `stopped` after `stop()`.
  public func setKeepAliveTimeout(
    _ timeout: Duration,
    handler: @escaping KeepAliveHandler
  ) async throws(TorporError) {
    let former = exchangeKeepAlive(handler)
    do throws(TorporError) {
      try await call(App.SetKeepAlive(interval: timeout), subject: "the keep-alive")
    } catch {
      // The system keeps the former interval, and calls the handler for that.
      _ = exchangeKeepAlive(former)
      throw error
    }
  }

  /// Replaces the handler; the old handler is released outside the lock, because objects that it holds may be
  /// deallocated with it, and call this code.
  func exchangeKeepAlive(_ handler: KeepAliveHandler?) -> KeepAliveHandler? {
    changing.withLock { changing in
      let former = changing.keepAliveHandler
      changing.keepAliveHandler = handler
      return former
    }
  }

  /// Removes the handler.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func clearKeepAliveTimeout() async throws(TorporError) {
    try await call(App.ClearKeepAlive(), subject: "the keep-alive")
    // The old handler is released outside the lock: objects that it holds may be deallocated with it, and call this
    // code.
    _ = changing.withLock { $0.keepAliveHandler.take() }
  }

  @MainActor
  func handle(_ callback: DescriptorCallback) async {
    switch callback {
    case .readable(let name, let isHungUp):
      await delegates.descriptors?
        .application(self, descriptorDidBecomeReadable: name, isHungUp: isHungUp)
    case .lost(let name):
      await delegates.descriptors?.application(self, descriptorWasLost: name)
    case .keepAlive: await changing.withLock({ $0.keepAliveHandler })?()
    }
  }
}
