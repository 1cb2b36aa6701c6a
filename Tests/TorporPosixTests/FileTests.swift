import Glibc
import Testing

@testable import TorporPosix

@Suite("A file")
struct FileTests {
  @Test("is read whole, and no further than the limit")
  func reads() throws {
    let folder = try Folder()
    let text = String(repeating: "0123456789", count: 1000)
    try Files.replace(folder.path + "/file", with: text)
    #expect(try Files.read(folder.path + "/file") == text)
    let failure = #expect(throws: SystemError.self) {
      try Files.read(folder.path + "/file", bytesMax: 4096)
    }
    #expect(failure?.code == EFBIG)
  }

  @Test("is replaced whole, and left alone when the new one cannot be written")
  func replaces() throws {
    let folder = try Folder()
    let path = folder.path + "/file"
    try Files.replace(path, with: "one", mode: 0o640)
    try Files.replace(path, with: "two", mode: 0o640)
    #expect(try Files.read(path) == "two")
    #expect(try Files.facts(of: path).st_mode & 0o777 == 0o640)
    mkdir(path + "@new", 0o755)
    #expect(throws: SystemError.self) { try Files.replace(path, with: "three") }
    #expect(try Files.read(path) == "two")
    #expect(Files.names(in: folder.path) == ["file", "file@new"])
  }

  @Test("is opened beneath a folder, but neither outside nor through a link")
  func beneath() throws {
    let folder = try Folder()
    try Files.makeFolder(folder.path + "/inner", mode: 0o755)
    try Files.replace(folder.path + "/inner/file", with: "text")
    symlink(folder.path, folder.path + "/inner/link")
    let root = try Files.open(folder.path + "/inner", O_RDONLY | O_DIRECTORY)
    #expect(throws: Never.self) { _ = try Files.open("file", beneath: root, O_RDONLY) }
    let codes = ["link/file", "../file", "/etc/passwd", "missing"].map { path -> Int32? in
      do throws(SystemError) {
        _ = try Files.open(path, beneath: root, O_RDONLY)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(codes == [ELOOP, EXDEV, EXDEV, ENOENT])
  }

  @Test("gets another name only where that is free or may be replaced")
  func moves() throws {
    let folder = try Folder()
    try Files.replace(folder.path + "/one", with: "1")
    try Files.replace(folder.path + "/two", with: "2")
    let open = try Files.open(folder.path, O_RDONLY | O_DIRECTORY)
    let failure = #expect(throws: SystemError.self) {
      try Files.move("one", in: open, to: "two", in: open, replaces: false)
    }
    #expect(failure?.code == EEXIST)
    try Files.move("one", in: open, to: "two", in: open, replaces: true)
    #expect(try Files.read(folder.path + "/two") == "1")
    #expect(Files.names(in: folder.path) == ["two"])
  }

  @Test("that stands where a folder is to be is named as what it is")
  func inTheWay() throws {
    let folder = try Folder()
    try Files.replace(folder.path + "/file", with: "1")
    let failure = #expect(throws: SystemError.self) {
      try Files.makeFolder(folder.path + "/file", mode: 0o755)
    }
    #expect(
      failure?.description
        == "cannot make the folder \(folder.path)/file: Not a directory (ENOTDIR)"
    )
  }

  @Test("that is missing is named in the error")
  func missing() {
    let failure = #expect(throws: SystemError.self) { try Files.read("/nonexistent/file") }
    #expect(
      failure?.description == "cannot open /nonexistent/file: No such file or directory (ENOENT)"
    )
    #expect(failure?.operation == "open")
    #expect(failure?.subject == "/nonexistent/file")
  }

  @Test("lock has one holder, who is named to the next, and is free when the holder is gone")
  func lock() throws {
    let folder = try Folder()
    let path = folder.path + "/lock"
    var first: FileLock? = try FileLock(path: path)
    #expect(first?.path == path)
    #expect(try Files.facts(of: path).st_mode & 0o777 == 0o600)
    let failure = #expect(throws: LockFailure.self) { try FileLock(path: path) }
    #expect(failure == .held(path: path, processID: getpid()))
    first = nil
    #expect(throws: Never.self) { try FileLock(path: path) }
  }

  @Test("trash is emptied however deep it is, and no link is followed")
  func trash() throws {
    let folder = try Folder()
    let trash = folder.path + "/trash"
    try Files.makeFolder(trash, mode: 0o700)
    try Files.replace(folder.path + "/kept", with: "text")
    symlink(folder.path, trash + "/link")
    // Deeper than any path can name, and than a recursion on this thread's stack could go.
    var inner = try Files.open(trash, O_RDONLY | O_DIRECTORY)
    for _ in 0..<5000 {
      #expect(mkdirat(inner.rawValue, "deep", 0o700) == 0)
      inner = try Files.open("deep", in: inner, O_RDONLY | O_DIRECTORY)
    }
    try FolderTree.emptyTrash(trash)
    #expect(Files.names(in: trash).isEmpty)
    #expect(try Files.read(folder.path + "/kept") == "text")
  }

  @Test("line is dropped where nobody reads, and never waited for")
  func lines() throws {
    let pipe = try DescriptorPair.pipe().take()
    defer { Descriptor.close([pipe.first, pipe.second]) }
    var count = 0
    while LineOutput.write(String(repeating: "x", count: 5000), to: pipe.second) { count += 1 }
    // The usual pipe holds 64 KiB: 16 lines, each cut to a page.
    #expect(count == 16)
    var buffer = [UInt8](repeating: 0, count: 4096)
    #expect(read(pipe.first, &buffer, 4096) == 4096)
    #expect(LineOutput.write("y", to: pipe.second))
  }

  @Test("descriptor is closed with its owner, and not when it was released")
  func ownership() throws {
    let pipe = try DescriptorPair.pipe().take()
    do { _ = Descriptor(owning: pipe.first) }
    #expect(fcntl(pipe.first, F_GETFD) == -1)
    let kept = Descriptor(owning: pipe.second).release()
    #expect(fcntl(kept, F_GETFD) == FD_CLOEXEC)
    Descriptor.close([kept])
  }
}

/// A folder for one test, removed with the files in it.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/torpor-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in Files.names(in: path) {
      if unlink("\(path)/\(name)") != 0 { rmdir("\(path)/\(name)") }
    }
    rmdir(path)
  }
}
