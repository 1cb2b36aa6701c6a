import Glibc
import TorporModel
import TorporPosix

/// The file that a body is written to until it is whole, beside the place where it goes.
enum FreshFile {
  /// What it is called: `.NAME.torpor-N`, hidden, and one for each transfer.
  static func name(for name: String, transfer: TransferIdentifier) -> String {
    transfer.partName(of: name)
  }

  /// Makes it anew, the owner's alone; one that the record has lost is removed first.
  ///
  /// - Throws: `TransferFailure`: `.cannotCreateFile`, `.diskFull`.
  static func make(_ name: String, in folder: TransferFolder) throws(TransferFailure) -> OpenFile {
    let path = folder.path(of: name)
    // Twice at most: a file that is there again at once is not ours.
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

  /// Opens the one that was begun; `nil` where it is gone, or is not the same any more.
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

  /// Looks at what a received file would replace: a file or a link goes, and nothing else does.
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

  /// Removes what was received of a transfer that is given up.
  static func remove(_ row: RecordRow) {
    guard !row.freshName.isEmpty, row.stage != .finished,
      let folder = try? TransferFolder.open(root: row.root, path: row.folder)
    else { return }
    unlinkat(folder.descriptor, row.freshName, 0)
  }

  /// Removes a received file that is not wanted any more, if it is still the one.
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

  /// The name under which a file lies that was renamed before anybody noted it; `nil`: none.
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

/// A name, then `NAME.1`, `NAME.2`, …: where a file goes whose name is taken.
struct FileNames: IteratorProtocol {
  private let name: String
  private var count = 0

  /// How many names are tried: 1,000.
  ///
  /// A folder with so many of one name is another program's loop. Our choice.
  static let countMax = 1000

  init(_ name: String) { self.name = name }

  mutating func next() -> String? {
    guard count < FileNames.countMax else { return nil }
    defer { count += 1 }
    return count == 0 ? name : "\(name).\(count)"
  }
}
