/// The contents of the file that its only writer knows without reading: an alert for a connected device writes one row,
/// removes one, and reads none.
///
/// This is cleared if a transaction fails, or if another process has written.
struct KnownRows {
  private var registrations: [Mailbox: [MailboxStore.Registration]] = [:]
  private var registrationCount = 0
  private var withoutWaiting: Set<Mailbox> = []

  /// The maximum number of remembered registrations, of about 300 bytes each, and of devices known to have no waiting
  /// pushes; beyond it, all of them are cleared.
  private static let registrationsMax = 100_000
  private static let withoutWaitingMax = 200_000

  // MARK: Registrations

  func registration(of token: [UInt8]) -> MailboxStore.Registration? {
    guard let token = DeviceToken(known: token) else { return nil }
    return registrations[token.mailbox]?.first { $0.token == token.bytes }
  }

  mutating func note(_ registration: MailboxStore.Registration) {
    if registrationCount >= Self.registrationsMax { (registrations, registrationCount) = ([:], 0) }
    registrations[registration.mailbox, default: []].append(registration)
    registrationCount += 1
  }

  mutating func forgetRegistrations(of mailbox: Mailbox) {
    registrationCount -= registrations.removeValue(forKey: mailbox)?.count ?? 0
  }

  mutating func forgetRegistration(of token: [UInt8]) {
    guard let token = DeviceToken(known: token) else { return }
    guard let place = registrations[token.mailbox]?.firstIndex(where: { $0.token == token.bytes })
    else { return }
    registrations[token.mailbox]?.remove(at: place)
    registrationCount -= 1
  }

  // MARK: What waits

  /// Returns whether it is known that no push that the device was never handed waits for its apps.
  func nothingWaits(for mailbox: Mailbox) -> Bool { withoutWaiting.contains(mailbox) }

  mutating func noteNothingWaits(for mailbox: Mailbox) {
    if withoutWaiting.count >= Self.withoutWaitingMax { withoutWaiting = [] }
    withoutWaiting.insert(mailbox)
  }

  mutating func noteWaiting(for mailbox: Mailbox) { withoutWaiting.remove(mailbox) }
}
