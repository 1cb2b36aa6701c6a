import Glibc
import TorporModel
import TorporPosix

/// The file to which a body is written until it is complete, beside its destination.
enum FreshFile {
  /// Its name: `.NAME.torpor-N`, hidden, and unique for each transfer.
  static func name(for name: String, transfer: TransferIdentifier) -> String {
    transfer.partName(of: name)
  }

  /// Creates the file, accessible only to its owner; one without a record is removed first.
  ///
  /// - Throws: `TransferFailure`: `.cannotCreateFile`, `.diskFull`.
  static func make(_ name: String, in folder: TransferFolder) throws(TransferFailure) -> OpenFile {
    let path = folder.path(of: name)
    // At most twice: a file that reappears at once is not ours.
    for attempt in 0... {
      let number = openat(
        folder.descriptor,
        name,
        O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        0o600
      )
      if number >= 0 { return OpenFile(Descriptor(owning: number), path: path) }
      let code = errno
      if code == EINTR { continue }
      if code == EEXIST, attempt < 2, unlinkat(folder.descriptor, name, 0) == 0 { continue }
      throw TransferFailure(
        SystemError(operation: "make", subject: path, code: code),
        at: path,
        root: folder.root,
        otherwise: .cannotCreateFile
      )
    }
    preconditionFailure("the loop has no end")
  }

  /// Opens the file that was begun; `nil` if it no longer exists, or is a different one.
  static func reopen(_ row: RecordRow, in folder: TransferFolder) -> OpenFile? {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let number = openat(folder.descriptor, row.freshName, flags)
    guard number >= 0 else { return nil }
    let file = OpenFile(Descriptor(owning: number), path: folder.path(of: row.freshName))
    let facts = file.facts()
    guard facts.st_mode & S_IFMT == S_IFREG, Int64(bitPattern: UInt64(facts.st_ino)) == row.inode
    else { return nil }
    return file
  }

  /// Checks what a received file would replace: only a file or a link is replaced.
  ///
  /// - Throws: `TransferFailure`: `.cannotCreateFile`.
  static func checkMayReplace(_ name: String, in folder: OpenFile) throws(TransferFailure) {
    var facts = stat()
    guard fstatat(folder.number, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    let kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG, S_IFLNK: ""
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    guard !kind.isEmpty else { return }
    let path = folder.path == "/" ? "/" + name : folder.path + "/" + name
    throw TransferFailure(.cannotCreateFile, "\(path) is \(kind), and files do not replace it")
  }

  /// Removes the received data of a transfer that is given up.
  static func remove(_ row: RecordRow) {
    guard !row.freshName.isEmpty, row.stage != .finished,
      let folder = try? TransferFolder.open(root: row.root, path: row.folder)
    else { return }
    unlinkat(folder.descriptor, row.freshName, 0)
  }

  /// Removes a received file that is no longer wanted, if it is still the same one.
  static func removeFinished(_ row: RecordRow) {
    guard row.stage == .finished, row.inode != 0,
      let folder = try? TransferFolder.open(root: row.root, path: row.folder)
    else { return }
    var facts = stat()
    guard fstatat(folder.descriptor, row.name, &facts, AT_SYMLINK_NOFOLLOW) == 0,
      Int64(bitPattern: UInt64(facts.st_ino)) == row.inode
    else { return }
    unlinkat(folder.descriptor, row.name, 0)
  }

  /// Returns the name of a file that was renamed before the name was recorded; `nil`: none.
  static func findRenamed(_ row: RecordRow, in folder: TransferFolder) -> String? {
    var candidates = FileNames(row.name)
    while let name = candidates.next() {
      var facts = stat()
      guard fstatat(folder.descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      if Int64(bitPattern: UInt64(facts.st_ino)) == row.inode, Int64(facts.st_size) == row.bytes {
        return name
      }
    }
    return nil
  }
}

/// A name, then `NAME.1`, `NAME.2`, …: the alternatives for a file whose name is taken.
struct FileNames: IteratorProtocol {
  private let name: String
  private var count = 0

  /// The maximum number of names that are tried: 1,000.
  ///
  /// A folder with so many files of one name is the result of another program's loop. Our choice.
  static let countMax = 1000

  init(_ name: String) { self.name = name }

  mutating func next() -> String? {
    guard count < FileNames.countMax else { return nil }
    defer { count += 1 }
    return count == 0 ? name : "\(name).\(count)"
  }
}
