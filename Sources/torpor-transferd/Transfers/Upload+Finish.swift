import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// The steps from the server's response to the report.
extension Upload {
  /// Handles a complete upload; the response is moved to its place if it is wanted.
  func finish() {
    if let change = changeOfSource { return fail(change) }
    note(kept: sourceBytes)
    row.stage = .whole
    row.bytes = sourceBytes
    row.status = head.status
    row.finalURL = detail.finalURL
    row.mimeType = detail.mimeType
    row.uploadURL = nil
    guard answer != nil else { return report() }
    do throws(TransferFailure) {
      let file = try answer?.open()
      guard let file else { return report() }
      handOver(file)
    } catch {
      fail(error)
    }
  }

  /// Handles the response that an earlier process received; only its file lacks the name.
  func finishEarlier() {
    sourceBytes = row.bytes
    guard let file = answer?.reopen(row) else { return report() }
    handOver(file)
  }

  private func handOver(_ file: OpenFile) {
    guard let answer else { return report() }
    row.root = answer.folder.root
    row.folder = answer.folder.path
    row.freshName = answer.freshName
    row.name = answer.name
    row.inode = Int64(bitPattern: UInt64(file.facts().st_ino))
    row.path = answer.folder.path(of: answer.name)
    tools.record.save(row)
    releaseHandle()
    phase = .finishing
    tools.host.becameQuiet(self)
    tools.sync.add(
      .finish(
        start.transfer,
        SyncWork.Finish(
          file: file,
          folder: answer.folder.file,
          root: answer.folder.root,
          freshName: row.freshName,
          name: row.name,
          replaces: answer.replaces,
          sha256: nil,
          umask: start.content.destination?.umask
        )
      )
    )
  }

  func synced(_ result: SyncResult) {
    switch result {
    case .synced: break
    case .finished(_, let name):
      row.name = name
      row.path = answer?.folder.place(of: name)
      report()
    case .failed(_, let failure): fail(failure)
    }
  }

  private func report() {
    row.stage = .finished
    tools.record.save(row)
    end(FinishedResult.make(row, start: start, movedBytes: movedBytes))
  }

  func discardUpload() {
    if case .finishing = phase { return }
    stop()
    FreshFile.remove(row)
    tools.record.remove(start.transfer)
  }
}
