package import TorporCore
package import TorporModel
package import TorporWire

/// The transfer services of all users: which attempt goes to which, and what is made of their reports.
///
/// A process moves the bytes of one user with that user's rights and no others; it may speak only of
/// what it was given. Nothing is kept of a transfer that no service has and none waits for. Lives on
/// the driver's thread.
package final class TransferServices: TransferPort {
  private let port: any TransferServicePort
  private let sink: any HostEventSink
  private var services: [UInt32: TransferService] = [:]
  private var credentials: [TransferIdentifier: TransferCredential] = [:]
  /// Told how far transfers are, at most twice a second for each that moves.
  package var progressed: ([TransferServiceProgress]) -> Void = { _ in }
  /// Told what a user's service complains of, in a sentence without a full stop.
  package var reportError: (_ userID: UInt32, _ cause: String) -> Void = { _, _ in }

  /// How many credentials wait for their transfers; then all are forgotten, and their transfers ask
  /// again.
  ///
  /// 4096: our choice.
  private static let credentialsMax = 4096

  /// Services that are started when there is something to do.
  package init(port: any TransferServicePort, sink: any HostEventSink) {
    self.port = port
    self.sink = sink
  }

  // MARK: Orders

  /// Begins attempts; those of one user go to one service.
  package func start(_ parcels: [TransferParcel]) {
    var users: [UInt32] = []
    for parcel in parcels {
      let (userID, groupID) = (parcel.stored.userID, parcel.stored.groupID)
      if !users.contains(userID) { users.append(userID) }
      service(of: userID, groupID: groupID).add(parcel)
    }
    for userID in users { services[userID]?.pump() }
  }

  /// Stops an attempt; with `discards` what was received goes too.
  package func stop(_ transfer: TransferIdentifier, of owner: RecipeOwner, discards: Bool) {
    credentials[transfer] = nil
    service(of: owner.userID).stop(transfer, discards: discards)
  }

  /// Takes an attempt back that its service has not begun.
  package func withdraw(_ transfer: TransferIdentifier, of owner: RecipeOwner, attempt: UInt32) {
    service(of: owner.userID).withdraw(transfer, attempt: attempt)
  }

  /// The result is saved.
  package func forget(
    _ transfer: TransferIdentifier,
    of owner: RecipeOwner,
    removesFile: Bool
  ) {
    credentials[transfer] = nil
    service(of: owner.userID).forget(transfer, removesFile: removesFile)
  }

  /// Gives a credential to a transfer, for the challenge that it waits for and for that of every further
  /// attempt: a process that died has forgotten it, and its app need not be asked again.
  package func useCredential(
    _ credential: TransferPassword?,
    for transfer: TransferIdentifier
  ) {
    let wire = credential.map {
      TransferCredential.password(user: $0.user, password: $0.password)
    }
    if credentials.count >= TransferServices.credentialsMax { credentials.removeAll() }
    credentials[transfer] = wire ?? TransferCredential.none
    for service in services.values { service.answer(transfer, wire ?? TransferCredential.none) }
  }

  /// How far a transfer is that a service has.
  package func progress(of transfer: TransferIdentifier) -> TransferProgress? {
    for service in services.values {
      if let progress = service.progress(of: transfer) { return progress }
    }
    return nil
  }

  /// Whether a transfer has been ordered and waits in its service for a connection.
  package func waitsForConnection(_ transfer: TransferIdentifier) -> Bool {
    for service in services.values {
      if let waits = service.waitsForConnection(transfer) { return waits }
    }
    return false
  }

  // MARK: For the services

  func credential(for transfer: TransferIdentifier) -> TransferCredential? {
    credentials[transfer]
  }

  func post(_ reports: [TransferReport], details: [TransferIdentifier: TransferDetail]) {
    for report in reports where report.event.endsCredential { credentials[report.transfer] = nil }
    sink.post(.transfers(reports, details: details))
  }

  private func service(of userID: UInt32, groupID: UInt32? = nil) -> TransferService {
    let service = services[userID] ?? TransferService(ofUser: userID, port: port, host: self)
    services[userID] = service
    if let groupID { service.groupID = groupID }
    return service
  }
}

extension TransferEvent {
  /// Whether the credential that was given is of no more use: it has served, or was not good enough.
  fileprivate var endsCredential: Bool {
    switch self {
    case .finished, .challenged: true
    case .failed, .interrupted, .progressed, .stopped, .withdrawn, .moved: false
    }
  }
}
