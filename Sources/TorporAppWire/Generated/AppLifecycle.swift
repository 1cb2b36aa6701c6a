// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Starts the stream of events; needs `more`.
  package struct Attach: WireCall {
    package static let method = "io.torpor.App.Attach"
    package static let wantsMore = true
    package var permission: CallPermission { .app }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = AttachReply
  }

  /// Reports that the code for an event has run.
  package struct Returned: KeyedCall {
    package static let method = "io.torpor.App.Returned"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var callback: CallbackToken
    package var key: String?

    package init(
      callback: CallbackToken,
      key: String? = nil
    ) {
      self.callback = callback
      self.key = key
    }

    package static let keys = ["callback", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      callback = try message.value("callback")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("callback", callback.json),
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

  /// Calls the completion handler of an event.
  package struct Complete: KeyedCall {
    package static let method = "io.torpor.App.Complete"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var callback: CallbackToken
    package var result: CompletionResult
    package var key: String?

    package init(
      callback: CallbackToken,
      result: CompletionResult,
      key: String? = nil
    ) {
      self.callback = callback
      self.result = result
      self.key = key
    }

    package static let keys = ["callback", "result", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      callback = try message.value("callback")
      result = try message.value("result")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("callback", callback.json),
        ("result", result.json),
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

  /// Requests time to finish work after the app leaves the screen.
  package struct BeginBackgroundTask: KeyedCall {
    package static let method = "io.torpor.App.BeginBackgroundTask"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var name: String?
    package var hasExpirationHandler: Bool
    package var key: String?

    package init(
      name: String? = nil,
      hasExpirationHandler: Bool = false,
      key: String? = nil
    ) {
      self.name = name
      self.hasExpirationHandler = hasExpirationHandler
      self.key = key
    }

    package static let keys = ["name", "hasExpirationHandler", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      name = try message.optional("name")
      hasExpirationHandler = try message.optional("hasExpirationHandler") ?? false
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("name", name?.json),
        ("hasExpirationHandler", hasExpirationHandler.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `BeginBackgroundTask`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var task: BackgroundTaskIdentifier

      package init(
        task: BackgroundTaskIdentifier
      ) {
        self.task = task
      }

      package static let keys = ["task"]

      package init(_ message: ParameterReader) throws(WireError) {
        task = try message.value("task")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("task", task.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Ends a task; each must be ended exactly once, or the app is killed when its time is used
  /// up.
  package struct EndBackgroundTask: KeyedCall {
    package static let method = "io.torpor.App.EndBackgroundTask"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var task: BackgroundTaskIdentifier
    package var key: String?

    package init(
      task: BackgroundTaskIdentifier,
      key: String? = nil
    ) {
      self.task = task
      self.key = key
    }

    package static let keys = ["task", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      task = try message.value("task")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("task", task.json),
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

  /// Requests an expiringActivity event, which lasts until the app returns from it.
  package struct PerformExpiringActivity: KeyedCall {
    package static let method = "io.torpor.App.PerformExpiringActivity"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var reason: String
    package var key: String?

    package init(
      reason: String,
      key: String? = nil
    ) {
      self.reason = reason
      self.key = key
    }

    package static let keys = ["reason", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      reason = try message.value("reason")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("reason", reason.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `PerformExpiringActivity`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var task: BackgroundTaskIdentifier?

      package init(
        task: BackgroundTaskIdentifier? = nil
      ) {
        self.task = task
      }

      package static let keys = ["task"]

      package init(_ message: ParameterReader) throws(WireError) {
        task = try message.optional("task")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("task", task?.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the background time that the app has left; without `microseconds` it is
  /// unlimited.
  package struct BackgroundTimeRemaining: KeyedCall {
    package static let method = "io.torpor.App.BackgroundTimeRemaining"
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

    /// The reply to `BackgroundTimeRemaining`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var remaining: Duration?

      package init(
        remaining: Duration? = nil
      ) {
        self.remaining = remaining
      }

      package static let keys = ["microseconds"]

      package init(_ message: ParameterReader) throws(WireError) {
        remaining = try message.optional("microseconds")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("microseconds", remaining?.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns whether apps run off screen: false under a profile without multitasking, where an
  /// app ends when it leaves the screen and BeginBackgroundTask returns the task 0.
  package struct IsMultitaskingSupported: KeyedCall {
    package static let method = "io.torpor.App.IsMultitaskingSupported"
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

    /// The reply to `IsMultitaskingSupported`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var isSupported: Bool

      package init(
        isSupported: Bool
      ) {
        self.isSupported = isSupported
      }

      package static let keys = ["isSupported"]

      package init(_ message: ParameterReader) throws(WireError) {
        isSupported = try message.value("isSupported")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("isSupported", isSupported.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }
}
