package import TorporModel

/// What a user does with transfers of their own, or with those of their apps.
package enum TransferAction: Hashable, Sendable, Saved {
  /// Transfers that no app asked for; `configuration.identifier` groups them.
  case start([TransferRequest], ownerUserID: UInt32, configuration: SessionConfiguration)
  case pause(TransferIdentifier)
  case resume(TransferIdentifier)
  case cancel(TransferIdentifier)
  /// One that failed or was cancelled begins again.
  case retry(TransferIdentifier)
  /// One that is over is forgotten; what it has received stays.
  case remove(TransferIdentifier)
}

/// What an attempt of a transfer came to.
package struct TransferReport: Hashable, Sendable, Saved {
  package let transfer: TransferIdentifier
  /// Which attempt; reports of earlier ones come too late and are not looked at.
  package let attempt: UInt32
  package let event: TransferEvent
  /// Bytes in the file, or taken by the server.
  package let bytes: Int64
  /// Bytes that the attempt has moved over the network since it began.
  package let movedBytes: Int64
  /// Bytes that are kept beyond the most that any attempt before it had kept; `nil`: nobody counted,
  /// and what is there is compared with what was.
  package let newBytes: Int64?
  /// Whether it was given up because the network leads there another way now; `nil`: no.
  package let isRerouted: Bool?
  /// Whether its request was under way; `nil`: it was.
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

/// How an attempt ended, or how far it is.
package enum TransferEvent: Hashable, Sendable, Saved {
  /// All bytes are where they belong, and on the disk.
  case finished(status: Int)
  case failed(TransferError, status: Int, retryAfter: Duration?)
  /// The server wants to know who asks.
  case challenged
  /// The service died; what it had received is there.
  case interrupted
  /// The attempt has kept bytes that were not there when it began; told once where it was asked for.
  case progressed
  /// The attempt was stopped as ordered, with so many bytes there.
  case stopped
  /// The attempt was taken back before its request was sent.
  case withdrawn
  /// Bytes have moved, and nothing else is said: once a minute while they do, and at a stop that discards them.
  case moved

  /// Whether the service keeps the result until it is told that it is saved.
  package var isFinal: Bool {
    if case .finished = self { true } else { false }
  }
}

/// What the host must do about a transfer.
package enum TransferEffect: Hashable, Sendable {
  /// Begin an attempt; answered by a report.
  case start(TransferOrder)
  /// Stop the attempt, if one runs; what it moved is all that is reported. `discards`: what was received goes.
  case stop(TransferIdentifier, owner: TransferOwner, discards: Bool)
  /// The result is saved: the service may forget it. `removesFile`: what was received goes.
  case forget(TransferIdentifier, owner: TransferOwner, removesFile: Bool)
  /// Take the attempt back if its request has not been sent; `withdrawn` is reported then, else nothing.
  case withdraw(TransferIdentifier, owner: TransferOwner, attempt: UInt32)
  /// Nothing of the transfer is wanted any more.
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
  /// The transfer whose partial file it goes on with.
  package let resumes: TransferIdentifier?
  /// Whether `progressed` is to be reported; `nil`: no.
  package let tellsProgress: Bool?
  /// Whether an upload begins at the first byte, whatever came of earlier attempts; `nil`: no.
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

/// Whose a transfer is.
package enum TransferOwner: Hashable, Sendable, Saved {
  case app(AppIdentifier)
  case user(UInt32)
}
