internal import AppleSupport
public import Foundation
internal import Torpor

/// What a push is for.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
  /// Apple's name.
  public let rawValue: String
  /// Makes a type of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A call; needs `voip` in `UIBackgroundModes`.
  public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
  /// Changes of a file provider; never here.
  public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
  /// Complications of a watch; never here.
  public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
}

/// The token under which senders reach the app.
open class PKPushCredentials: NSObject, @unchecked Sendable {
  /// What the pushes are for.
  public let type: PKPushType
  /// The token.
  public let token: Data

  init(_ type: PKPushType, _ token: Data) { (self.type, self.token) = (type, token) }
}

/// What a push carries.
open class PKPushPayload: NSObject, @unchecked Sendable {
  /// What it is for.
  public let type: PKPushType
  /// As the sender has sent it.
  public let dictionaryPayload: [AnyHashable: Any]

  init(_ type: PKPushType, _ payload: [AnyHashable: Any]) {
    (self.type, dictionaryPayload) = (type, payload)
  }
}

/// Pushes that announce calls.
///
/// The app has one token for each type, whichever registry has asked for it; the system tells the registry that was given
/// its types last.
open class PKPushRegistry: NSObject, @unchecked Sendable {
  /// What is set by any thread, within `lock`.
  private struct State {
    weak var delegate: (any PKPushRegistryDelegate)?
    var desiredPushTypes: Set<PKPushType>?
    var tokens: [PKPushType: Data] = [:]
    /// Held here, since the client library holds its delegates weakly.
    var bridge: PushBridge?
    /// The request for a token that was made last.
    var request: Task<Void, Never>?
  }

  private let lock = NSLock()
  private var state = State()
  private let queue: DispatchQueue?

  /// Makes a registry that tells its delegate on a queue; on the main one where there is none.
  public init(queue: DispatchQueue?) { self.queue = queue }

  /// Receives tokens and pushes; held weakly.
  open weak var delegate: (any PKPushRegistryDelegate)? {
    get { lock.withLock { state.delegate } }
    set { lock.withLock { state.delegate = newValue } }
  }

  /// What the app wants pushes for; the delegate is told the token, and that it has ended.
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

  /// The token for a type, once the delegate was told it.
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

  /// What is asked for last takes effect last.
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

  /// Has the delegate receive a push, and returns when it has called the handler.
  ///
  /// On the main queue it is called at once, since the system's callbacks come there.
  @MainActor
  func receive(_ payload: PKPushPayload) async {
    await withUnsafeContinuation { continuation in
      let completion = Completion<Void> { continuation.resume() }
      guard let delegate else { return completion.call(()) }
      // Apple's delegates are not declared as Sendable; this one is called where it has asked to be.
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

/// What an app does with pushes that announce calls.
@preconcurrency
public protocol PKPushRegistryDelegate: NSObjectProtocol {
  /// The token has come, or has changed.
  func pushRegistry(
    _ registry: PKPushRegistry,
    didUpdate pushCredentials: PKPushCredentials,
    for type: PKPushType
  )
  /// A push has arrived: report a call (`CXProvider.reportNewIncomingCall`) before the handler is called, or the app is
  /// ended.
  func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType,
    completion: @escaping @Sendable () -> Void
  )
  /// As the form with a handler; called where that is missing. A method that is not asynchronous stands for it as well, which is
  /// the form of before iOS 11.
  ///
  /// It begins where the delegate is called; that of a delegate on the main actor (`@MainActor`) behind what waits in the main queue.
  func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType
  ) async
  /// The token is no more valid.
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
    // Apple's delegates are not declared as Sendable. At once, so that the method begins where the delegate is called.
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

/// Hands pushes to the app's own registry.
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
