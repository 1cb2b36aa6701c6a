/// The interface that every Varlink service has: what it is and what it can do.
package enum ServiceInterface {
  package static let name = "org.varlink.service"

  /// The standard's own description.
  package static let description = #"""
    # The Varlink Service Interface is provided by every varlink service. It
    # describes the service and the interfaces it implements.
    interface org.varlink.service

    # Get a list of all the interfaces a service provides and information
    # about the implementation.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # Get the description of an interface that is implemented by this service.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The requested interface was not found.
    error InterfaceNotFound (interface: string)

    # The requested method was not found
    error MethodNotFound (method: string)

    # The interface defines the requested method, but the service does not
    # implement it.
    error MethodNotImplemented (method: string)

    # One of the passed parameters is invalid.
    error InvalidParameter (parameter: string)

    # Client is denied access
    error PermissionDenied ()

    # Method is expected to be called with 'more' set to true, but wasn't
    error ExpectedMore ()

    """#

  /// Every interface with its description, in the order of `GetInfo`.
  package static let all: [(name: String, description: String)] = [
    (name, description),
    (ConnectionInterface.name, ConnectionInterface.description),
    (AppInterface.name, AppInterface.description),
    (TaskSchedulerInterface.name, TaskSchedulerInterface.description),
    (TransfersInterface.name, TransfersInterface.description),
    (ModesInterface.name, ModesInterface.description),
    (ControlInterface.name, ControlInterface.description),
    (BridgeInterface.name, BridgeInterface.description),
  ]

  /// Answers a call of this interface.
  ///
  /// - Throws: `WireError.methodNotFound`, `.invalidParameter` or `.interfaceNotFound`.
  static func reply(
    to method: Substring,
    parameters: JSON,
    information: ServiceInformation
  ) throws(WireError) -> VarlinkReply {
    switch method {
    case "GetInfo":
      _ = try parameters.parameters(NoParameters.self)
      return VarlinkReply(parameters: information.parameters)
    case "GetInterfaceDescription":
      let asked = try parameters.parameters(DescriptionParameters.self).interface
      guard let found = all.first(where: { $0.name == asked }) else {
        throw .interfaceNotFound(interface: asked)
      }
      return VarlinkReply(parameters: .object(["description": .string(found.description)]))
    default:
      throw .methodNotFound(method: "\(name).\(method)")
    }
  }

  private struct DescriptionParameters: Decodable { var interface: String }
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
        "\(version) (App \(AppInterface.version), Control \(ControlInterface.version))"
      ),
      "url": .string("https://torpor.io"),
      "interfaces": .array(ServiceInterface.all.map { .string($0.name) }),
    ])
  }
}

/// The errors that belong to the connection and not to a method.
package enum ConnectionInterface {
  package static let name = "io.torpor.Connection"

  /// The description that `org.varlink.service` serves.
  package static let description = #"""
    # What can go wrong on every connection. The first three end it.
    interface io.torpor.Connection

    # A limit is broken. limit: messageBytes, openCalls, heldReplyBytes or descriptors.
    error LimitExceeded (limit: string, maximum: int, message: string)

    # Something is no message of Varlink.
    error MalformedMessage (cause: string, message: string)

    # A call that wants a reply came while a call with `more` was still open.
    error CallInProgress (method: string, message: string)

    # The daemon could not write the request to its journal; nothing was done.
    error NotSaved (cause: string, message: string)

    # The daemon could not read what was asked for.
    error StorageFailed (
      operation: string,
      path: string,
      cause: string,
      isDiskFull: bool,
      message: string
    )

    """#
}
