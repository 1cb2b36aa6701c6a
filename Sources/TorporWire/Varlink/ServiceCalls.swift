/// The versions of the interfaces that programs are written against.
///
/// They count up when the meaning of something changes; additions alone do not change them.
package enum InterfaceVersions {
  package static let app = 1
  package static let control = 1
  package static let bridge = 1
}

extension ServiceInterface {
  /// Answers a call of this interface.
  ///
  /// - Throws: `WireError.methodNotFound`, `.invalidParameter` or `.interfaceNotFound`.
  static func reply(
    to method: Substring,
    parameters: JSON,
    information: ServiceInformation
  ) throws(WireError) -> VarlinkReply {
    switch Method(rawValue: String(method)) {
    case .getInfo:
      _ = try ParameterReader(call: parameters, keys: [])
      return VarlinkReply(parameters: information.parameters)
    case .getInterfaceDescription:
      let call = try ParameterReader(call: parameters, keys: ["interface"])
      let asked: String = try call.value("interface")
      guard let found = Interfaces.all.first(where: { $0.name == asked }) else {
        throw .interfaceNotFound(interface: asked)
      }
      return VarlinkReply(parameters: .object(["description": .string(found.description)]))
    case nil: throw .methodNotFound(method: "\(name).\(method)")
    }
  }
}

/// What `GetInfo` says of the daemon.
package struct ServiceInformation: Hashable, Sendable {
  /// The version of the product; those of the interfaces are added to it on the wire.
  package var version: String

  package init(version: String) { self.version = version }

  var parameters: JSON {
    .object([
      "vendor": .string("Torpor"),
      "product": .string("torpord"),
      "version": .string(
        "\(version) (App \(InterfaceVersions.app), Control \(InterfaceVersions.control))"
      ),
      "url": .string("https://torpor.io"),
      "interfaces": .array(Interfaces.all.map { .string($0.name) }),
    ])
  }
}
