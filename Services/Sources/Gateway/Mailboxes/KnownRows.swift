/// What the one process that writes the file knows of it without asking: an alert for a device that is connected is one
/// row written and one removed, and nothing read.
///
/// It is forgotten where a transaction fails, or where somebody else has written.
struct KnownRows {
  private var registrations: [Mailbox: [MailboxStore.Registration]] = [:]
  private var registrationCount = 0
  private var withoutWaiting: Set<Mailbox> = []

  /// How many registrations are remembered, of about 300 bytes each, and of how many devices it is known that nothing
  /// waits; beyond that all of them are forgotten.
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

  /// Whether it is known that no push for the device's apps waits that it was never handed.
  func nothingWaits(for mailbox: Mailbox) -> Bool { withoutWaiting.contains(mailbox) }

  mutating func noteNothingWaits(for mailbox: Mailbox) {
    if withoutWaiting.count >= Self.withoutWaitingMax { withoutWaiting = [] }
    withoutWaiting.insert(mailbox)
  }

  mutating func noteWaiting(for mailbox: Mailbox) { withoutWaiting.remove(mailbox) }
}
