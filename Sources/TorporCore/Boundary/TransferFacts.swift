package import TorporModel

/// An action of a user on their own transfers, or on those of their apps.
package enum TransferAction: Hashable, Sendable, Saved {
  /// Starts transfers that no app requested; `configuration.identifier` groups them.
  case start([TransferRequest], ownerUserID: UInt32, configuration: SessionConfiguration)
  case pause(TransferIdentifier)
  case resume(TransferIdentifier)
  case cancel(TransferIdentifier)
  /// Restarts one that failed or was cancelled.
  case retry(TransferIdentifier)
  /// Removes one that has ended; the received file stays.
  case remove(TransferIdentifier)
}

/// A report on an attempt of a transfer.
package struct TransferReport: Hashable, Sendable, Saved {
  package let transfer: TransferIdentifier
  /// The number of the attempt; reports of earlier ones are too late and ignored.
  package let attempt: UInt32
  package let event: TransferEvent
  /// Bytes in the file, or accepted by the server.
  package let bytes: Int64
  /// Bytes that the attempt has moved over the network since it began.
  package let movedBytes: Int64
  /// Bytes kept beyond the maximum of all earlier attempts; `nil`: not counted, and the present number
  /// is compared with the previous one.
  package let newBytes: Int64?
  /// Whether it was abandoned because the route to the host has changed; `nil`: no.
  package let isRerouted: Bool?
  /// Whether its request was in progress; `nil`: it was.
  package let isUnderWay: Bool?

  package init(
    transfer: TransferIdentifier,
    attempt: UInt32,
    event: TransferEvent,
    bytes: Int64 = 0,
    movedBytes: Int64 = 0,
    newBytes: Int64? = nil,
    isRerouted: Bool? = nil,
    isUnderWay: Bool? = nil
  ) {
    self.transfer = transfer
    self.attempt = attempt
    self.event = event
    self.bytes = bytes
    self.movedBytes = movedBytes
    self.newBytes = newBytes
    self.isRerouted = isRerouted
    self.isUnderWay = isUnderWay
  }
}

/// The end of an attempt, or its progress.
package enum TransferEvent: Hashable, Sendable, Saved {
  /// All bytes are in place, and on the disk.
  case finished(status: Int)
  case failed(TransferError, status: Int, retryAfter: Duration?)
  /// The server requires authentication.
  case challenged
  /// The service died; the received data is kept.
  case interrupted
  /// The attempt has kept bytes that were not there when it began; reported once, if requested.
  case progressed
  /// The attempt was stopped as ordered, with that many bytes kept.
  case stopped
  /// The attempt was withdrawn before its request was sent.
  case withdrawn
  /// Bytes have moved, without further meaning: once a minute while they do, and at a stop that discards them.
  case moved

  /// Whether the service keeps the result until it is notified that it is saved.
  package var isFinal: Bool {
    if case .finished = self { true } else { false }
  }
}

/// An order to the host about a transfer.
package enum TransferEffect: Hashable, Sendable {
  /// Begin an attempt; answered by a report.
  case start(TransferOrder)
  /// Stop the attempt, if one runs; only the number of moved bytes is reported. `discards`: the
  /// received data is deleted.
  case stop(TransferIdentifier, owner: TransferOwner, discards: Bool)
  /// Discard the result, which is saved. `removesFile`: the received file is deleted.
  case forget(TransferIdentifier, owner: TransferOwner, removesFile: Bool)
  /// Withdraw the attempt if its request has not been sent; then `withdrawn` is reported, otherwise nothing.
  case withdraw(TransferIdentifier, owner: TransferOwner, attempt: UInt32)
  /// Remove everything that belongs to the transfer.
  case remove(TransferIdentifier)
}

/// An order to begin an attempt.
package struct TransferOrder: Hashable, Sendable {
  package let transfer: TransferIdentifier
  package let owner: TransferOwner
  /// Counted from 1.
  package let attempt: UInt32
  package let direction: TransferDirection
  /// How long the connection may be silent.
  package let requestTimeout: Duration
  package let connectionsPerHostMax: Int
  /// The transfer whose partial file it continues from.
  package let resumes: TransferIdentifier?
  /// Whether `progressed` is to be reported; `nil`: no.
  package let tellsProgress: Bool?
  /// Whether an upload begins at the first byte, regardless of earlier attempts; `nil`: no.
  package let beginsAnew: Bool?

  package init(
    transfer: TransferIdentifier,
    owner: TransferOwner,
    attempt: UInt32,
    direction: TransferDirection,
    requestTimeout: Duration,
    connectionsPerHostMax: Int,
    resumes: TransferIdentifier? = nil,
    tellsProgress: Bool? = nil,
    beginsAnew: Bool? = nil
  ) {
    self.transfer = transfer
    self.owner = owner
    self.attempt = attempt
    self.direction = direction
    self.requestTimeout = requestTimeout
    self.connectionsPerHostMax = connectionsPerHostMax
    self.resumes = resumes
    self.tellsProgress = tellsProgress
    self.beginsAnew = beginsAnew
  }
}

/// The owner of a transfer.
package enum TransferOwner: Hashable, Sendable, Saved {
  case app(AppIdentifier)
  case user(UInt32)
}
