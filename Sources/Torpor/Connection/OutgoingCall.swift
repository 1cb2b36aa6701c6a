package import TorporAppWire

/// A call of the app without its type: what is sent of it.
///
/// What the compiler makes of a function for each of the sixty calls was a third of the library's code,
/// also where the function takes `any KeyedCall`.
package struct OutgoingCall: Sendable {
  /// The call's own key.
  let key: String?
  let method: AppInterface.Method?
  private let name: String
  private let parameters: JSON

  package init(_ call: some KeyedCall) {
    key = call.key
    name = type(of: call).method
    method = AppInterface.Method(rawValue: String(call.name))
    parameters = call.parameters
  }

  /// The call as bytes, with a key where it has none of its own.
  func bytes(key: String) -> [UInt8] {
    let members = self.key == nil ? [JSON.Member("key", .string(key))] : []
    return VarlinkCall(
      method: name,
      parameters: .object(parameters.members + members),
      isOneway: true
    ).bytes
  }
}
