import TorporModel

// A request to the task scheduler, as it stands in `SubmitTask` and in `PendingTaskRequests`.

extension TaskRequest {
  /// Reads the parameters of `SubmitTask`; one that belongs to another kind is refused by its name.
  init(call parameters: JSON) throws(WireError) {
    let everything = try MessageReader(call: parameters, known: Kind.keysOfAll)
    guard let type = TaskType(rawValue: try everything.text("type")) else {
      throw .invalidParameter(parameter: "type")
    }
    try self.init(
      MessageReader(call: parameters, known: Kind.sharedKeys + Kind.keys(of: type)),
      type: type
    )
  }

  /// Reads the members that describe a request of the kind.
  init(_ members: MessageReader, type: TaskType) throws(WireError) {
    self.init(
      identifier: try members.text("identifier"),
      kind: try Kind(members, type: type),
      earliestBegin: try members.optionalLength("earliestBeginMicroseconds")
    )
  }

  /// The members that describe the request; what has its default is left out.
  var fields: [(key: String, value: JSON?)] {
    let shared: [(key: String, value: JSON?)] = [
      ("identifier", .string(identifier)), ("type", .string(kind.type.rawValue)),
      ("earliestBeginMicroseconds", earliestBegin.map { .integer($0.microseconds) }),
    ]
    return shared + kind.fields
  }
}

extension TaskRequest.Kind {
  fileprivate static let sharedKeys = ["identifier", "type", "earliestBeginMicroseconds", "key"]

  fileprivate static var keysOfAll: [String] {
    TaskType.allCases.reduce(sharedKeys) { $0 + keys(of: $1) }
  }

  fileprivate static func keys(of type: TaskType) -> [String] {
    switch type {
    case .appRefresh: []
    case .processing: ["network", "externalPower"]
    case .healthResearch: ["network", "externalPower", "protection"]
    case .continued: ["title", "subtitle", "strategy", "gpu"]
    }
  }

  fileprivate init(_ members: MessageReader, type: TaskType) throws(WireError) {
    switch type {
    case .appRefresh: self = .appRefresh
    case .processing: self = .processing(try TaskRequest.ProcessingNeeds(members))
    case .healthResearch:
      self = .healthResearch(
        try TaskRequest.ProcessingNeeds(members),
        // Apple's default (§3.1).
        protection: try members.optionalWord("protection")
          ?? .completeUntilFirstUserAuthentication
      )
    case .continued:
      self = .continued(
        TaskRequest.ContinuedProcessing(
          title: try members.text("title"),
          subtitle: try members.optionalText("subtitle") ?? "",
          strategy: try members.optionalWord("strategy") ?? .queue,
          needsGPU: try members.optionalFlag("gpu") ?? false
        )
      )
    }
  }

  fileprivate var fields: [(key: String, value: JSON?)] {
    switch self {
    case .appRefresh: []
    case .processing(let needs): needs.fields
    case .healthResearch(let needs, let protection):
      needs.fields + [("protection", .string(protection.rawValue))]
    case .continued(let shown):
      [
        ("title", .string(shown.title)),
        ("subtitle", shown.subtitle.isEmpty ? nil : .string(shown.subtitle)),
        ("strategy", .string(shown.strategy.rawValue)),
        ("gpu", shown.needsGPU ? .bool(true) : nil),
      ]
    }
  }
}

extension TaskRequest.ProcessingNeeds {
  fileprivate init(_ members: MessageReader) throws(WireError) {
    self.init(
      network: try members.optionalFlag("network") ?? false,
      externalPower: try members.optionalFlag("externalPower") ?? false
    )
  }

  fileprivate var fields: [(key: String, value: JSON?)] {
    [
      ("network", network ? .bool(true) : nil),
      ("externalPower", externalPower ? .bool(true) : nil),
    ]
  }
}

extension PendingTask {
  /// The pending request as it stands in a reply.
  var json: JSON {
    .object(
      optional: request.fields + [
        ("submittedMicroseconds", .integer(submittedAt.microseconds)),
        ("beginMicroseconds", earliestBegin.map { .integer($0.microseconds) }),
      ]
    )
  }

  /// Reads one element of a reply; `nil` where it is of a kind that this version does not know.
  ///
  /// - Throws: `WireError.malformedMessage`.
  static func read(_ json: JSON) throws(WireError) -> PendingTask? {
    let members = MessageReader(reply: json)
    do throws(WireError) {
      guard let type = TaskType(rawValue: try members.text("type")) else { return nil }
      guard let submitted = members["submittedMicroseconds"]?.integer(as: Int64.self) else {
        throw .invalidParameter(parameter: "submittedMicroseconds")
      }
      return PendingTask(
        request: try TaskRequest(members, type: type),
        submittedAt: Instant(microseconds: submitted),
        earliestBegin: members["beginMicroseconds"]?.integer(as: Int64.self)
          .map(Instant.init(microseconds:))
      )
    } catch {
      throw .malformedMessage(cause: "a pending request has a member that is missing or wrong")
    }
  }
}
