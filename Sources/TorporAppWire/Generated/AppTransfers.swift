// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension App {
  /// Creates a background session, or connects to the existing one of that name, whose events
  /// are sent from then on; each launch of the app opens it again, with the same parameters.
  package struct OpenSession: KeyedCall {
    package static let method = "io.torpor.App.OpenSession"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var configuration: SessionConfiguration
    package var key: String?

    package init(
      configuration: SessionConfiguration,
      key: String? = nil
    ) {
      self.configuration = configuration
      self.key = key
    }

    package static let keys = [
      "session", "sendsLaunchEvents", "isDiscretionary", "resourceTimeoutMicroseconds",
      "requestTimeoutMicroseconds", "connectionsPerHostMax", "asksBeforeDelayedRequests", "key",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      configuration = try SessionConfiguration(message)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      configuration.members + [
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

  /// Starts 1 to 256 transfers, which continue when the app is frozen, when it ends, and after
  /// the device restarts.
  package struct StartTransfers: KeyedCall {
    package static let method = "io.torpor.App.StartTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var session: String
    package var transfers: [NewTransfer]
    package var key: String?

    // What the interface allows.
    package static let sessionBytes: ClosedRange<Int> = 1...255
    package static let transfersCount: ClosedRange<Int> = 1...256

    package init(
      session: String,
      transfers: [NewTransfer],
      key: String? = nil
    ) {
      self.session = session
      self.transfers = transfers
      self.key = key
    }

    package static let keys = ["session", "transfers", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      session = try message.value("session", bytes: Self.sessionBytes)
      transfers = try message.value("transfers", count: Self.transfersCount)
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("session", session.json),
        ("transfers", transfers.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `StartTransfers`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var first: TransferIdentifier
      package var count: Int

      package init(
        first: TransferIdentifier,
        count: Int
      ) {
        self.first = first
        self.count = count
      }

      package static let keys = ["first", "count"]

      package init(_ message: ParameterReader) throws(WireError) {
        first = try message.value("first")
        count = try message.value("count")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("first", first.json),
          ("count", count.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Cancels a transfer.
  package struct CancelTransfer: KeyedCall {
    package static let method = "io.torpor.App.CancelTransfer"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var transfer: TransferIdentifier
    package var keepsPartial: Bool
    package var key: String?

    package init(
      transfer: TransferIdentifier,
      keepsPartial: Bool = false,
      key: String? = nil
    ) {
      self.transfer = transfer
      self.keepsPartial = keepsPartial
      self.key = key
    }

    package static let keys = ["transfer", "keepsPartial", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfer = try message.value("transfer")
      keepsPartial = try message.optional("keepsPartial") ?? false
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfer", transfer.json),
        ("keepsPartial", keepsPartial == false ? nil : keepsPartial.json),
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

  /// `SuspendTransfer`, as the interface describes it.
  package struct SuspendTransfer: KeyedCall {
    package static let method = "io.torpor.App.SuspendTransfer"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var transfer: TransferIdentifier
    package var key: String?

    package init(
      transfer: TransferIdentifier,
      key: String? = nil
    ) {
      self.transfer = transfer
      self.key = key
    }

    package static let keys = ["transfer", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfer = try message.value("transfer")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfer", transfer.json),
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

  /// Resumes a transfer.
  package struct ResumeTransfer: KeyedCall {
    package static let method = "io.torpor.App.ResumeTransfer"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var transfer: TransferIdentifier
    package var request: NewTransfer?
    package var key: String?

    package init(
      transfer: TransferIdentifier,
      request: NewTransfer? = nil,
      key: String? = nil
    ) {
      self.transfer = transfer
      self.request = request
      self.key = key
    }

    package static let keys = ["transfer", "request", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfer = try message.value("transfer")
      request = try message.optional("request")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfer", transfer.json),
        ("request", request?.json),
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

  /// Returns the unfinished transfers of a session, in the order in which they were started, a
  /// page at a time: if hasMore is true, call again with the number of the last one as
  /// `after`.
  package struct ListTransfers: KeyedCall {
    package static let method = "io.torpor.App.ListTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var session: String
    package var after: TransferIdentifier?
    package var key: String?

    // What the interface allows.
    package static let sessionBytes: ClosedRange<Int> = 1...255

    package init(
      session: String,
      after: TransferIdentifier? = nil,
      key: String? = nil
    ) {
      self.session = session
      self.after = after
      self.key = key
    }

    package static let keys = ["session", "after", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      session = try message.value("session", bytes: Self.sessionBytes)
      after = try message.optional("after")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("session", session.json),
        ("after", after?.json),
        ("key", key?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `ListTransfers`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var transfers: [TransferRow]
      package var hasMore: Bool

      package init(
        transfers: [TransferRow],
        hasMore: Bool
      ) {
        self.transfers = transfers
        self.hasMore = hasMore
      }

      package static let keys = ["transfers", "hasMore"]

      package init(_ message: ParameterReader) throws(WireError) {
        transfers = try message.value("transfers")
        hasMore = try message.value("hasMore")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("transfers", transfers.json),
          ("hasMore", hasMore.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Answers a didReceiveChallenge.
  package struct AnswerChallenge: KeyedCall {
    package static let method = "io.torpor.App.AnswerChallenge"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var transfer: TransferIdentifier
    package var disposition: ChallengeDisposition
    package var user: String?
    package var password: String?
    package var key: String?

    package init(
      transfer: TransferIdentifier,
      disposition: ChallengeDisposition,
      user: String? = nil,
      password: String? = nil,
      key: String? = nil
    ) {
      self.transfer = transfer
      self.disposition = disposition
      self.user = user
      self.password = password
      self.key = key
    }

    package static let keys = ["transfer", "disposition", "user", "password", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfer = try message.value("transfer")
      disposition = try message.value("disposition")
      user = try message.optional("user")
      password = try message.optional("password")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfer", transfer.json),
        ("disposition", disposition.json),
        ("user", user?.json),
        ("password", password?.json),
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

  /// Answers a willBeginDelayedRequest.
  package struct AnswerDelayedRequest: KeyedCall {
    package static let method = "io.torpor.App.AnswerDelayedRequest"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var transfer: TransferIdentifier
    package var disposition: DelayedRequestDisposition
    package var request: ReplacingRequest?
    package var key: String?

    package init(
      transfer: TransferIdentifier,
      disposition: DelayedRequestDisposition,
      request: ReplacingRequest? = nil,
      key: String? = nil
    ) {
      self.transfer = transfer
      self.disposition = disposition
      self.request = request
      self.key = key
    }

    package static let keys = ["transfer", "disposition", "request", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfer = try message.value("transfer")
      disposition = try message.value("disposition")
      request = try message.optional("request")
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfer", transfer.json),
        ("disposition", disposition.json),
        ("request", request?.json),
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

  /// Ends a session: when its transfers have finished, or at once with cancelsTransfers.
  package struct InvalidateSession: KeyedCall {
    package static let method = "io.torpor.App.InvalidateSession"
    package static let wantsMore = false
    package var permission: CallPermission { .app }
    package var session: String
    package var cancelsTransfers: Bool
    package var key: String?

    // What the interface allows.
    package static let sessionBytes: ClosedRange<Int> = 1...255

    package init(
      session: String,
      cancelsTransfers: Bool = false,
      key: String? = nil
    ) {
      self.session = session
      self.cancelsTransfers = cancelsTransfers
      self.key = key
    }

    package static let keys = ["session", "cancelsTransfers", "key"]

    package init(_ message: ParameterReader) throws(WireError) {
      session = try message.value("session", bytes: Self.sessionBytes)
      cancelsTransfers = try message.optional("cancelsTransfers") ?? false
      key = try message.optional("key")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("session", session.json),
        ("cancelsTransfers", cancelsTransfers == false ? nil : cancelsTransfers.json),
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
}
