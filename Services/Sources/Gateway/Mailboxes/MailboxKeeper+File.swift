import TorporSQLite

// Batches of orders over a file, each one transaction.
extension MailboxKeeper where Store == MailboxStore {
  /// Carries out all orders, and gives the answers when the changes are on the disk.
  func perform(_ orders: [Order], at now: Int64) {
    if commit(orders, at: now) { return writeAgain(at: now) }
    // An order that cannot be written must not prevent the others, least of all those that free something.
    for order in orders where !commit([order], at: now) {
      switch order {
      case .acknowledge(let mailbox, let updates, _): keep(updates, of: mailbox)
      case .disconnect(let id, let mailbox):
        // This does not need the disk.
        if presence.links[mailbox]?.port.id == id { presence.links[mailbox] = nil }
        metrics.set(connectedDevices: presence.links.count)
      default: break
      }
      order.fail(.internalServerError)
    }
  }

  /// The pause before failed writes are tried again: 1 s.
  private static var unwrittenPauseMilliseconds: Int64 { 1000 }

  /// Keeps a device's acknowledgements, and only for pushes that it was handed: their places are free once this is
  /// written.
  private func keep(_ updates: [Order.Acknowledgement], of mailbox: Mailbox) {
    guard let link = presence.links[mailbox] else { return }
    for update in updates
    where link.window.contains(update.version) || link.messages.window.contains(update.version) {
      unwritten[mailbox, default: [:]][update.version] = update
    }
  }

  /// Repeats failed writes; called after a batch was just written.
  private func writeAgain(at now: Int64) {
    guard !unwritten.isEmpty,
      abs(now &- unwrittenTriedMilliseconds) >= Self.unwrittenPauseMilliseconds
    else { return }
    unwrittenTriedMilliseconds = now
    let orders = unwritten.map { mailbox, updates in
      Order.acknowledge(mailbox, Array(updates.values)) {}
    }
    if commit(orders, at: now) { unwritten = [:] }
  }

  private func commit(_ orders: [Order], at now: Int64) -> Bool {
    do throws(SQLiteError) {
      try store.transaction { () throws(SQLiteError) in try begin(orders, at: now) }
    } catch {
      metrics.noteStoreFailure("\(error)")
      undo()
      return false
    }
    finish(at: now)
    return true
  }
}
