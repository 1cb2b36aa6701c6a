// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Reports that the process has a handler for the tasks of an identifier.
  package struct RegisterTask: KeyedCall {
    package static let method = "io.torpor.App.RegisterTask"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var identifier: String
    package var type: TaskType?
    package var key: String?

    package init(
      identifier: String,
      type: TaskType? = nil,
      key: String? = nil
    ) {
      self.identifier = identifier
      self.type = type
      self.key = key
    }

    package static let keys = ["identifier", "type", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      identifier = try message.value("identifier")
      type = try message.optional("type")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("identifier", identifier.json),
        ("type", type?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `RegisterTask`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var isPermitted: Bool

      package init(
        isPermitted: Bool
      ) {
        self.isPermitted = isPermitted
      }

      package static let keys = ["isPermitted"]

      package init(_ message: ParameterReader) throws(WireError) {
        isPermitted = try message.value("isPermitted")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("isPermitted", isPermitted.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Requests that the task be run once, when it suits the device, by a launchTask event; its
  /// completion handler is Complete with success or failure.
  package struct SubmitTask: KeyedCall {
    package static let method = "io.torpor.App.SubmitTask"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var request: TaskRequest
    package var key: String?

    package init(
      request: TaskRequest,
      key: String? = nil
    ) {
      self.request = request
      self.key = key
    }

    package static let keys = [
      "identifier", "type", "earliestBeginMicroseconds", "network", "externalPower", "protection",
      "title", "subtitle", "strategy", "gpu", "key",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      request = try TaskRequest(message)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      request.members + [
        ("key", key?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Cancels the request of an identifier, or all requests; an unknown identifier is not an
  /// error.
  package struct CancelTaskRequest: KeyedCall {
    package static let method = "io.torpor.App.CancelTaskRequest"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var identifier: String?
    package var key: String?

    package init(
      identifier: String? = nil,
      key: String? = nil
    ) {
      self.identifier = identifier
      self.key = key
    }

    package static let keys = ["identifier", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      identifier = try message.optional("identifier")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("identifier", identifier?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Returns the requests that have not run, in the order in which they were submitted.
  package struct PendingTaskRequests: KeyedCall {
    package static let method = "io.torpor.App.PendingTaskRequests"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var key: String?

    package init(
      key: String? = nil
    ) {
      self.key = key
    }

    package static let keys = ["key"]

    package init(_ message: ParameterReader) throws(WireError) {
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("key", key?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `PendingTaskRequests`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var requests: [PendingTask]

      package init(
        requests: [PendingTask]
      ) {
        self.requests = requests
      }

      package static let keys = ["requests"]

      package init(_ message: ParameterReader) throws(WireError) {
        requests = try message.value("requests")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("requests", requests.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Sets whether the task that the launchTask event `callback` started receives a
  /// taskExpiration when its time is almost used up; otherwise it ends at that time,
  /// unsuccessfully and without a warning.
  package struct SetExpirationHandler: KeyedCall {
    package static let method = "io.torpor.App.SetExpirationHandler"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var callback: CallbackToken
    package var isSet: Bool
    package var key: String?

    package init(
      callback: CallbackToken,
      isSet: Bool,
      key: String? = nil
    ) {
      self.callback = callback
      self.isSet = isSet
      self.key = key
    }

    package static let keys = ["callback", "isSet", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      callback = try message.value("callback")
      isSet = try message.value("isSet")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("callback", callback.json),
        ("isSet", isSet.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Reports the progress of a continued task, 0 to 1000, and the texts that the user sees; a
  /// text that is left out is not changed.
  package struct ReportProgress: KeyedCall {
    package static let method = "io.torpor.App.ReportProgress"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var callback: CallbackToken
    package var permille: Int
    package var title: String?
    package var subtitle: String?
    package var key: String?

    // What the interface allows.
    package static let permilleRange: ClosedRange<Int> = 0...1000

    package init(
      callback: CallbackToken,
      permille: Int,
      title: String? = nil,
      subtitle: String? = nil,
      key: String? = nil
    ) {
      self.callback = callback
      self.permille = permille
      self.title = title
      self.subtitle = subtitle
      self.key = key
    }

    package static let keys = ["callback", "permille", "title", "subtitle", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      callback = try message.value("callback")
      permille = try message.value("permille", in: Self.permilleRange)
      title = try message.optional("title")
      subtitle = try message.optional("subtitle")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("callback", callback.json),
        ("permille", permille.json),
        ("title", title?.json),
        ("subtitle", subtitle?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Sets how often the app requests performFetch events: `interval` never or minimum, or
  /// `microseconds`, the shortest time after the last one.
  package struct SetMinimumBackgroundFetchInterval: KeyedCall {
    package static let method = "io.torpor.App.SetMinimumBackgroundFetchInterval"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var interval: FetchInterval
    package var key: String?

    package init(
      interval: FetchInterval,
      key: String? = nil
    ) {
      self.interval = interval
      self.key = key
    }

    package static let keys = ["interval", "microseconds", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      interval = try FetchInterval(message)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      interval.members + [
        ("key", key?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }
}
