package import TorporAppModel

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

  package var json: JSON {
    .object(
      optional: [("session", session.json), ("transfer", transfer.json)] + progress.members + [
        ("resumedAtByte", resumedAt?.json)
      ]
    )
  }

  /// - Throws: `WireError.malformedMessage` where a member is missing or not of its type.
  init(_ json: JSON) throws(WireError) {
    let message = ParameterReader(reply: json)
    do throws(WireError) {
      session = try message.value("session")
      transfer = try message.value("transfer")
      progress = try TransferProgress(message)
      resumedAt = try message.optional("resumedAtByte", in: 0 ... .max)
    } catch {
      throw .malformedMessage(cause: "a progress has a member that is missing or not of its type")
    }
  }
}
