import TorporModel

// A transfer in a list, as it stands on the wire; by hand, since apps read it too.

extension TransferRow {
  /// The members, in the order of the description.
  var json: JSON {
    .object(optional: statusFields + contentFields + outcomeFields + detail.fields)
  }

  private var statusFields: [(key: String, value: JSON?)] {
    [
      ("transfer", JSON(status.transfer)), ("app", .text(status.app?.text)),
      ("ownerUserID", status.ownerUserID.map { .integer(Int64($0)) }),
      ("session", .string(status.session)), ("direction", .string(status.direction.rawValue)),
      ("state", .string(status.state.rawValue)), ("isDiscretionary", .bool(status.isDiscretionary)),
      ("submittedMicroseconds", .integer(status.submittedAt.microseconds)),
      ("deadlineMicroseconds", .integer(status.deadline.microseconds)),
      ("attempts", .integer(Int64(status.attempts))), ("bytes", .integer(status.bytes)),
      ("expectedBytes", status.expectedBytes.map { .integer($0) }),
      ("lastErrorCode", status.lastError.map { .integer(Int64($0.code)) }),
      ("lastErrorName", status.lastError.map { .string($0.name) }),
      ("blockers", .array(status.blockers.map(\.json))),
    ]
  }

  private var contentFields: [(key: String, value: JSON?)] {
    [
      ("url", .text(url)), ("label", .text(label)), ("destination", .text(destination)),
      ("file", .text(source)), ("progress", progress.map { .object(optional: $0.fields) }),
    ]
  }

  private var outcomeFields: [(key: String, value: JSON?)] { status.outcome?.fields ?? [] }

  /// Reads a row; `nil` where it is of a kind that this version does not know.
  ///
  /// - Throws: `WireError.malformedMessage`.
  static func read(_ json: JSON) throws(WireError) -> TransferRow? {
    let members = MessageReader(reply: json)
    do throws(WireError) {
      guard let direction = TransferDirection(rawValue: try members.text("direction")),
        let state = TransferState(rawValue: try members.text("state"))
      else { return nil }
      return TransferRow(
        status: try TransferStatus(members, direction, state),
        url: try members.optionalText("url"),
        label: try members.optionalText("label"),
        destination: try members.optionalText("destination"),
        source: try members.optionalText("file"),
        detail: try TransferDetail(members),
        progress: try members["progress"].map { json throws(WireError) in
          try TransferProgress(MessageReader(reply: json))
        }
      )
    } catch {
      throw .malformedMessage(cause: "a transfer has a member that is missing or wrong")
    }
  }

  /// Reads the rows of a reply.
  static func rows(of reply: JSON) throws(WireError) -> [TransferRow] {
    do throws(WireError) {
      return try ParameterReader(reply: reply).value("transfers")
    } catch .invalidParameter(let parameter) {
      throw .malformedMessage(cause: "'\(parameter)' is missing or not of its type")
    }
  }
}

extension TransferRow: WireValue {
  init(_ element: WireElement) throws(WireError) {
    guard let row = try Self.read(element.json) else { throw element.invalid }
    self = row
  }

  /// Rows of a kind that this version does not know are left out.
  static func list(_ element: WireElement) throws(WireError) -> [TransferRow] {
    guard let elements = element.json.elements else { throw element.invalid }
    var rows: [TransferRow] = []
    for json in elements {
      if let row = try read(json) { rows.append(row) }
    }
    return rows
  }
}

