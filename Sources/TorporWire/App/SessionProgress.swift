package import TorporModel

/// How far a transfer of an app is, as its app is told while it runs (`didWriteData`,
/// `didSendBodyData`, `didResumeAtOffset`).
package struct SessionProgress: Hashable, Sendable {
  package var session: String
  package var transfer: TransferIdentifier
  package var progress: TransferProgress
  /// Where it went on from, where it did and that was not told before.
  package var resumedAt: Int64?

  package init(
    session: String,
    transfer: TransferIdentifier,
    progress: TransferProgress,
    resumedAt: Int64? = nil
  ) {
    self.session = session
    self.transfer = transfer
    self.progress = progress
    self.resumedAt = resumedAt
  }

  var json: JSON {
    .object(
      optional: [("session", .string(session)), ("transfer", JSON(transfer))] + progress.fields + [
        ("resumedAtByte", resumedAt.map { .integer($0) })
      ]
    )
  }

  /// - Throws: `WireError.malformedMessage` where a member is missing or not of its type.
  init(_ json: JSON) throws(WireError) {
    let members = MessageReader(reply: json)
    do throws(WireError) {
      session = try members.text("session")
      transfer = try members.identifier("transfer")
      progress = try TransferProgress(members)
      resumedAt = try members.optionalCount("resumedAtByte")
    } catch {
      throw .malformedMessage(cause: "a progress has a member that is missing or not of its type")
    }
  }
}

/// A page of an app's transfers, with what they are about.
package struct TransferPage: Hashable, Sendable {
  package var rows: [TransferRow]
  /// Whether a page that begins after the last of them has more.
  package var hasMore: Bool

  /// Reads the reply to `ListTransfers` of an app.
  ///
  /// - Throws: the error that the reply carries, or `WireError.malformedMessage`.
  package init(from reply: VarlinkReply) throws(WireError) { try self.init(try reply.result()) }

  init(_ parameters: JSON) throws(WireError) {
    rows = try TransferRow.rows(of: parameters)
    hasMore = parameters["hasMore"]?.flag ?? false
  }
}

extension VarlinkReply {
  init(transfers: [TransferRow], hasMore: Bool) {
    self.init(
      parameters: .object([
        "transfers": .array(transfers.map(\.json)), "hasMore": .bool(hasMore),
      ])
    )
  }
}
