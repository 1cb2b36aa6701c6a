import Glibc
import TorporModel
import TorporPosix

/// One batch of the sync thread's work, in the order required to survive a crash at any moment.
///
/// First the bytes are written to the disk, then the record that says which file is complete, then the names, then the
/// folders that contain them. A service that finds the record without the name assigns it then; see `Download`.
struct SyncBatch {
  let logFile: OpenFile
  let umask: mode_t

  /// The number of complete files from which one sync of their file system costs less than one for each: 16.
  ///
  /// Each sync of a file makes the thread sleep: 10,000 files of 1 KiB took 26 to 31 s individually and 3 to 4 s
  /// together (ext4, on a machine with three times as much work as processors). Syncing the file system includes the
  /// data of other programs, so a few files are better synced individually.
  static let filesTogetherMin = 16

  func run(_ batch: [SyncWork]) -> [SyncResult] {
    var results: [SyncResult] = []
    results.reserveCapacity(batch.count)
    var whole: [(transfer: TransferIdentifier, finish: SyncWork.Finish)] = []
    for work in batch {
      switch work {
      case .sync(let transfer, let file, let bytes):
        do throws(TransferFailure) {
          try sync(file)
          results.append(.synced(transfer, bytes: bytes))
        } catch {
          results.append(.failed(transfer, error))
        }
      case .finish(let transfer, let finish):
        do throws(TransferFailure) {
          if let wanted = finish.sha256 { try check(finish.file, of: finish.name, has: wanted) }
          finish.file.publish(umask: finish.umask.map { mode_t($0 & 0o777) } ?? umask)
          whole.append((transfer, finish))
        } catch {
          results.append(.failed(transfer, error))
        }
      }
    }
    guard !whole.isEmpty else { return results }
    let devices = syncTogether(whole.map(\.finish.file))
    whole = whole.filter { transfer, finish in
      guard !devices.contains(UInt64(finish.file.facts().st_dev)) else { return true }
      do throws(TransferFailure) {
        try sync(finish.file)
        return true
      } catch {
        results.append(.failed(transfer, error))
        return false
      }
    }
    // A log that cannot be synced is reported by the next commit; the files are complete in any case.
    try? Files.sync(logFile.descriptor, logFile.path)
    var folders: [FolderIdentity: OpenFile] = [:]
    for (transfer, finish) in whole {
      do throws(TransferFailure) {
        results.append(.finished(transfer, name: try giveName(finish)))
        folders[FolderIdentity(finish.folder)] = finish.folder
      } catch {
        results.append(.failed(transfer, error))
      }
    }
    // A folder that can be written but not read cannot be synced; its names reach the disk anyway, a little later.
    for folder in folders.values { fsync(folder.number) }
    return results
  }

  /// Syncs the file systems that contain many of the files; returns the devices that are done.
  private func syncTogether(_ files: [OpenFile]) -> Set<UInt64> {
    guard files.count >= SyncBatch.filesTogetherMin else { return [] }
    var devices: [UInt64: (count: Int, file: OpenFile)] = [:]
    for file in files { devices[UInt64(file.facts().st_dev), default: (0, file)].count += 1 }
    var done: Set<UInt64> = []
    for (device, (count, file)) in devices where count >= SyncBatch.filesTogetherMin {
      // The failure may concern another program's file: each file is then synced individually.
      if (try? Files.syncFileSystem(of: file.descriptor, file.path)) != nil { done.insert(device) }
    }
    return done
  }

  private func sync(_ file: OpenFile) throws(TransferFailure) {
    do throws(SystemError) {
      try Files.sync(file.descriptor, file.path)
    } catch {
      throw SyncBatch.failure(error, file)
    }
  }

  private func check(
    _ file: OpenFile,
    of name: String,
    has wanted: String
  ) throws(TransferFailure) {
    let digest: String
    do throws(SystemError) {
      digest = try SHA256.digest(of: file)
    } catch {
      throw SyncBatch.failure(error, file)
    }
    guard digest != wanted else { return }
    throw TransferFailure(.digestMismatch, "\(name) has the SHA-256 \(digest), not \(wanted)")
  }

  private func giveName(_ finish: SyncWork.Finish) throws(TransferFailure) -> String {
    if finish.replaces { try FreshFile.checkMayReplace(finish.name, in: finish.folder) }
    var names = FileNames(finish.name)
    while let name = names.next() {
      do throws(SystemError) {
        try Files.move(
          finish.freshName,
          in: finish.folder.descriptor,
          to: name,
          in: finish.folder.descriptor,
          replaces: finish.replaces
        )
        return name
      } catch {
        if error.code == EEXIST, !finish.replaces { continue }
        throw TransferFailure(
          error,
          at: finish.folder.path + "/" + name,
          root: finish.root,
          otherwise: .cannotMoveFile
        )
      }
    }
    throw TransferFailure(
      .cannotMoveFile,
      "\(finish.folder.path) has \(FileNames.countMax) files called \(finish.name) already"
    )
  }

  private static func failure(_ error: SystemError, _ file: OpenFile) -> TransferFailure {
    TransferFailure(error, at: file.path, otherwise: .cannotWriteToFile)
  }
}

/// The identity of a folder, however it was reached.
private struct FolderIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ folder: OpenFile) {
    let facts = folder.facts()
    device = UInt64(facts.st_dev)
    inode = UInt64(facts.st_ino)
  }
}
