import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// The steps from the last byte to the report, and the results of the sync thread in between.
extension Download {
  /// Passes a complete file to the sync thread.
  func finish(_ file: OpenFile) {
    guard let folder else { return }
    row.stage = .whole
    row.bytes = offset
    row.status = row.status == 0 ? head.status : row.status
    tools.record.save(row)
    releaseHandle()
    phase = .finishing
    tools.host.becameQuiet(self)
    tools.sync.add(
      .finish(
        start.transfer,
        SyncWork.Finish(
          file: file,
          folder: folder.file,
          root: folder.root,
          freshName: row.freshName,
          name: row.name,
          replaces: start.content.destination?.replaces ?? false,
          sha256: start.content.sha256,
          umask: start.content.destination?.umask
        )
      )
    )
  }

  /// Takes over a file of another transfer that this one continues.
  func moveHere(_ folder: TransferFolder) {
    guard !row.freshName.isEmpty else { return }
    let name = wantedName ?? row.name
    if row.root != folder.root || row.folder != folder.path {
      let freshName = FreshFile.name(for: name, transfer: start.transfer)
      do {
        let old = try TransferFolder.open(root: row.root, path: row.folder)
        try Files.move(
          row.freshName,
          in: old.file.descriptor,
          to: freshName,
          in: folder.file.descriptor,
          replaces: true
        )
        row.freshName = freshName
      } catch {
        // The file is on another file system, or no longer exists: start from the beginning.
        FreshFile.remove(row)
        row = row.anew(url: start.content.url)
        return
      }
    }
    row.root = folder.root
    row.folder = folder.path
    row.name = name
    row.path = folder.path(of: name)
  }

  /// Continues with a file that was complete when an earlier process ended; returns whether there is one.
  func finishEarlier(in folder: TransferFolder) -> Bool {
    offset = row.bytes
    if let file = FreshFile.reopen(row, in: folder), file.byteCount == row.bytes,
      row.bootID == tools.record.bootID || row.syncedBytes == row.bytes
    {
      self.file = file
      finish(file)
      return true
    }
    guard let name = FreshFile.findRenamed(row, in: folder) else { return false }
    named(name)
    return true
  }

  /// Syncs the bytes received so far, in case the machine fails.
  func sync() {
    guard !isSyncing, let file else { return }
    isSyncing = true
    lastSync = (offset, BootClock.nanoseconds())
    tools.sync.add(.sync(start.transfer, file, bytes: offset))
  }

  /// Handles a result of the sync thread.
  func synced(_ result: SyncResult) {
    switch result {
    case .synced(_, let bytes):
      isSyncing = false
      guard case .requesting = phase else { return }
      row.syncedBytes = bytes
      tools.record.save(row)
    case .finished(_, let name): named(name)
    case .failed(_, let failure): failed(failure)
    }
  }

  private func named(_ name: String) {
    guard let folder else { return }
    guard !isDiscarded else {
      unlinkat(folder.descriptor, name, 0)
      tools.record.remove(start.transfer)
      phase = .over
      return
    }
    row.name = name
    row.path = folder.place(of: name)
    row.stage = .finished
    tools.record.save(row)
    end(FinishedResult.make(row, start: start, movedBytes: movedBytes))
  }

  private func failed(_ failure: TransferFailure) {
    isSyncing = false
    guard !isDiscarded else {
      removeTraces()
      phase = .over
      return
    }
    switch failure.error {
    // The name can still be assigned when the place is available; the bytes can still be received when there is space.
    case .cannotMoveFile: break
    case .diskFull:
      row.stage = .partial
      tools.record.save(row)
    // The file is wrong, or it is not known which part of it is on the disk.
    default: removeTraces()
    }
    fail(failure)
  }

  func discardFile() {
    if case .finishing = phase {
      // The sync thread has the file; it is removed when that is done.
      isDiscarded = true
      return
    }
    stop()
    removeTraces()
  }

  private func removeTraces() {
    FreshFile.remove(row)
    tools.record.remove(start.transfer)
    file = nil
  }
}

/// The report for a transfer that is finished according to the record.
enum FinishedResult {
  static func make(
    _ row: RecordRow,
    start: TransferStart,
    movedBytes: Int64
  ) -> TransferServiceResult {
    TransferServiceResult(
      transfer: start.transfer,
      attempt: start.attempt,
      error: nil,
      status: row.status,
      bytes: row.bytes,
      movedBytes: movedBytes,
      detail: TransferDetail(path: row.path, finalURL: row.finalURL, mimeType: row.mimeType)
    )
  }
}
