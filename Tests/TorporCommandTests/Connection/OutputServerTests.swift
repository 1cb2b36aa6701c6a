import Glibc
import Testing
import TorporPosix

@testable import torpor

@Suite("Where the runs of a job send what they print")
struct OutputServerTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/torpor-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The name of a folder of a program that has ended: no process has so high a number (proc(5)).
  private static let stale = "torpor-wait-\(1 << 30)-x"

  @Test("is removed with its server, and by the next one where that was killed")
  func removal() throws {
    mkdir("\(folder)/\(Self.stale)", 0o700)
    try Files.replace("\(folder)/\(Self.stale)/output", with: "")
    var server: OutputServer? = try OutputServer(in: folder)
    let path = try #require(server?.path)
    #expect(path.hasPrefix("\(folder)/torpor-wait-\(getpid())-") && Files.exists(path))
    #expect(Files.names(in: folder).count == 1)
    server = nil
    #expect(Files.names(in: folder).isEmpty)
    rmdir(folder)
  }

  @Test("is no place that a link of another program leads to")
  func link() throws {
    mkdir(folder + "/inner", 0o700)
    mkdir(folder + "/private", 0o700)
    try Files.replace(folder + "/private/output", with: "kept")
    symlink(folder + "/private", "\(folder)/inner/\(Self.stale)")
    _ = try OutputServer(in: folder + "/inner")
    #expect(try Files.read(folder + "/private/output") == "kept")
    unlink("\(folder)/inner/\(Self.stale)")
    unlink(folder + "/private/output")
    for name in ["/inner", "/private", ""] { rmdir(folder + name) }
  }

  @Test("is in no folder that others may write to, and leaves nothing where its path is too long")
  func unfit() throws {
    #expect(throws: SystemError.self) { try OutputServer(in: "/tmp") }
    let long = folder + "/" + String(repeating: "x", count: 100)
    mkdir(long, 0o700)
    #expect(throws: SystemError.self) { try OutputServer(in: long) }
    #expect(Files.names(in: long).isEmpty)
    rmdir(long)
    rmdir(folder)
  }

  @Test("tells what cannot be written, and what to do")
  func refusal() {
    #expect(
      Terminal.refusal(ENOSPC, asError: false, isOfCommand: true)
        == "Standard output cannot be written: No space left on device (ENOSPC). The command is not "
        + "affected, and what it prints is kept. Make room, or send standard output elsewhere."
    )
    #expect(
      Terminal.refusal(ENOSPC, asError: false, isOfCommand: false)
        == "Standard output cannot be written: No space left on device (ENOSPC). "
        + "Make room, or send standard output elsewhere."
    )
    #expect(
      Terminal.refusal(EBADF, asError: false, isOfCommand: false)
        == "Standard output cannot be written: Bad file descriptor (EBADF). Send standard output elsewhere."
    )
  }
}
