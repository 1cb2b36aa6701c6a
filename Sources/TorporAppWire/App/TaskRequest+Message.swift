package import TorporAppModel

// A request to the task scheduler, as it stands in `SubmitTask` and in `PendingTaskRequests`.

/// It has no object of its own.
extension TaskRequest {
  /// Reads a request; a member that belongs to another kind is refused by its name.
  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.value("identifier"),
      kind: try Kind(message),
      earliestBegin: try message.optional("earliestBeginMicroseconds", microseconds: 0 ... .max)
    )
  }

  /// What has its default is left out.
  package var members: [(key: String, value: JSON?)] {
    [
      ("identifier", identifier.json), ("type", kind.type.json),
      ("earliestBeginMicroseconds", earliestBegin?.json),
    ] + kind.members
  }
}

extension TaskRequest.Kind {
  fileprivate init(_ message: ParameterReader) throws(WireError) {
    let type: TaskType = try message.value("type")
    try message.refuse(Self.keysOfOthers(type))
    switch type {
    case .appRefresh: self = .appRefresh
    case .processing: self = .processing(try TaskRequest.ProcessingNeeds(message))
    case .healthResearch:
      self = .healthResearch(
        try TaskRequest.ProcessingNeeds(message),
        // Apple's default (§3.1).
        protection: try message.optional("protection") ?? .completeUntilFirstUserAuthentication
      )
    case .continued:
      self = .continued(
        TaskRequest.ContinuedProcessing(
          title: try message.value("title"),
          subtitle: try message.optional("subtitle") ?? "",
          strategy: try message.optional("strategy") ?? .queue,
          needsGPU: try message.optional("gpu") ?? false
        )
      )
    }
  }

  private static func keysOfOthers(_ type: TaskType) -> [String] {
    let (needs, shown) = (["network", "externalPower"], ["title", "subtitle", "strategy", "gpu"])
    return switch type {
    case .appRefresh: needs + ["protection"] + shown
    case .processing: ["protection"] + shown
    case .healthResearch: shown
    case .continued: needs + ["protection"]
    }
  }

  fileprivate var members: [(key: String, value: JSON?)] {
    switch self {
    case .appRefresh: []
    case .processing(let needs): needs.members
    case .healthResearch(let needs, let protection):
      needs.members + [("protection", protection.json)]
    case .continued(let shown):
      [
        ("title", shown.title.json),
        ("subtitle", shown.subtitle.isEmpty ? nil : shown.subtitle.json),
        ("strategy", shown.strategy.json), ("gpu", shown.needsGPU ? true.json : nil),
      ]
    }
  }
}

extension TaskRequest.ProcessingNeeds {
  fileprivate init(_ message: ParameterReader) throws(WireError) {
    self.init(
      network: try message.optional("network") ?? false,
      externalPower: try message.optional("externalPower") ?? false
    )
  }

  fileprivate var members: [(key: String, value: JSON?)] {
    [
      ("network", network ? true.json : nil), ("externalPower", externalPower ? true.json : nil),
    ]
  }
}

extension PendingTask: WireObject {
  // A reply may have more than this version knows.
  package static let keys: [String] = []

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      request: try TaskRequest(message),
      submittedAt: try message.value("submittedMicroseconds"),
      earliestBegin: try message.optional("beginMicroseconds")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    request.members + [
      ("submittedMicroseconds", submittedAt.json), ("beginMicroseconds", earliestBegin?.json),
    ]
  }

  /// One of a kind that only a newer system knows is left out.
  package static func list(_ element: WireElement) throws(WireError) -> [PendingTask] {
    guard let elements = element.json.elements else { throw element.invalid }
    var tasks: [PendingTask] = []
    for (index, json) in elements.enumerated() {
      if let type = json["type"]?.text, TaskType(rawValue: type) == nil { continue }
      tasks.append(try PendingTask(element.element(json, at: index)))
    }
    return tasks
  }
}

/// It has no object of its own: a word, or a length.
extension FetchInterval {
  package init(_ message: ParameterReader) throws(WireError) {
    let name: App.FetchIntervalName? = try message.optional("interval")
    let length = try message.optional("microseconds", microseconds: 0 ... .max)
    switch (name, length) {
    case (.never, nil): self = .never
    case (.minimum, nil): self = .minimum
    case (nil, let length?): self = .atLeast(length)
    case (nil, nil): throw message.invalid("interval")
    // Two answers to one question.
    case (.some, .some): throw message.invalid("microseconds")
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .never: [("interval", App.FetchIntervalName.never.json)]
    case .minimum: [("interval", App.FetchIntervalName.minimum.json)]
    case .atLeast(let length): [("microseconds", length.json)]
    }
  }
}
