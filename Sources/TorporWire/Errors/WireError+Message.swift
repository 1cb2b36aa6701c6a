import TorporModel

// Errors as they stand on the wire. Ours carry their facts and, for people, the sentence.

extension WireError {
  /// The error's name with its interface in front.
  package var name: String {
    switch self {
    case .interfaceNotFound: ServiceInterface.ErrorName.interfaceNotFound.rawValue
    case .methodNotFound: ServiceInterface.ErrorName.methodNotFound.rawValue
    case .methodNotImplemented: ServiceInterface.ErrorName.methodNotImplemented.rawValue
    case .invalidParameter: ServiceInterface.ErrorName.invalidParameter.rawValue
    case .permissionDenied: ServiceInterface.ErrorName.permissionDenied.rawValue
    case .expectedMore: ServiceInterface.ErrorName.expectedMore.rawValue
    case .limitExceeded: ConnectionInterface.ErrorName.limitExceeded.rawValue
    case .malformedMessage: ConnectionInterface.ErrorName.malformedMessage.rawValue
    case .callInProgress: ConnectionInterface.ErrorName.callInProgress.rawValue
    case .unknownLaunch: ControlInterface.ErrorName.unknownLaunch.rawValue
    case .storageFailed: ConnectionInterface.ErrorName.storageFailed.rawValue
    case .bridgeReplaced: BridgeInterface.ErrorName.replaced.rawValue
    case .other(let name, _): name
    case .refused(let refusal): refusal.errorName
    }
  }

  /// The facts of the error.
  package var parameters: JSON {
    switch self {
    case .interfaceNotFound(let interface): .object(["interface": .string(interface)])
    case .methodNotFound(let method), .methodNotImplemented(let method):
      .object(["method": .string(method)])
    case .invalidParameter(let parameter): .object(["parameter": .string(parameter)])
    case .permissionDenied, .expectedMore: .object([])
    case .limitExceeded(let limit):
      withMessage(["limit": .string(limit.name), "maximum": .integer(Int64(limit.maximum))])
    case .malformedMessage(let cause): withMessage(["cause": .string(cause)])
    case .callInProgress(let method): withMessage(["method": .string(method)])
    case .unknownLaunch(let launch): withMessage(["launch": .string(launch.description)])
    case .storageFailed(let operation, let path, let cause, let isDiskFull):
      withMessage([
        "operation": .string(operation), "path": .string(path), "cause": .string(cause),
        "isDiskFull": .bool(isDiskFull),
      ])
    case .bridgeReplaced: withMessage([:])
    case .other(_, let parameters): parameters
    case .refused(let refusal): withMessage(refusal.fields)
    }
  }

  private func withMessage(_ fields: KeyValuePairs<String, JSON>) -> JSON {
    .object(
      fields.map { JSON.Member($0.key, $0.value) } + [JSON.Member("message", .string(sentence))]
    )
  }

  /// Reads an error from its name and facts; what this version does not know becomes `.other`.
  package init(name: String, parameters: JSON) {
    self =
      WireError.known(name: name, fields: parameters) ?? .other(name: name, parameters: parameters)
  }

  private static func known(name: String, fields: JSON) -> WireError? {
    switch name {
    case ServiceInterface.ErrorName.interfaceNotFound.rawValue:
      fields["interface"]?.text.map { .interfaceNotFound(interface: $0) }
    case ServiceInterface.ErrorName.methodNotFound.rawValue:
      fields["method"]?.text.map { .methodNotFound(method: $0) }
    case ServiceInterface.ErrorName.methodNotImplemented.rawValue:
      fields["method"]?.text.map { .methodNotImplemented(method: $0) }
    case ServiceInterface.ErrorName.invalidParameter.rawValue:
      fields["parameter"]?.text.map { .invalidParameter(parameter: $0) }
    case ServiceInterface.ErrorName.permissionDenied.rawValue: .permissionDenied
    case ServiceInterface.ErrorName.expectedMore.rawValue: .expectedMore
    case ConnectionInterface.ErrorName.limitExceeded.rawValue:
      WireLimit(
        name: fields["limit"]?.text ?? "",
        maximum: fields["maximum"]?.integer(as: Int.self) ?? 0
      ).map(WireError.limitExceeded)
    case ConnectionInterface.ErrorName.malformedMessage.rawValue:
      fields["cause"]?.text.map { .malformedMessage(cause: $0) }
    case ConnectionInterface.ErrorName.callInProgress.rawValue:
      fields["method"]?.text.map { .callInProgress(method: $0) }
    case ConnectionInterface.ErrorName.storageFailed.rawValue: storageFailure(fields)
    case BridgeInterface.ErrorName.replaced.rawValue: .bridgeReplaced
    case ControlInterface.ErrorName.unknownLaunch.rawValue:
      fields["launch"]?.text.flatMap { LaunchIdentifier($0) }.map { .unknownLaunch($0) }
    default: Refusal(errorName: name, fields: fields).map(WireError.refused)
    }
  }

  private static func storageFailure(_ fields: JSON) -> WireError? {
    guard let operation = fields["operation"]?.text, let path = fields["path"]?.text,
      let cause = fields["cause"]?.text, let isDiskFull = fields["isDiskFull"]?.flag
    else { return nil }
    return .storageFailed(operation: operation, path: path, cause: cause, isDiskFull: isDiskFull)
  }
}

extension JSON {
  /// An object with the members in the order given.
  package static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member($0.key, $0.value) })
  }
}
