import Glibc
import TorporModel
import TorporPosix

/// The body of the response to an upload, which is written to a file.
struct UploadAnswer {
  let folder: TransferFolder
  let name: String
  let freshName: String
  let replaces: Bool
  private(set) var file: OpenFile?
  private(set) var bytes: Int64 = 0

  /// The maximum size that is kept, in bytes: 1 MiB.
  ///
  /// A response reports on a file; it is not one itself. Our choice.
  static let bytesMax: Int64 = 1 << 20

  init(
    _ destination: TransferDestination,
    transfer: TransferIdentifier
  ) throws(TransferFailure) {
    let (folder, name) = try TransferFolder.open(for: destination)
    self.folder = folder
    self.name = name ?? "answer"
    freshName = FreshFile.name(for: self.name, transfer: transfer)
    replaces = destination.replaces
  }

  /// Takes the next piece; data beyond the limit is left out.
  mutating func append(_ piece: UnsafeRawBufferPointer) throws(TransferFailure) {
    let file = try open()
    let part = piece.prefix(Int(max(0, UploadAnswer.bytesMax - bytes)))
    do throws(SystemError) {
      try file.write(UnsafeRawBufferPointer(rebasing: part), at: bytes)
    } catch {
      throw TransferFailure(error, at: file.path, otherwise: .cannotWriteToFile)
    }
    bytes += Int64(part.count)
  }

  /// Returns the file, which exists from the first call on.
  mutating func open() throws(TransferFailure) -> OpenFile {
    if let file { return file }
    let made = try FreshFile.make(freshName, in: folder)
    file = made
    return made
  }

  /// Returns the file of an earlier process that must get its name.
  mutating func reopen(_ row: RecordRow) -> OpenFile? {
    file = FreshFile.reopen(row, in: folder)
    return file
  }
}

/// The file that an upload sends.
enum UploadSource {
  /// Opens the file.
  ///
  /// - Throws: `TransferFailure`: `.fileDoesNotExist`, `.fileIsDirectory`, `.noPermissionsToReadFile`.
  static func open(_ file: TransferFile) throws(TransferFailure) -> OpenFile {
    let full = RootedPath.full(root: file.root, file.path)
    do throws(SystemError) {
      // Without O_NONBLOCK, a pipe would block the loop.
      let descriptor = try RootedPath(root: file.root, path: file.path).open(O_RDONLY | O_NONBLOCK)
      let source = OpenFile(descriptor, path: full)
      let kind = source.facts().st_mode & S_IFMT
      if kind == S_IFDIR { throw SystemError(operation: "send", subject: full, code: EISDIR) }
      if kind != S_IFREG { throw SystemError(operation: "send", subject: full, code: ENOTSUP) }
      return source
    } catch {
      let code: TransferError =
        switch error.code {
        case ENOENT, ENOTDIR: .fileDoesNotExist
        case EISDIR: .fileIsDirectory
        default: .noPermissionsToReadFile
        }
      throw TransferFailure(error, at: full, root: file.root, otherwise: code)
    }
  }
}
