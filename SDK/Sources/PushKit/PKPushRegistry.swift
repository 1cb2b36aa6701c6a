internal import AppleSupport
public import Foundation
internal import Torpor

/// The purpose of a push.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
  /// Apple's name.
  public let rawValue: String
  /// Makes a type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A call; needs `voip` in `UIBackgroundModes`.
  public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
  /// Changes of a file provider; never used here.
  public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
  /// Complications of a watch; never used here.
  public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
}

/// The token under which senders reach the app.
open class PKPushCredentials: NSObject, @unchecked Sendable {
  /// The purpose of the pushes.
  public let type: PKPushType
  /// The token.
  public let token: Data

  init(_ type: PKPushType, _ token: Data) { (self.type, self.token) = (type, token) }
}

/// The content of a push.
open class PKPushPayload: NSObject, @unchecked Sendable {
  /// The purpose of the push.
  public let type: PKPushType
  /// The payload as sent.
  public let dictionaryPayload: [AnyHashable: Any]

  init(_ type: PKPushType, _ payload: [AnyHashable: Any]) {
    (self.type, dictionaryPayload) = (type, payload)
  }
}

/// The pushes that announce calls.
///
/// The app has one token for each type, whichever registry has requested it; the system calls the registry whose types
/// were set last.
open class PKPushRegistry: NSObject, @unchecked Sendable {
  /// State that any thread sets, within `lock`.
  private struct State {
    weak var delegate: (any PKPushRegistryDelegate)?
    var desiredPushTypes: Set<PKPushType>?
    var tokens: [PKPushType: Data] = [:]
    /// Held here, because the client library holds its delegates weakly.
    var bridge: PushBridge?
    /// The most recent request for a token.
    var request: Task<Void, Never>?
  }

  private let lock = NSLock()
  private var state = State()
  private let queue: DispatchQueue?

  /// Makes a registry that calls its delegate on a queue, by default the main queue.
  public init(queue: DispatchQueue?) { self.queue = queue }

  /// Receives tokens and pushes; held weakly.
  open weak var delegate: (any PKPushRegistryDelegate)? {
    get { lock.withLock { state.delegate } }
    set { lock.withLock { state.delegate = newValue } }
  }

  /// The types of pushes that the app wants; the delegate receives the token, and its invalidation.
  open var desiredPushTypes: Set<PKPushType>? {
    get { lock.withLock { state.desiredPushTypes } }
    set {
      let had = lock.withLock {
        defer { state.desiredPushTypes = newValue }
        return state.desiredPushTypes?.contains(.voIP) ?? false
      }
      let wants = newValue?.contains(.voIP) ?? false
      if wants { register() } else if had { unregister() }
    }
  }

  /// Returns the token for a type, once it has been reported to the delegate.
  open func pushToken(for type: PKPushType) -> Data? { lock.withLock { state.tokens[type] } }

  private func register() {
    let bridge = PushBridge(self)
    lock.withLock { state.bridge = bridge }
    AppleSystem.attempt { application throws(TorporError) in
      application.pushRegistry.delegate = bridge
    }
    inTurn { [weak self] in
      let token = await AppleSystem.attempt { application async throws(TorporError) in
        try await application.pushRegistry.register(for: .voIP)
      }
      guard let self, let token else { return }
      let bytes = PushToken.bytes(of: token)
      self.lock.withLock { self.state.tokens[.voIP] = bytes }
      self.tell { delegate, registry in
        delegate.pushRegistry(registry, didUpdate: PKPushCredentials(.voIP, bytes), for: .voIP)
      }
    }
  }

  private func unregister() {
    inTurn { [weak self] in
      await AppleSystem.attempt { application async throws(TorporError) in
        try await application.pushRegistry.unregister(for: .voIP)
      }
      guard let self else { return }
      self.lock.withLock { self.state.tokens[.voIP] = nil }
      self.tell { delegate, registry in
        delegate.pushRegistry(registry, didInvalidatePushTokenFor: .voIP)
      }
    }
  }

  /// Runs work in order, so that the last request takes effect last.
  private func inTurn(_ work: @escaping @Sendable () async -> Void) {
    lock.withLock {
      let before = state.request
      state.request = Task {
        await before?.value
        await work()
      }
    }
  }

  private func tell(
    _ call: @escaping @Sendable (any PKPushRegistryDelegate, PKPushRegistry) -> Void
  ) {
    (queue ?? .main).async {
      guard let delegate = self.delegate else { return }
      call(delegate, self)
    }
  }

  /// Passes a push to the delegate, and returns when it has called the handler.
  ///
  /// On the main queue it is called at once, because the system's callbacks arrive there.
  @MainActor
  func receive(_ payload: PKPushPayload) async {
    await withUnsafeContinuation { continuation in
      let completion = Completion<Void> { continuation.resume() }
      guard let delegate else { return completion.call(()) }
      // Apple's delegates are not declared as Sendable; this one is called on the queue that it asked for.
      nonisolated(unsafe) let receiver = delegate
      let call: @Sendable () -> Void = {
        receiver.pushRegistry(self, didReceiveIncomingPushWith: payload, for: payload.type) {
          completion.call(())
        }
      }
      if let queue, queue !== DispatchQueue.main { queue.async(execute: call) } else { call() }
    }
  }
}

/// The events of pushes that announce calls.
@preconcurrency
public protocol PKPushRegistryDelegate: NSObjectProtocol {
  /// The token has arrived or has changed.
  func pushRegistry(
    _ registry: PKPushRegistry,
    didUpdate pushCredentials: PKPushCredentials,
    for type: PKPushType
  )
  /// A push has arrived: report a call (`CXProvider.reportNewIncomingCall`) before the handler is called; otherwise the
  /// app is ended.
  func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType,
    completion: @escaping @Sendable () -> Void
  )
  /// A push has arrived; called if the form with a handler is missing. A synchronous method also satisfies this
  /// requirement, which is the form before iOS 11.
  ///
  /// It begins where the delegate is called; for a delegate on the main actor (`@MainActor`), it begins after the work
  /// waiting in the main queue.
  func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType
  ) async
  /// The token is no longer valid.
  func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

extension PKPushRegistryDelegate {
  /// Calls the form without a handler, and then the handler.
  public func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType,
    completion: @escaping @Sendable () -> Void
  ) {
    // Apple's delegates are not declared as Sendable. Called at once, so that the method begins where the delegate is
    // called.
    nonisolated(unsafe) let receiver: any PKPushRegistryDelegate = self
    Task.immediate {
      await receiver.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type)
      completion()
    }
  }
  /// Does nothing.
  public func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType
  ) async {}
  /// Does nothing.
  public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
  }
}

/// Passes pushes to the app's own registry.
@MainActor
private final class PushBridge: Torpor.PushRegistryDelegate {
  private nonisolated(unsafe) weak var registry: PKPushRegistry?

  nonisolated init(_ registry: PKPushRegistry) { self.registry = registry }

  func pushRegistry(
    _: PushRegistry,
    didReceiveIncomingVoIPPushWith payload: Payload,
    metadata _: VoIPPushMetadata
  ) async {
    let object = try? JSONSerialization.jsonObject(with: Data(payload.json.utf8))
    await registry?.receive(PKPushPayload(.voIP, object as? [String: Any] ?? [:]))
  }
}
