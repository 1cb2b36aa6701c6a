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
    let result = try run(root: nil, small + "/file")
    #expect(result.error == .diskFull)
    #expect(
      result.detail.cause
        == "the disk of \(small) has 1048576 bytes free, and 10 and a reserve of 67108864 are needed"
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
