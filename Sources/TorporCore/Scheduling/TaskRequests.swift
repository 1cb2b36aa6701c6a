package import TorporModel

/// One app's use of the task scheduler: handlers of its process, and waiting requests.
///
/// It owns registration, the limits and replacing (BG1–BG8). It does not own when a request runs.
package struct TaskRequests: Hashable, Sendable, Saved {
  fileprivate struct Handler: Hashable, Sendable, Saved {
    let identifier: String
    /// The app's own name for the registration, so that it may be repeated after a lost reply.
    let key: String?
    /// Whether it is only for continued tasks, and may have been registered late; `nil`: it is for any.
    var isContinued: Bool?
  }

  private var handlers: [Handler] = []
  /// In the order of their submission.
  package internal(set) var pending: [PendingRequest] = []

  /// The most requests of a kind that wait: 1 refresh and 10 processing (BG6).
  ///
  /// Health research counts as processing. Continued work: 10 too, our choice.
  package static func pendingMax(of type: TaskType) -> Int { type == .appRefresh ? 1 : 10 }

  /// The most handlers of a process: 1,000.
  ///
  /// A pattern in the `Info.plist` permits any number of identifiers, and each is kept in the journal. Our choice.
  package static let handlersMax = 1000

  package var handlerCount: Int { handlers.count }

  package init() {}

  package enum Registration: Hashable, Sendable {
    case done
    case repeated
    case taken
  }

  /// Whether the process has a handler for the identifier that is for tasks of the type.
  package func hasHandler(for identifier: String, type: TaskType) -> Bool {
    handlers.contains {
      $0.identifier == identifier && ($0.isContinued != true || type == .continued)
    }
  }

  /// Adds a handler of the process; `isContinued`: only for continued tasks.
  package mutating func register(
    _ identifier: String,
    key: String?,
    isContinued: Bool = false
  ) -> Registration {
    if let handler = handlers.first(where: { $0.identifier == identifier }) {
      return key != nil && handler.key == key ? .repeated : .taken
    }
    handlers.append(
      Handler(identifier: identifier, key: key, isContinued: isContinued ? true : nil)
    )
    return .done
  }

  /// The process is gone, and its handlers with it.
  package mutating func forgetHandlers() { handlers.removeAll() }

  /// Whether one more request of the kind may wait, besides one that it replaces.
  package func hasRoom(for request: TaskRequest) -> Bool {
    let isHeavy = { (type: TaskType) in type == .processing || type == .healthResearch }
    let type = request.kind.type
    let alike = pending.filter {
      $0.identifier != request.identifier
        && ($0.type == type || (isHeavy($0.type) && isHeavy(type)))
    }
    return alike.count < Self.pendingMax(of: type)
  }

  /// Adds a request; returns the one with the same identifier whose place it takes (BG5).
  package mutating func add(_ request: PendingRequest) -> PendingRequest? {
    let replaced = remove(identifier: request.identifier)
    pending.append(request)
    return replaced
  }

  /// Takes out the request with the identifier.
  package mutating func remove(identifier: String) -> PendingRequest? {
    guard let index = pending.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    return pending.remove(at: index)
  }
}

extension AppManifest {
  /// Whether the app may have a task of that identifier; patterns (`prefix.*`) count for continued
  /// work, and only where the prefix holds the app's own identifier (§3.2).
  func permits(_ identifier: String, asPattern: Bool) -> Bool {
    if permittedTaskIdentifiers.contains(identifier) { return !identifier.hasSuffix(".*") }
    guard asPattern else { return false }
    return permittedTaskIdentifiers.contains { pattern in
      guard pattern.hasSuffix(".*"), pattern.hasPrefix(self.identifier.text) else { return false }
      let prefix = pattern.dropLast()
      return identifier.hasPrefix(prefix) && identifier.utf8.count > prefix.utf8.count
    }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension TaskRequests {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("handlers")
    handlers.write(to: &writer)
    writer.key("pending")
    pending.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("handlers")
    handlers = try [TaskRequests.Handler](from: &reader)
    try reader.key("pending")
    pending = try [PendingRequest](from: &reader)
    try reader.endObject()
  }
}

extension TaskRequests.Handler {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("identifier")
    identifier.write(to: &writer)
    if let isContinued {
      writer.key("isContinued")
      isContinued.write(to: &writer)
    }
    if let key {
      writer.key("key")
      key.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("identifier")
    identifier = try String(from: &reader)
    isContinued = try reader.hasKey("isContinued") ? Bool(from: &reader) : nil
    key = try reader.hasKey("key") ? String(from: &reader) : nil
    try reader.endObject()
  }
}
