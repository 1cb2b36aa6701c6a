package import TorporModel

/// What the daemon says to a transfer service; each is one message, framed as in Varlink.
///
/// The service is ours and of the same version, so there is no method and no reply: orders go one way
/// and reports the other. Every order may be repeated; a service that died has forgotten those that
/// its record does not hold.
package enum TransferServiceOrder: Hashable, Sendable, Saved {
  /// Begin, or go on from what the record holds. One that the record holds as finished is reported
  /// as finished again.
  case start([TransferStart])
  /// Stop moving bytes; the partial file and the record stay.
  case pause([TransferIdentifier])
  /// Stop moving bytes, and remove the partial file and the record.
  case discard([TransferIdentifier])
  /// The result is saved: the record may go. `removesFile`: what was received goes too.
  case forget([TransferIdentifier], removesFile: Bool)
  /// Answers a challenge; the transfer goes on at once.
  case answer(TransferIdentifier, TransferCredential)
}

/// One transfer to be begun.
package struct TransferStart: Hashable, Sendable, Saved {
  package var transfer: TransferIdentifier
  /// Which attempt it is, counted from 1; reports carry it.
  package var attempt: UInt32
  package var direction: TransferDirection
  package var content: TransferContent
  /// How long the connection may be silent.
  package var requestTimeout: Duration
  package var connectionsPerHostMax: Int
  /// The transfer whose record and partial file this one takes over, where they are still there.
  package var resumes: TransferIdentifier?
  /// Whether an upload begins at the first byte, whatever the record holds of it; `nil`: no.
  package var beginsAnew: Bool?

  package init(
    transfer: TransferIdentifier,
    attempt: UInt32,
    direction: TransferDirection,
    content: TransferContent,
    requestTimeout: Duration,
    connectionsPerHostMax: Int,
    resumes: TransferIdentifier? = nil,
    beginsAnew: Bool? = nil
  ) {
    self.transfer = transfer
    self.attempt = attempt
    self.direction = direction
    self.content = content
    self.requestTimeout = requestTimeout
    self.connectionsPerHostMax = connectionsPerHostMax
    self.resumes = resumes
    self.beginsAnew = beginsAnew
  }
}

/// The answer to a challenge; never written to any disk.
package enum TransferCredential: Hashable, Sendable, Saved {
  /// A name and a password for the scheme that asked.
  case password(user: String, password: String)
  /// Go on without one: the server's refusal is the result.
  case none
}

/// What a transfer service says to the daemon.
package enum TransferServiceReport: Hashable, Sendable, Saved {
  /// Attempts have come to something.
  case ended([TransferServiceResult])
  /// Requests are under way from now on; until then the transfers only wait for a connection.
  case begun([TransferServiceBegin])
  /// Transfers have given up their place to others, and wait for a connection again.
  case queued([TransferIdentifier])
  /// Bytes have moved; at most twice a second, and only for transfers that moved or have come to a stop.
  case progress([TransferServiceProgress])
  /// Something that concerns no single transfer, for the log.
  case trouble(cause: String)
}

/// What one attempt came to.
package struct TransferServiceResult: Hashable, Sendable, Saved {
  package var transfer: TransferIdentifier
  package var attempt: UInt32
  /// `nil`: all bytes are where they belong, synced to the disk, and the file has its name.
  package var error: TransferError?
  /// Whether a challenge is to be answered; `detail.challenge` says which.
  package var isChallenge: Bool
  /// The status of the answer, 0 without one.
  package var status: Int
  /// Bytes in the file, or taken by the server.
  package var bytes: Int64
  /// Bytes that the attempt moved over the network, bodies alone.
  package var movedBytes: Int64
  /// Bytes that are kept beyond the most that any attempt before it had kept: in the file, or by the
  /// server's own word for an upload; `nil`: nobody counted.
  ///
  /// This is progress; what comes again from the beginning, or is thrown away, is none.
  package var newBytes: Int64?
  /// Whether the connection was given up because the network leads there another way now; `nil`: no.
  package var isRerouted: Bool?
  /// The server's wish (`Retry-After`).
  package var retryAfter: Duration?
  package var detail: TransferDetail

  package init(
    transfer: TransferIdentifier,
    attempt: UInt32,
    error: TransferError? = nil,
    isChallenge: Bool = false,
    status: Int = 0,
    bytes: Int64 = 0,
    movedBytes: Int64 = 0,
    newBytes: Int64? = nil,
    isRerouted: Bool? = nil,
    retryAfter: Duration? = nil,
    detail: TransferDetail = TransferDetail()
  ) {
    self.transfer = transfer
    self.attempt = attempt
    self.error = error
    self.isChallenge = isChallenge
    self.status = status
    self.bytes = bytes
    self.movedBytes = movedBytes
    self.newBytes = newBytes
    self.isRerouted = isRerouted
    self.retryAfter = retryAfter
    self.detail = detail
  }
}

/// A transfer whose request is under way.
package struct TransferServiceBegin: Hashable, Sendable, Saved {
  package var transfer: TransferIdentifier
  package var attempt: UInt32
  /// Bytes of earlier attempts that are on the disk, or with the server, and are continued.
  package var keptBytes: Int64

  package init(transfer: TransferIdentifier, attempt: UInt32, keptBytes: Int64) {
    self.transfer = transfer
    self.attempt = attempt
    self.keptBytes = keptBytes
  }
}

/// How far one transfer is.
package struct TransferServiceProgress: Hashable, Sendable, Saved {
  package var transfer: TransferIdentifier
  package var progress: TransferProgress
  /// Where the attempt began, where it went on with an earlier one; `nil`: it did not.
  package var resumedAt: Int64?

  package init(
    transfer: TransferIdentifier,
    progress: TransferProgress,
    resumedAt: Int64? = nil
  ) {
    self.transfer = transfer
    self.progress = progress
    self.resumedAt = resumedAt
  }
}
