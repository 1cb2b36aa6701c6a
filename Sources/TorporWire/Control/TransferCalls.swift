package import TorporModel

/// Transfers that a person asks for, as one call.
///
/// Whose they are comes from the caller's connection.
package struct TransferSubmission: Hashable, Sendable {
  /// What the policy knows of each, in the order of `contents`.
  package var requests: [TransferRequest]
  /// What each carries; the paths are absolute, without a root.
  package var contents: [TransferContent]
  /// What holds for all of them; its `identifier` groups them.
  package var configuration: SessionConfiguration

  package init(
    requests: [TransferRequest],
    contents: [TransferContent],
    configuration: SessionConfiguration = SessionConfiguration(
      identifier: TransferSubmission.sessionIdentifier
    )
  ) {
    self.requests = requests
    self.contents = contents
    self.configuration = configuration
  }

  /// The name that groups the transfers of one user.
  package static let sessionIdentifier = "user"
}

extension TransferRow {
  /// The row of a transfer with what it carries.
  package init(
    status: TransferStatus,
    content: TransferContent?,
    detail: TransferDetail,
    progress: TransferProgress?
  ) {
    self.init(
      status: status,
      url: content?.url,
      label: content?.label,
      destination: content?.destination?.shown,
      source: content?.source?.shown,
      detail: detail,
      progress: progress
    )
  }
}

extension TransferFile {
  /// The path from the root of the tree.
  package var shown: String { root.map { "\($0)/\(path)" } ?? path }
}

extension TransferDestination {
  fileprivate var shown: String {
    let path = file.shown
    return isFolder && !path.endsWithSlash ? path + "/" : path
  }
}
