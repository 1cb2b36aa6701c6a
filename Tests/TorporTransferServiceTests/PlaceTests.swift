import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@Suite("The place of a received file", .serialized)
struct PlaceTests {
  let server: HostileServer
  let folder: TestFolder
  let service: ServiceUnderTest

  init() throws {
    server = try HostileServer()
    folder = try TestFolder()
    service = try ServiceUnderTest(state: folder.path + "/state")
    mkdir(folder.path + "/in", 0o755)
  }

  private func run(
    _ number: UInt64 = 1,
    root: String?,
    _ path: String,
    makesFolders: Bool = false,
    replaces: Bool = false
  ) throws -> TransferServiceResult {
    try service.run(
      TransferStart(
        number,
        TransferContent(
          url: server.url("/file/plain?size=10"),
          destination: TransferDestination(
            file: TransferFile(root: root, path: path),
            replaces: replaces,
            makesFolders: makesFolders
          )
        )
      )
    )
  }

  @Test("beneath a root is never reached through a link, nor outside")
  func beneath() throws {
    let root = folder.path + "/in"
    symlink("/tmp", root + "/link")
    let link = try run(root: root, "link/file")
    #expect(link.error == .cannotCreateFile)
    #expect(link.detail.cause == "\(root)/link leads through a symbolic link")
    let outside = try run(root: root, "../file")
    #expect(outside.error == .cannotCreateFile)
    #expect(outside.detail.cause == "\(root)/.. leads out of \(root)")
    #expect(try server.requests().isEmpty)
    #expect(try run(root: root, "file").detail.path == root + "/file")
  }

  @Test("beneath a root stays there where a mark follows a slash, which makes one letter of both")
  func marks() throws {
    let root = folder.path + "/in"
    let outside = try run(root: root, "../\u{301}file")
    #expect(outside.error == .cannotCreateFile)
    #expect(outside.detail.cause == "\(root)/.. leads out of \(root)")
    #expect(try server.requests().isEmpty)
    let inside = try run(2, root: root, "sub/\u{301}file", makesFolders: true)
    #expect(inside.detail.path == root + "/sub/\u{301}file")
    #expect(Files.names(in: root + "/sub") == ["\u{301}file"])
  }

  @Test("is never that of a pipe, a socket or a device, even to replace it")
  func neitherFileNorLink() throws {
    let pipe = folder.path + "/in/pipe"
    mkfifo(pipe, 0o600)
    let result = try run(root: nil, pipe, replaces: true)
    #expect(result.error == .cannotCreateFile)
    #expect(result.detail.cause == "\(pipe) is a pipe, and files do not replace it")
    let device = try run(2, root: nil, "/dev/null", replaces: true)
    #expect(device.error == .cannotCreateFile)
    #expect(device.detail.cause == "/dev/null is a device, and files do not replace it")
    #expect(try server.requests().isEmpty)
    #expect(Files.names(in: folder.path + "/in") == ["pipe"])
  }

  @Test("is told as the path that it is", arguments: ["/in/../in//file", "/in//file"])
  func plainPath(path: String) throws {
    #expect(try run(root: nil, folder.path + path).detail.path == folder.path + "/in/file")
  }

  /// Begins a download that lasts, and does something to its place.
  private func meddle(_ change: (String) throws -> Void) throws -> TransferServiceResult {
    let transfer = TransferIdentifier(rawValue: 1)
    try service.send(
      .start([
        TransferStart(
          1,
          TransferContent(
            url: server.url("/file/drip?size=\(8 << 20)"),
            destination: TransferDestination(folder.path + "/in/file")
          )
        )
      ])
    )
    try service.waitForProgress(of: transfer, bytes: 1)
    try change(folder.path + "/in")
    _ = try service.run(
      TransferStart(
        2,
        TransferContent(
          url: server.url("/release"),
          destination: TransferDestination(folder.path + "/release")
        )
      )
    )
    return try service.result(of: transfer)
  }

  @Test("is told as it is called now, where the folder was moved meanwhile")
  func movedFolder() throws {
    let other = folder.path + "/other"
    let result = try meddle { path in
      rename(path, other)
      mkdir(path, 0o755)
    }
    #expect(result.error == nil && result.detail.path == other + "/file")
    #expect(Files.exists(other + "/file"))
  }

