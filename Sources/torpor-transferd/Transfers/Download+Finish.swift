import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// From the last byte to the report, and what the sync thread says on the way.
extension Download {
  /// Hands a whole file to the sync thread.
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

  /// Takes a file along that was begun elsewhere, by a transfer that this one goes on with.
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
        // Another file system, or the file is gone: from the beginning.
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

  /// Goes on with a file that was whole when an earlier process ended; whether there is one.
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

  /// Syncs what has come so far, for the case that the machine ends.
  func sync() {
    guard !isSyncing, let file else { return }
    isSyncing = true
    lastSync = (offset, BootClock.nanoseconds())
    tools.sync.add(.sync(start.transfer, file, bytes: offset))
  }

  /// What the sync thread says.
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
    // The name can still be given when there is a place for it; the bytes can still come when there
    // is room.
    case .cannotMoveFile: break
    case .diskFull:
      row.stage = .partial
      tools.record.save(row)
    // A wrong file, or one of which it is not known what is on the disk.
    default: removeTraces()
    }
    fail(failure)
  }

  func discardFile() {
    if case .finishing = phase {
      // The sync thread has the file; it goes when that is done.
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

/// What is reported of a transfer that the record holds as finished.
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
