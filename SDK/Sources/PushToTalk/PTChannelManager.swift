internal import AppleSupport
public import Foundation
internal import Torpor

/// The push-to-talk channel: a process has one manager, and the device one channel at a time.
///
/// It needs `push-to-talk` in `UIBackgroundModes`. A channel outlives the app, the daemon and a restart of the machine,
/// and ends with a force quit.
open class PTChannelManager: NSObject, @unchecked Sendable {
  /// State that any thread sets, within `lock`.
  private struct State {
    weak var delegate: (any PTChannelManagerDelegate)?
    weak var restorationDelegate: (any PTChannelRestorationDelegate)?
    var active: UUID?
    /// The most recent request.
    var request: Task<Void, Never>?
  }

  private static let kept = Kept()
  private let lock = NSLock()
  private var state = State()
  private let bridge = ChannelBridge()

  private override init() {
    super.init()
    bridge.manager = self
  }

  /// Returns the manager of the process; another call replaces the delegates.
  ///
  /// Create it in `application(_:didFinishLaunchingWithOptions:)`, or within 10 s of the event that launched the app,
  /// which is how long a push waits for it.
  ///
  /// - Throws: An error with a message, if no system answers.
  nonisolated(nonsending)
    open class func channelManager(
      delegate: any PTChannelManagerDelegate,
      restorationDelegate: any PTChannelRestorationDelegate
    ) async throws -> PTChannelManager
  {
    try make(delegate, restorationDelegate)
  }

  /// Does the same as the asynchronous form; the handler runs on a separate thread.
  @preconcurrency
  open class func channelManager(
    delegate: any PTChannelManagerDelegate,
    restorationDelegate: any PTChannelRestorationDelegate,
    completionHandler: @escaping @Sendable (PTChannelManager?, (any Error)?) -> Void
  ) {
    let result = Result { try make(delegate, restorationDelegate) }
    CallbackQueue.call(
      { (result: Result<PTChannelManager, any Error>) in
        switch result {
        case .success(let manager): completionHandler(manager, nil)
        case .failure(let error): completionHandler(nil, error)
        }
      },
      with: result
    )
  }

  private class func make(
    _ delegate: any PTChannelManagerDelegate,
    _ restorationDelegate: any PTChannelRestorationDelegate
  ) throws -> PTChannelManager {
    let manager = kept.manager { PTChannelManager() }
    manager.lock.withLock {
      manager.state.delegate = delegate
      manager.state.restorationDelegate = restorationDelegate
    }
    do throws(TorporError) {
      let application = try AppleSystem.application()
      let bridge = manager.bridge
      if Thread.isMainThread {
        MainActor.assumeIsolated { ChannelGate.open(application, to: bridge) }
      } else {
        DispatchQueue.main.async {
          MainActor.assumeIsolated { ChannelGate.open(application, to: bridge) }
        }
      }
    } catch {
      throw PTChannelError(error)
    }
    return manager
  }

  /// Resets everything at the end of the app's process.
  package static func forget() { kept.forget() }

  /// The channel that the app has joined.
  open var activeChannelUUID: UUID? { lock.withLock { state.active } }

  // MARK: The app's requests

  /// Joins a channel, while the app is on screen; the delegate receives the result, and then the token.
  open func requestJoinChannel(channelUUID: UUID, descriptor: PTChannelDescriptor) {
    join(channelUUID, .developerRequest)
  }

  private func join(_ channel: UUID, _ reason: PTChannelJoinReason) {
    inTurn { manager in
      do throws(TorporError) {
        let application = try AppleSystem.application()
        let token = try await application.channelManager.requestJoinChannel(channel.uuidString)
        manager.lock.withLock { manager.state.active = channel }
        await manager.tell { delegate in
          // A restored channel was reported before.
          if reason == .developerRequest {
            delegate.channelManager(manager, didJoinChannel: channel, reason: reason)
          }
          delegate.channelManager(manager, receivedEphemeralPushToken: PushToken.bytes(of: token))
        }
      } catch {
        let error = PTChannelError(error)
        await manager.tell { delegate in
          delegate.channelManager(manager, failedToJoinChannel: channel, error: error)
        }
      }
    }
  }

  /// Leaves the channel.
  open func leaveChannel(channelUUID: UUID) {
    ask { channels throws(TorporError) in
      try await channels.leaveChannel(channelUUID.uuidString)
    } done: { manager in
      manager.left(channelUUID, .developerRequest)
    } failed: { delegate, manager, error in
      delegate.channelManager(manager, failedToLeaveChannel: channelUUID, error: error)
    }
  }

  @MainActor
  func left(_ channel: UUID, _ reason: PTChannelLeaveReason) {
    lock.withLock { if state.active == channel { state.active = nil } }
    tell { delegate in
      delegate.channelManager(self, didLeaveChannel: channel, reason: reason)
    }
  }

  /// Begins transmitting, while the app is on screen and no other participant is speaking.
  open func requestBeginTransmitting(channelUUID: UUID) {
    ask { channels throws(TorporError) in
      try await channels.requestBeginTransmitting(channel: channelUUID.uuidString)
    } done: { manager in
      manager.tell {
        $0.channelManager(
          manager,
          channelUUID: channelUUID,
          didBeginTransmittingFrom: .developerRequest
        )
      }
    } failed: { delegate, manager, error in
      delegate.channelManager(
        manager,
        failedToBeginTransmittingInChannel: channelUUID,
        error: error
      )
    }
  }