  @Test("is no place any more where the part was removed: nothing is received into the void")
  func removedPart() throws {
    let transfer = TransferIdentifier(rawValue: 1)
    let part = folder.path + "/in/.file.torpor-1"
    try service.send(
      .start([
        TransferStart(
          1,
          TransferContent(
            url: server.url("/file/drip?size=\(64 << 20)"),
            destination: TransferDestination(folder.path + "/in/file")
          )
        )
      ])
    )
    try service.waitForProgress(of: transfer, bytes: 1)
    unlink(part)
    let result = try service.result(of: transfer)
    #expect(result.error == .cannotMoveFile && result.bytes < 64 << 20)
    #expect(result.detail.cause == "\(part) was removed while it was received")
  }

  @Test("is made with the folders on the way, where that is asked for")
  func makesFolders() throws {
    let root = folder.path + "/in"
    let missing = try run(root: root, "a/b/file")
    #expect(missing.error == .cannotCreateFile)
    #expect(
      missing.detail.cause == "cannot open \(root)/a/b: No such file or directory (ENOENT)"
    )
    #expect(try run(root: root, "a/b/file", makesFolders: true).error == nil)
    #expect(try run(2, root: nil, root + "/c/d/file", makesFolders: true).error == nil)
    #expect(try folder.read("in/a/b/file") == HostileServer.content(10))
    #expect(try folder.read("in/c/d/file") == HostileServer.content(10))
  }

  @Test("that may not be written to is named, for the superuser's transfers too")
  func readOnly() throws {
    let path = folder.path + "/in"
    chmod(path, 0o555)
    defer { chmod(path, 0o755) }
    let result = try run(root: nil, path + "/file")
    #expect(result.error == .cannotCreateFile)
    #expect(
      result.detail.cause == "cannot make \(path)/.file.torpor-1: Permission denied (EACCES)"
    )
  }

  @Test("that is a link is left alone or replaced, and never followed")
  func link() throws {
    try folder.write([1], to: "target")
    let path = folder.path + "/in/file"
    symlink(folder.path + "/target", path)
    #expect(try run(root: nil, path).detail.path == path + ".1")
    #expect(try run(2, root: nil, path, replaces: true).detail.path == path)
    #expect(Files.target(of: path) == nil)
    #expect(try folder.read("target") == [1])
  }

  @Test("on a disk without room is left empty")
  func diskFull() throws {
    let small = folder.path + "/small"
    mkdir(small, 0o755)
    guard mount("tmpfs", small, "tmpfs", 0, "size=1m") == 0 else {
      print("skipped: no file system can be mounted here")
      return
    }
    defer { umount(small) }
    // All but eleven pages: less than the twentieth that stays free.
    try Files.replace(small + "/full", with: String(repeating: "x", count: 245 * 4096))
    let result = try run(root: nil, small + "/file")
    #expect(result.error == .diskFull)
    #expect(
      result.detail.cause
        == "the disk of \(small) has 45056 bytes free, and 10 and a reserve of 52428 are needed"
    )
  }
}

@Suite("The service", .serialized)
struct ServiceTests {
  @Test("has no rights beyond its user's")
  func rights() throws {
    let folder = try TestFolder()
    let service = try ServiceUnderTest(state: folder.path + "/state")
    let refused = TransferStart(1, TransferContent(url: "nonsense"))
    // Whoever answers has given its rights up.
    #expect(try service.run(refused).error == .badURL)
    let status = try Files.read("/proc/\(service.processID)/status").split(separator: "\n")
    for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
      #expect(status.contains("\(set):\t0000000000000000"))
    }
    if CurrentProcess.userID == 0 { #expect(status.contains("CapBnd:\t0000000000000000")) }
    #expect(status.contains("NoNewPrivs:\t1"))
  }

  @Test("is one a folder, and says so")
  func one() throws {
    let folder = try TestFolder()
    let first = try ServiceUnderTest(state: folder.path + "/state")
    _ = try first.run(TransferStart(1, TransferContent(url: "nonsense")))
    let second = try ServiceUnderTest(state: folder.path + "/state")
    #expect(second.waitForEnd() == .exited(status: 1))
  }

  @Test("keeps its record to its owner")
  func record() throws {
    let folder = try TestFolder()
    let service = try ServiceUnderTest(state: folder.path + "/state")
    _ = try service.run(TransferStart(1, TransferContent(url: "nonsense")))
    #expect(try Files.facts(of: folder.path + "/state").st_mode & 0o777 == 0o700)
  }
}
