import TorporModel
import TorporPosix
import TorporSQLite
import TorporWire

/// The daemon's orders, one case each.
extension TransferService {
  func obey(_ order: TransferServiceOrder) {
    switch order {
    case .start(let starts): for start in starts { take(start) }
    case .pause(let transfers): for transfer in transfers { pause(transfer) }
    case .discard(let transfers): for transfer in transfers { discard(transfer) }
    case .forget(let transfers, let removesFile):
      for transfer in transfers { forget(transfer, removesFile: removesFile) }
    case .answer(let transfer, let credential):
      guard case .begun(let begun, nil) = table[transfer], case .challenged = begun.phase else {
        return
      }
      resume(begun, credential)
    }
  }

  /// Returns the limit of an order, within the acceptable range for a host: 1 to 16, as for sessions.
  static func connectionsMax(of start: TransferStart) -> Int {
    min(max(1, start.connectionsPerHostMax), 16)
  }

  private func take(_ start: TransferStart) {
    switch table[start.transfer] {
    case .waiting: table[start.transfer] = .waiting(start)
    case .begun(let transfer, _): transfer.start.attempt = start.attempt
    case nil:
      do throws(TransferFailure) {
        if let row = try row(of: start), row.stage == .finished {
          reports.append(FinishedResult.make(row, start: start, movedBytes: 0))
          return
        }
        guard !table.isFull else {
          throw TransferFailure(
            .unknown,
            "the transfer service holds \(TransferTable.countMax) transfers already"
          )
        }
        let address = try Address(start.content.url)
        table[start.transfer] = .waiting(start)
        lanes.append(
          start.transfer,
          to: Lanes.Key(
            origin: address.origin,
            connectionsMax: TransferService.connectionsMax(of: start)
          )
        )
      } catch {
        refuse(start, error)
      }
    }
  }

  /// Makes the object that transfers the bytes, with the record's state of the transfer.
  func make(_ start: TransferStart) throws(TransferFailure) -> Transfer {
    let address = try Address(start.content.url)
    let row = try row(of: start) ?? takeOver(start)
    switch start.direction {
    case .download: return Download(start, row: row, address: address, tools: tools)
    case .upload: return Upload(start, row: row, address: address, tools: tools)
    }
  }

  private func row(of start: TransferStart) throws(TransferFailure) -> RecordRow? {
    do throws(SQLiteError) {
      return try record.row(of: start.transfer)
    } catch {
      throw TransferFailure(.unknown, "\(error)")
    }
  }

  /// Removes and returns the row of the transfer that this one continues.
  private func takeOver(_ start: TransferStart) -> RecordRow? {
    guard let earlier = start.resumes, earlier != start.transfer else { return nil }
    pause(earlier)
    // An unreadable row is treated like none: the transfer starts again.
    guard var row = try? record.row(of: earlier), row.stage != .finished else { return nil }
    record.remove(earlier)
    row.transfer = start.transfer
    record.save(row)
    return row
  }

  func refuse(_ start: TransferStart, _ failure: TransferFailure) {
    table[start.transfer] = nil
    forgetWays(of: start.transfer)
    reports.append(
      TransferServiceResult(
        transfer: start.transfer,
        attempt: start.attempt,
        error: failure.error,
        detail: TransferDetail(cause: failure.cause)
      )
    )
  }

  private func pause(_ transfer: TransferIdentifier) {
    forgetWays(of: transfer)
    switch table[transfer] {
    case .waiting: table[transfer] = nil
    case .begun(let begun, _):
      // A complete transfer is as good as done, and will be reported.
      if case .finishing = begun.phase { return }
      begun.stop()
      release(begun)
      table[transfer] = nil
    case nil: break
    }
  }

  private func discard(_ transfer: TransferIdentifier) {
    forgetWays(of: transfer)
    if case .begun(let begun, _) = table[transfer] {
      begun.discard()
      if case .finishing = begun.phase { return }
      release(begun)
    } else if let row = try? record.row(of: transfer) {
      FreshFile.remove(row)
      record.remove(transfer)
    }
    table[transfer] = nil
  }

  private func forget(_ transfer: TransferIdentifier, removesFile: Bool) {
    if let row = try? record.row(of: transfer) {
      // Partial data that is in no record would remain forever.
      FreshFile.remove(row)
      if removesFile { FreshFile.removeFinished(row) }
    }
    record.remove(transfer)
  }
}
