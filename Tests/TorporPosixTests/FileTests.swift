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
    mkdir(path + ".new", 0o755)
    #expect(throws: SystemError.self) { try Files.replace(path, with: "three") }
    #expect(try Files.read(path) == "two")
    #expect(Files.names(in: folder.path) == ["file", "file.new"])
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
