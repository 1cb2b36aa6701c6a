import Glibc
import Testing
import TorporPosix

@testable import torpor

@Suite("A new file of a command")
struct OutputFileTests {
  private let path: String

  init() throws {
    var template = Array("/tmp/torpor-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let end = template.firstIndex(of: 0) ?? template.endIndex
    path =
      String(decoding: template[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/a.json"
  }

  @Test("holds all of it, and is readable for its user alone")
  func whole() throws {
    defer { removeFolder() }
    try OutputFile.create("text", at: path)
    #expect(try Files.read(path) == "text")
    #expect(try Files.facts(of: path).st_mode & 0o777 == 0o600)
  }

  @Test("is not there where its bytes did not get to the disk")
  func half() throws {
    defer { removeFolder() }
    let error = #expect(throws: SystemError.self) {
      try OutputFile.create("text", at: path) { _ in
        errno = EIO
        return -1
      }
    }
    #expect(error?.description == "cannot sync \(path): Input/output error (EIO)")
    #expect(!Files.isThere(path))
  }

  @Test("never takes the place of another")
  func other() throws {
    defer { removeFolder() }
    try OutputFile.create("old", at: path)
    let error = #expect(throws: SystemError.self) { try OutputFile.create("new", at: path) }
    #expect(error?.code == EEXIST)
    #expect(try Files.read(path) == "old")
  }

  private func removeFolder() {
    unlink(path)
    rmdir(String(path.dropLast("/a.json".utf8.count)))
  }
}
