import CallKit
import Foundation
import PushKit

/// Calls, which pushes announce: also where the app does not run.
class CallCenter: NSObject {
  private let registry = PKPushRegistry(queue: .main)
  private let provider: CXProvider

  override init() {
    let configuration = CXProviderConfiguration(localizedName: "Messenger")
    configuration.supportedHandleTypes = [.generic]
    provider = CXProvider(configuration: configuration)
    super.init()
  }

  func register() {
    registry.delegate = self
    registry.desiredPushTypes = [.voIP]
  }
}

extension CallCenter: PKPushRegistryDelegate {
  func pushRegistry(
    _ registry: PKPushRegistry,
    didUpdate pushCredentials: PKPushCredentials,
    for type: PKPushType
  ) {
    UserDefaults.standard.set(pushCredentials.token, forKey: "token")
  }

  func pushRegistry(
    _ registry: PKPushRegistry,
    didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType,
    completion: @escaping () -> Void
  ) {
    let caller = payload.dictionaryPayload["caller"] as? String ?? "somebody"
    let update = CXCallUpdate()
    update.remoteHandle = CXHandle(type: .generic, value: caller)
    let call = UUID()
    provider.reportNewIncomingCall(with: call, update: update) { [provider] error in
      if let error = error {
        logger.error("does not ring: \(error.localizedDescription, privacy: .public)")
      } else {
        logger.notice("rings: \(caller, privacy: .public)")
      }
      // Nobody is there who could answer.
      provider.reportCall(with: call, endedAt: Date(), reason: .unanswered)
      completion()
    }
  }
}
