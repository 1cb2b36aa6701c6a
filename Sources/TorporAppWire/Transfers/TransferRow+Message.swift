import TorporAppModel

// A transfer in a list, as it stands on the wire.

extension TransferRow {
  /// How it ended; among the members of the row, it stands behind how far it is.
  var outcome: TransferOutcome? { status.outcome }

  init(
    status: TransferStatus,
    url: String?,
    label: String?,
    destination: String?,
    source: String?,
    progress: TransferProgress?,
    outcome: TransferOutcome?,
    detail: TransferDetail
  ) {
    self.init(
      status: status,
      url: url,
      label: label,
      destination: destination,
      source: source,
      detail: detail,
      progress: progress
    )
    self.status.outcome = outcome
  }

  /// Rows of a kind that this version does not know are left out.
  package static func list(_ element: WireElement) throws(WireError) -> [TransferRow] {
    guard let elements = element.json.elements else { throw element.invalid }
    var rows: [TransferRow] = []
    for (index, json) in elements.enumerated() {
      if let direction = json["direction"]?.text, let state = json["state"]?.text,
        TransferDirection(rawValue: direction) == nil || TransferState(rawValue: state) == nil
      {
        continue
      }
      rows.append(try TransferRow(element.element(json, at: index)))
    }
    return rows
  }
}

/// It has no object of its own, and what is known of the end comes behind it.
extension TransferStatus {
  init(_ message: ParameterReader) throws(WireError) {
    self.init(
      transfer: try message.value("transfer"),
      app: try message.optional("app"),
      ownerUserID: try message.optional("ownerUserID"),
      session: try message.value("session"),
      direction: try message.value("direction"),
      state: try message.value("state"),
      isDiscretionary: try message.value("isDiscretionary"),
      submittedAt: try message.value("submittedMicroseconds"),
      deadline: try message.value("deadlineMicroseconds"),
      attempts: try message.value("attempts"),
      bytes: try message.value("bytes"),
      expectedBytes: try message.optional("expectedBytes"),
      lastError: try message.optional("lastErrorCode"),
      blockers: try message.optional("blockers") ?? []
    )
  }

  var members: [(key: String, value: JSON?)] {
    [
      ("transfer", transfer.json), ("app", app?.json), ("ownerUserID", ownerUserID?.json),
      ("session", session.json), ("direction", direction.json), ("state", state.json),
      ("isDiscretionary", isDiscretionary.json), ("submittedMicroseconds", submittedAt.json),
      ("deadlineMicroseconds", deadline.json), ("attempts", attempts.json), ("bytes", bytes.json),
      ("expectedBytes", expectedBytes?.json), ("lastErrorCode", lastError?.json),
      ("lastErrorName", lastError?.name.json), ("blockers", blockers.json),
    ]
  }
}

/// It has no object of its own; `status` 0 is left out.
extension TransferOutcome {
  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      at: try message.value("endedMicroseconds"),
      error: try message.optional("errorCode"),
      cancellation: message["cancellationReason"]?.integer(as: Int.self)
        .flatMap(TransferCancellation.init(rawValue:)),
      status: try message.optional("status") ?? 0
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("endedMicroseconds", at.json), ("status", status == 0 ? nil : status.json),
      ("errorCode", error?.json), ("errorName", error?.name.json),
      ("cancellationReason", cancellation?.rawValue.json),
    ]
  }
}

/// It has no object of its own.
extension TransferDetail {
  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      path: try message.optional("path"),
      finalURL: try message.optional("finalURL"),
      mimeType: try message.optional("mimeType"),
      cause: try message.optional("cause"),
      challenge: try message.optional("challenge")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("path", path?.json), ("finalURL", finalURL?.json), ("mimeType", mimeType?.json),
      ("cause", cause?.json), ("challenge", challenge?.json),
    ]
  }
}

/// A code that only a newer system knows is one that is not known.
extension TransferError: WireCode {
  package init(_ element: WireElement) throws(WireError) {
    self = TransferError(rawValue: try Int(element)) ?? .unknown
  }
}
