import Glibc
import TorporModel
import TorporPosix

/// The file of a download, which is there as a whole when the download has ended.
enum ReceivedFile {
  /// Puts the body of an answer in its place; false where that cannot be written to.
  static func make(_ path: String, of answer: ServerAnswer) -> Bool {
    guard makeFolders(above: path) else { return false }
    if let file = answer.file { return rename(file, path) == 0 }
    // Zeros that take no room.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return ftruncate(descriptor, off_t(answer.bytes)) == 0
  }

  static func remove(_ path: String) { unlink(path) }

  /// How much a file holds; `nil` where there is none.
  static func size(_ path: String) -> Int64? {
    guard let facts = try? Files.factsOfFile(path), facts.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(facts.st_size)
  }

  private static func makeFolders(above path: String) -> Bool {
    let names = path.pathComponents.dropLast()
    var folder = ""
    for name in names {
      folder += "/\(name)"
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { return false }
    }
    return true
  }
}
