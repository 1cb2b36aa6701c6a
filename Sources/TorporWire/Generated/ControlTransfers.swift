// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Control {
  /// Submits 1 to 256 transfers of the caller's own, which outlive the caller, the daemon and
  /// the machine's restarts.
  package struct SubmitTransfers: WireCall {
    package static let method = "io.torpor.Control.SubmitTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var submission: TransferSubmission

    package init(_ submission: TransferSubmission) { self.submission = submission }

    package init(parameters: JSON) throws(WireError) {
      submission = try TransferSubmission(call: parameters)
    }

    package var parameters: JSON { submission.parameters }

    /// The reply to `SubmitTransfers`.
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

  /// Returns the transfers that the caller may see, sorted by number, a page at a time: if
  /// there is a `next`, call again with it as `after`.
  package struct ListTransfers: WireCall {
    package static let method = "io.torpor.Control.ListTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var transfer: TransferIdentifier?
    package var after: TransferIdentifier?
    package var includesOver: Bool

    package init(
      transfer: TransferIdentifier? = nil,
      after: TransferIdentifier? = nil,
      includesOver: Bool = false
    ) {
      self.transfer = transfer
      self.after = after
      self.includesOver = includesOver
    }

    package static let keys = ["transfer", "after", "includesOver"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfer = try message.optional("transfer")
      after = try message.optional("after")
      includesOver = try message.optional("includesOver") ?? false
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfer", transfer?.json),
        ("after", after?.json),
        ("includesOver", includesOver == false ? nil : includesOver.json),
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
      package var next: TransferIdentifier?

      package init(
        transfers: [TransferRow],
        next: TransferIdentifier? = nil
      ) {
        self.transfers = transfers
        self.next = next
      }

      package static let keys = ["transfers", "next"]

      package init(_ message: ParameterReader) throws(WireError) {
        transfers = try message.value("transfers")
        next = try message.optional("next")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("transfers", transfers.json),
          ("next", next?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Pauses transfers until ResumeTransfers; 1 to 256 numbers in one call, as in the four that
  /// follow.
  package struct PauseTransfers: WireCall {
    package static let method = "io.torpor.Control.PauseTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var transfers: [TransferIdentifier]

    // What the interface allows.
    package static let transfersCount: ClosedRange<Int> = 1...256

    package init(
      transfers: [TransferIdentifier]
    ) {
      self.transfers = transfers
    }

    package static let keys = ["transfers"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfers = try message.value("transfers", count: Self.transfersCount)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfers", transfers.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `ResumeTransfers`, as the interface describes it.
  package struct ResumeTransfers: WireCall {
    package static let method = "io.torpor.Control.ResumeTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var transfers: [TransferIdentifier]

    // What the interface allows.
    package static let transfersCount: ClosedRange<Int> = 1...256

    package init(
      transfers: [TransferIdentifier]
    ) {
      self.transfers = transfers
    }

    package static let keys = ["transfers"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfers = try message.value("transfers", count: Self.transfersCount)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfers", transfers.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Cancels transfers; partial data is deleted.
  package struct CancelTransfers: WireCall {
    package static let method = "io.torpor.Control.CancelTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var transfers: [TransferIdentifier]

    // What the interface allows.
    package static let transfersCount: ClosedRange<Int> = 1...256

    package init(
      transfers: [TransferIdentifier]
    ) {
      self.transfers = transfers
    }

    package static let keys = ["transfers"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfers = try message.value("transfers", count: Self.transfersCount)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfers", transfers.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Starts failed or cancelled transfers again.
  package struct RetryTransfers: WireCall {
    package static let method = "io.torpor.Control.RetryTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var transfers: [TransferIdentifier]

    // What the interface allows.
    package static let transfersCount: ClosedRange<Int> = 1...256

    package init(
      transfers: [TransferIdentifier]
    ) {
      self.transfers = transfers
    }

    package static let keys = ["transfers"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfers = try message.value("transfers", count: Self.transfersCount)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfers", transfers.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Removes finished transfers from the list; the files are kept.
  package struct RemoveTransfers: WireCall {
    package static let method = "io.torpor.Control.RemoveTransfers"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var transfers: [TransferIdentifier]

    // What the interface allows.
    package static let transfersCount: ClosedRange<Int> = 1...256

    package init(
      transfers: [TransferIdentifier]
    ) {
      self.transfers = transfers
    }

    package static let keys = ["transfers"]

    package init(_ message: ParameterReader) throws(WireError) {
      transfers = try message.value("transfers", count: Self.transfersCount)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("transfers", transfers.json)
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