extension TransferStatus {
  fileprivate init(
    _ members: MessageReader,
    _ direction: TransferDirection,
    _ state: TransferState
  ) throws(WireError) {
    self.init(
      transfer: try members.identifier("transfer"),
      app: try members.optionalText("app").flatMap { AppIdentifier($0) },
      ownerUserID: members["ownerUserID"]?.integer(as: UInt32.self),
      session: try members.text("session"),
      direction: direction,
      state: state,
      isDiscretionary: try members.flag("isDiscretionary"),
      submittedAt: Instant(microseconds: try members.number("submittedMicroseconds")),
      deadline: Instant(microseconds: try members.number("deadlineMicroseconds")),
      attempts: Int(try members.number("attempts")),
      bytes: try members.number("bytes"),
      expectedBytes: try members.optionalCount("expectedBytes"),
      lastError: TransferError(wireCode: members["lastErrorCode"]),
      // A condition that only a newer daemon knows is left out.
      blockers: (members["blockers"]?.elements ?? []).compactMap(\.condition),
      outcome: try TransferOutcome(members)
    )
  }
}

extension TransferOutcome {
  /// The members of the outcome; `status` 0 is left out.
  var fields: [(key: String, value: JSON?)] {
    [
      ("endedMicroseconds", .integer(at.microseconds)),
      ("status", status == 0 ? nil : .integer(Int64(status))),
      ("errorCode", error.map { .integer(Int64($0.code)) }),
      ("errorName", error.map { .string($0.name) }),
      ("cancellationReason", cancellation.map { .integer(Int64($0.rawValue)) }),
    ]
  }

  /// Reads the outcome; `nil` where there is none.
  init?(_ members: MessageReader) throws(WireError) {
    guard members["endedMicroseconds"] != nil else { return nil }
    self.init(
      at: Instant(microseconds: try members.number("endedMicroseconds")),
      error: TransferError(wireCode: members["errorCode"]),
      cancellation: members["cancellationReason"]?.integer(as: Int.self)
        .flatMap(TransferCancellation.init(rawValue:)),
      status: members["status"]?.integer(as: Int.self) ?? 0
    )
  }
}

extension TransferDetail {
  var fields: [(key: String, value: JSON?)] {
    [
      ("path", .text(path)), ("finalURL", .text(finalURL)), ("mimeType", .text(mimeType)),
      ("cause", .text(cause)), ("challenge", challenge.map { $0.json }),
    ]
  }

  init(_ members: MessageReader) throws(WireError) {
    self.init(
      path: try members.optionalText("path"),
      finalURL: try members.optionalText("finalURL"),
      mimeType: try members.optionalText("mimeType"),
      cause: try members.optionalText("cause"),
      challenge: try members["challenge"].map { json throws(WireError) in
        try TransferChallenge(MessageReader(reply: json))
      }
    )
  }
}

extension TransferChallenge {
  fileprivate var json: JSON {
    .object(optional: [
      ("host", .string(host)), ("scheme", .string(scheme)), ("realm", .text(realm)),
      ("isProxy", isProxy ? .bool(true) : nil),
      (
        "previousFailureCount",
        previousFailureCount > 0 ? .integer(Int64(previousFailureCount)) : nil
      ),
    ])
  }

  fileprivate init(_ members: MessageReader) throws(WireError) {
    self.init(
      host: try members.text("host"),
      scheme: try members.text("scheme"),
      realm: try members.optionalText("realm"),
      isProxy: try members.optionalFlag("isProxy") ?? false,
      previousFailureCount: members["previousFailureCount"]?.integer(as: Int.self) ?? 0
    )
  }
}

extension TransferProgress {
  var fields: [(key: String, value: JSON?)] {
    [
      ("bytes", .integer(bytes)), ("totalBytes", totalBytes.map { .integer($0) }),
      ("bytesPerSecond", .integer(bytesPerSecond)),
    ]
  }

  init(_ members: MessageReader) throws(WireError) {
    self.init(
      bytes: try members.number("bytes"),
      totalBytes: try members.optionalCount("totalBytes"),
      bytesPerSecond: members["bytesPerSecond"]?.integer(as: Int64.self) ?? 0
    )
  }
}

extension TransferError {
  /// Reads the code of an error; `nil` without one, `unknown` for one that only a newer system knows.
  init?(wireCode: JSON?) {
    guard let wireCode else { return nil }
    self = wireCode.integer(as: Int.self).flatMap(TransferError.init(rawValue:)) ?? .unknown
  }
}
