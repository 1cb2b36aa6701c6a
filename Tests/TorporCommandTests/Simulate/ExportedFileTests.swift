import Glibc
import Testing
import TorporSimulator

@testable import torpor_simulate

@Suite("The file of an export")
struct ExportedFileTests {
  /// A folder that goes with the test.
  private final class Folder {
    let path: String

    init() {
      var template = Array("/tmp/torpor-export-XXXXXX".utf8CString)
      mkdtemp(&template)
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
      unlink(path + "/out.jsonl")
      rmdir(path)
    }
  }

  private let folder = Folder()
  private var path: String { folder.path + "/out.jsonl" }

  @Test("is whole once it was finished, and only its owner can read it")
  func whole() throws {
    let file = try ExportedFile(path)
    try file.write(Array("one\n".utf8))
    try file.write(Array(repeating: UInt8(ascii: "x"), count: 3 << 20))
    try file.finish()
    #expect(file.byteCount == 4 + 3 << 20)
    var facts = stat()
    #expect(stat(path, &facts) == 0)
    #expect(Int(facts.st_size) == file.byteCount)
    #expect(facts.st_mode & 0o777 == 0o600)
  }

  @Test("is removed where it was not finished")
  func unfinished() throws {
    var file: ExportedFile? = try ExportedFile(path)
    try file?.write(Array("one\n".utf8))
    file = nil
    #expect(access(path, F_OK) != 0)
  }

  @Test("replaces nothing, neither a file nor what a link names")
  func replaces() throws {
    #expect(symlink("/etc/passwd-nowhere", path) == 0)
    let failure = #expect(throws: ReplayFailure.self) { _ = try ExportedFile(path) }
    #expect(
      failure?.sentence
        == "'\(path)' already exists, and an export never replaces a file. Choose another name, or remove it."
    )
    #expect(access("/etc/passwd-nowhere", F_OK) != 0)
    let nowhere = folder.path + "/none/out.jsonl"
    let missing = #expect(throws: ReplayFailure.self) { _ = try ExportedFile(nowhere) }
    #expect(
      missing?.sentence
        == "'\(nowhere)' cannot be created: No such file or directory (ENOENT). Choose another folder."
    )
  }

  @Test("needs a recording and a file")
  func words() throws {
    #expect(try Exporter(["--", "a", "b"]).files == ["a", "b"])
    let mistake = #expect(throws: Options.Mistake.self) { _ = try Exporter(["--", "a"]) }
    #expect(
      mistake?.sentence
        == "Give a recording and the file to create. usage: torpor record export [--recording FILE] FILE"
    )
  }
}
