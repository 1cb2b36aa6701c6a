package import TorporAppWire

/// A call of the app without its type: the parts that are sent.
///
/// The specialisations of one function for each of the sixty calls made up a third of the library's code, even if the
/// function took `any KeyedCall`.
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

  /// Returns the call as bytes, with the given key if it has none of its own.
  func bytes(key: String) -> [UInt8] {
    let members = self.key == nil ? [JSON.Member("key", .string(key))] : []
    return VarlinkCall(
      method: name,
      parameters: .object(parameters.members + members),
      isOneway: true
    ).bytes
  }
}