  /// Stops transmitting.
  open func stopTransmitting(channelUUID: UUID) {
    ask { channels throws(TorporError) in
      try await channels.stopTransmitting(channel: channelUUID.uuidString)
    } done: { manager in
      manager.tell {
        $0.channelManager(
          manager,
          channelUUID: channelUUID,
          didEndTransmittingFrom: .developerRequest
        )
      }
    } failed: { delegate, manager, error in
      delegate.channelManager(
        manager,
        failedToStopTransmittingInChannel: channelUUID,
        error: error
      )
    }
  }

  /// Sets the participant who is speaking; with `nil`, none is, and the channel no longer keeps the app running.
  ///
  /// - Throws: `PTChannelError`.
  open func setActiveRemoteParticipant(
    _ participant: PTParticipant?,
    channelUUID: UUID
  ) async throws {
    let request = lock.withLock { state.request }
    await request?.value
    do throws(TorporError) {
      try await AppleSystem.application().channelManager
        .setActiveRemoteParticipant(participant?.name, channel: channelUUID.uuidString)
    } catch {
      throw PTChannelError(error)
    }
  }

  /// Does the same as the asynchronous form; the handler runs on a separate thread.
  @preconcurrency
  open func setActiveRemoteParticipant(
    _ participant: PTParticipant?,
    channelUUID: UUID,
    completionHandler: (@Sendable ((any Error)?) -> Void)?
  ) {
    inTurn { manager in
      var failure: (any Error)?
      do throws(TorporError) {
        try await AppleSystem.application().channelManager
          .setActiveRemoteParticipant(participant?.name, channel: channelUUID.uuidString)
      } catch {
        failure = PTChannelError(error)
      }
      if let completionHandler { CallbackQueue.call(completionHandler, with: failure) }
    }
  }

  // MARK: Values that are not shown

  /// Does nothing: no interface shows the channel.
  open func setChannelDescriptor(
    _ channelDescriptor: PTChannelDescriptor,
    channelUUID: UUID
  ) async throws {}
  /// Does nothing: no interface shows the status.
  open func setServiceStatus(_ status: PTServiceStatus, channelUUID: UUID) async throws {}
  /// Does nothing: one participant at a time can speak or listen.
  open func setTransmissionMode(
    _ transmissionMode: PTTransmissionMode,
    channelUUID: UUID
  ) async throws {}

  // MARK: Order of requests

  /// Makes a request to the system in its turn, and reports the result.
  private func ask(
    _ call: @escaping @Sendable (ChannelManager) async throws(TorporError) -> Void,
    done: @escaping @MainActor @Sendable (PTChannelManager) -> Void,
    failed:
      @escaping @MainActor @Sendable (
        any PTChannelManagerDelegate, PTChannelManager, PTChannelError
      ) -> Void
  ) {
    inTurn { manager in
      do throws(TorporError) {
        try await call(try AppleSystem.application().channelManager)
        await done(manager)
      } catch {
        let error = PTChannelError(error)
        await manager.tell { failed($0, manager, error) }
      }
    }
  }

  /// Runs work in order, so that the last request takes effect and is reported last.
  private func inTurn(_ work: @escaping @Sendable (PTChannelManager) async -> Void) {
    lock.withLock {
      let before = state.request
      state.request = Task {
        await before?.value
        await work(self)
      }
    }
  }

  /// Returns when the results of the app's requests have been reported.
  func requestsAreTold() async {
    let request = lock.withLock { state.request }
    await request?.value
  }

  @MainActor
  func tell(_ call: @MainActor (any PTChannelManagerDelegate) -> Void) {
    if let delegate = lock.withLock({ state.delegate }) { call(delegate) }
  }

  /// Joins the channel of an earlier process again, which makes the system report its token.
  @MainActor
  func restored(_ channel: UUID) {
    let restoring = lock.withLock {
      state.active = channel
      return state.restorationDelegate
    }
    _ = restoring?.channelDescriptor(restoredChannelUUID: channel)
    tell { delegate in
      delegate.channelManager(self, didJoinChannel: channel, reason: .channelRestoration)
    }
    join(channel, .channelRestoration)
  }

  @MainActor
  func pushResult(_ channel: UUID, _ payload: Payload) -> PTPushResult {
    var result = PTPushResult.leaveChannel
    tell { delegate in
      result = delegate.incomingPushResult(
        channelManager: self,
        channelUUID: channel,
        pushPayload: payload.object
      )
    }
    return result
  }
}

/// The one manager of the process.
private final class Kept: @unchecked Sendable {
  private let lock = NSLock()
  private var manager: PTChannelManager?

  func manager(_ make: () -> PTChannelManager) -> PTChannelManager {
    lock.withLock {
      let one = manager ?? make()
      manager = one
      return one
    }
  }

  func forget() {
    let former = lock.withLock {
      defer { manager = nil }
      return manager
    }
    withExtendedLifetime(former) {}
  }
}
