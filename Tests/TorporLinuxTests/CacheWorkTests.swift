import Glibc
import Synchronization
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("What a purge of caches removes")
  struct CacheWorkTests {
    @Test("holds nothing that a link leads to, and a purge follows none")
    func links() throws {
      let scene = try StorageScene()
      let victim = scene.folder.path + "/victim"
      try Files.makeFolder(victim, mode: 0o700)
      try scene.write(victim + "/secret", bytes: 300_000)
      #expect(symlink(victim, scene.caches + "/folder") == 0)
      #expect(symlink(victim + "/secret", scene.caches + "/file") == 0)
      let usage = try #require(scene.measured())
      #expect(usage.cacheBytes < 10_000)
      let report = try #require(scene.purged())
      #expect(report.errno == nil)
      #expect(Files.names(in: scene.caches) == [])
      #expect(Files.names(in: victim) == ["secret"])
    }

    @Test(
      "is refused where a folder of the container is a link to elsewhere",
      arguments: ["/Library", "/Library/Caches", "/tmp"]
    )
    func replacedFolder(_ path: String) throws {
      let scene = try StorageScene()
      let victim = scene.folder.path + "/victim"
      try Files.makeFolder(victim, mode: 0o700)
      try Files.makeFolder(victim + "/Caches", mode: 0o700)
      try scene.write(victim + "/Caches/secret", bytes: 300_000)
      try scene.write(victim + "/secret", bytes: 300_000)
      #expect(rename(scene.container + path, scene.folder.path + "/aside") == 0)
      #expect(symlink(victim, scene.container + path) == 0)
      let usage = try #require(scene.measured())
      #expect(usage.cacheBytes < 10_000)
      #expect(usage.cause != nil)
      let report = try #require(scene.purged())
      #expect(report.errno == ELOOP || report.errno == ENOTDIR)
      #expect(Files.exists(victim + "/secret"))
      #expect(Files.exists(victim + "/Caches/secret"))
    }

    @Test("goes but for downloads and data, whatever rights its files have, and the folders stay")
    func purge() throws {
      let scene = try StorageScene()
      try scene.write(scene.container + "/Documents/mail", bytes: 4_000)
      try Files.makeFolder(scene.caches + "/io.torpor.transfers", mode: 0o700)
      try scene.write(scene.caches + "/io.torpor.transfers/7", bytes: 4_000)
      try scene.write(scene.container + "/tmp/half", bytes: 4_000)
      var deep = scene.caches
      for depth in 0..<60 {
        deep += "/\(depth)"
        try Files.makeFolder(deep, mode: 0o700)
        try scene.write(deep + "/file", bytes: 4_000)
      }
      // As the module cache of Go: nobody may write there, and one folder may not even be listed.
      let closed = scene.caches + "/closed"
      try Files.makeFolder(closed, mode: 0o700)
      try scene.write(closed + "/file", bytes: 4_000)
      chmod(closed, 0o500)
      let name: [CChar] = [0x63, -1, -2, 0]  // "c", and two bytes that are no text.
      let folder = try Files.open(scene.caches, O_RDONLY | O_DIRECTORY)
      Descriptor.close([openat(folder.rawValue, name, O_CREAT | O_WRONLY, 0o000)])
      let before = try #require(scene.measured())
      let report = try #require(scene.purged())
      #expect(report.errno == nil)
      #expect(report.bytes == before.cacheBytes)
      #expect(report.freeBytes != nil)
      #expect(Files.names(in: scene.caches) == ["io.torpor.transfers"])
      #expect(Files.names(in: scene.container + "/tmp") == [])
      #expect(Files.exists(scene.caches + "/io.torpor.transfers/7"))
      #expect(Files.exists(scene.container + "/Documents/mail"))
      #expect(Files.names(in: scene.folder.path + "/purged") == [CacheWork.placeName])
      #expect(Files.names(in: scene.folder.path + "/purged/" + CacheWork.placeName) == [])
      let after = try #require(scene.measured())
      #expect(after.cacheBytes == 0)
      #expect(after.dataBytes == before.dataBytes)
    }

    @Test("stays where a transfer needs it, and where it is the picture for the switcher")
    func kept() throws {
      let scene = try StorageScene()
      for folder in ["/out", "/old"] {
        try Files.makeFolder(scene.caches + folder, mode: 0o700)
        try scene.write(scene.caches + folder + "/film", bytes: 4_000)
      }
      try scene.write(scene.container + "/tmp/letter", bytes: 4_000)
      try scene.write(scene.container + "/tmp/half", bytes: 4_000)
      try scene.write(scene.caches + "/Snapshot.png", bytes: 4_000)
      let report = scene.purged(keeping: ["Library/Caches/out/film", "Documents/../tmp/./letter"])
      #expect(report?.errno == nil)
      #expect(Files.names(in: scene.caches) == ["Snapshot.png", "out"])
      #expect(Files.names(in: scene.caches + "/out") == ["film"])
      #expect(Files.names(in: scene.container + "/tmp") == ["letter"])
    }

    @Test(
      "stays where a transfer is to put a file into it under a name that only the server knows",
      arguments: ["tmp", "tmp/", "Library/../tmp"]
    )
    func serverNames(_ path: String) throws {
      let scene = try StorageScene()
      try scene.write(scene.container + "/tmp/half", bytes: 4_000)
      try scene.write(scene.caches + "/page", bytes: 4_000)
      #expect(scene.purged(keeping: [path])?.errno == EBUSY)
      #expect(Files.names(in: scene.container + "/tmp") == ["half"])
      #expect(Files.names(in: scene.caches) == [])
    }

    @Test("stays where a transfer needs it, however its name is spelled")
    func spellings() throws {
      let scene = try StorageScene()
      // One letter with its accent, and a letter with an accent behind it: other bytes, the same text.
      let names = ["caf\u{E9}", "cafe\u{301}"]
      for name in names {
        try Files.makeFolder(scene.caches + "/" + name, mode: 0o700)
        try scene.write(scene.caches + "/" + name + "/film", bytes: 4_000)
      }
      let report = scene.purged(keeping: names.map { "Library/Caches/\($0)/film" })
      #expect(report?.errno == nil)
      #expect(Files.names(in: scene.caches).count == 2)
    }

    @Test("is nothing where the container itself is mounted", .enabled(if: getuid() == 0))
    func mountedContainer() throws {
      let scene = try StorageScene()
      let victim = scene.folder.path + "/victim"
      try Files.makeFolder(victim, mode: 0o700)
      for folder in ContainerAdapter.folders {
        try Files.makeFolder(victim + "/" + folder, mode: 0o700)
      }
      try scene.write(victim + "/Library/Caches/secret", bytes: 4_000)
      guard mount(victim, scene.container, nil, 4096, nil) == 0 else {
        print("skipped: nothing can be mounted here: \(SystemError.text(of: errno))")
        return
      }
      defer { umount2(scene.container, 2) }
      #expect(scene.purged()?.errno == EXDEV)
      #expect(scene.measured()?.cause?.contains("EXDEV") == true)
      #expect(Files.exists(victim + "/Library/Caches/secret"))
    }

    @Test(
      "leaves folders of other users where they are, whoever moved them there",
      .enabled(if: getuid() == 0)
    )
    func foreignFolders() throws {
      let scene = try StorageScene()
      for path in ["/own", "/mixed", "/mixed/theirs", "/theirs"] {
        try Files.makeFolder(scene.caches + path, mode: 0o700)
        try scene.write(scene.caches + path + "/page", bytes: 4_000)
      }
      for path in ["", "/own", "/mixed"] { #expect(chown(scene.caches + path, 1000, 1000) == 0) }
      // As if somebody had let its user move a folder to that place.
      try scene.write(scene.container + "/tmp/page", bytes: 4_000)
      var work = CacheWork(container: scene.container, quarantine: scene.folder.path + "/purged")
      work.userID = 1000
      let outcome = work.purge { _ in true }
      #expect(outcome.failure?.code == EPERM)
      #expect(Files.names(in: scene.caches) == ["mixed", "theirs"])
      #expect(Files.exists(scene.caches + "/mixed/theirs/page"))
      #expect(Files.exists(scene.caches + "/theirs/page"))
      #expect(Files.exists(scene.container + "/tmp/page"))
    }

    @Test("leaves what is too deep to be removed to its end where its user can reach it")
    func tooDeep() throws {
      let scene = try StorageScene()
      var path = scene.caches + "/d"
      try Files.makeFolder(path, mode: 0o700)
      for _ in 0..<250 {
        path += "/d"
        try Files.makeFolder(path, mode: 0o700)
      }
      try scene.write(path + "/page", bytes: 4_000)
      try Files.makeFolder(scene.caches + "/flat", mode: 0o700)
      #expect(scene.purged()?.errno == ENAMETOOLONG)
      #expect(Files.names(in: scene.caches) == ["d"])
      #expect(Files.exists(path + "/page"))
    }

    @Test("goes although more names stay beside it than are read at once")
    func manyKept() throws {
      let scene = try StorageScene()
      let kept = (0..<1_100).map { "Library/Caches/\($0)" }
      for path in kept { Descriptor.close([creat(scene.container + "/" + path, 0o600)]) }
      for index in 0..<30 { try Files.makeFolder("\(scene.caches)/gone\(index)", mode: 0o700) }
      #expect(scene.purged(keeping: kept)?.errno == nil)
      #expect(Files.names(in: scene.caches).count == 1_100)
    }

    @Test("stays where a transfer needs it, by whatever path that names it")
    func plainPaths() {
      #expect(CacheWork.plain("tmp/./letter") == "tmp/letter")
      #expect(CacheWork.plain("Documents/../tmp//letter") == "tmp/letter")
      #expect(CacheWork.plain("../../tmp") == "tmp")
    }

    @Test("leaves alone what is mounted in the caches", .enabled(if: getuid() == 0))
    func mounts() throws {
      let scene = try StorageScene()
      let victim = scene.folder.path + "/victim"
      try Files.makeFolder(victim, mode: 0o700)
      try scene.write(victim + "/secret", bytes: 300_000)
      let point = scene.caches + "/sub/mounted"
      try Files.makeFolder(scene.caches + "/sub", mode: 0o700)
      try Files.makeFolder(point, mode: 0o700)
      try scene.write(scene.caches + "/page", bytes: 4_000)
      // MS_BIND of mount(2).
      guard mount(victim, point, nil, 4096, nil) == 0 else {
        print("skipped: nothing can be mounted here: \(SystemError.text(of: errno))")
        return
      }
      defer { umount2(point, 2) }
      #expect(try #require(scene.measured()).cacheBytes < 100_000)
      #expect(scene.purged()?.errno == EBUSY)
      #expect(Files.exists(victim + "/secret"))
      #expect(Files.exists(point + "/secret"))
      umount2(point, 2)
      #expect(scene.purged()?.errno == nil)
      #expect(Files.names(in: scene.caches) == [])
      #expect(Files.exists(victim + "/secret"))
    }

    @Test("may be thousands of files that come and go meanwhile")
    func changing() throws {
      let scene = try StorageScene()
      for index in 0..<3_000 {
        Descriptor.close([creat("\(scene.caches)/\(index)", 0o600)])
      }
      let path = scene.caches
      let isOver = Flag()
      let ended = Flag()
      try DetachedThread.start {
        var round = 0
        while !isOver.isSet {
          let name = "\(path)/new\(round % 50)"
          if mkdir(name, 0o700) == 0 {
            Descriptor.close([creat(name + "/file", 0o600)])
            unlink(name + "/file")
          }
          rmdir(name)
          round += 1
        }
        ended.set()
      }
      #expect(scene.measured()?.cause == nil)
      _ = scene.purged()
      isOver.set()
      scene.wait { ended.isSet }
      #expect(scene.purged()?.errno == nil)
      #expect(Files.names(in: scene.caches) == [])
    }

    @Test("is left alone, entry by entry, from the moment at which its app is started")
    func stopped() throws {
      let scene = try StorageScene()
      for index in 0..<100 {
        Descriptor.close([creat("\(scene.caches)/\(index)", 0o600)])
      }
      let work = CacheWork(
        container: scene.container,
        quarantine: scene.folder.path + "/purged"
      )
      var asked = 0
      let outcome = work.purge { _ in
        asked += 1
        return asked <= 40
      }
      #expect(outcome.failure == nil)
      #expect(outcome.isStopped)
      let left = Files.names(in: scene.caches).count
      #expect(left >= 60 && left < 100)
    }

    @Test("is left alone where its app is started while a large folder of it is looked at")
    func stoppedWhileLooking() throws {
      let scene = try StorageScene()
      try Files.makeFolder(scene.caches + "/sub", mode: 0o700)
      for index in 0..<100 {
        Descriptor.close([creat("\(scene.caches)/sub/\(index)", 0o600)])
      }
      let work = CacheWork(container: scene.container, quarantine: scene.folder.path + "/purged")
      var asked = 0
      let outcome = work.purge { _ in
        asked += 1
        return asked <= 40
      }
      #expect(outcome.isStopped)
      #expect(outcome.bytes == 0)
      #expect(Files.names(in: scene.caches + "/sub").count == 100)
    }

    @Test("that waits for its turn is not purged when its app is started, and that is told")
    func stoppedWaiting() throws {
      let scene = try StorageScene()
      try scene.write(scene.caches + "/page", bytes: 4_000)
      let other = AppIdentifier("com.example.other")!
      scene.adapter.perform(.measureCaches(other), for: scene.owner, keeping: [])
      scene.adapter.perform(.purgeCaches(StorageScene.app), for: scene.owner, keeping: [])
      scene.adapter.stop(StorageScene.app)
      #expect(
        scene.reports == [
          CacheReport(app: StorageScene.app, isPurge: true, bytes: 0, isStopped: true)
        ]
      )
      scene.wait { scene.reports.count == 2 }
      #expect(scene.reports.last?.app == other)
      #expect(Files.exists(scene.caches + "/page"))
    }

    @Test("goes as far as its files where no folder can be moved away")
    func noPlace() throws {
      let scene = try StorageScene()
      try scene.write(scene.caches + "/page", bytes: 4_000)
      try Files.makeFolder(scene.caches + "/sub", mode: 0o700)
      // Something else has its name.
      try scene.write(scene.folder.path + "/purged", bytes: 1)
      let work = CacheWork(
        container: scene.container,
        quarantine: scene.folder.path + "/purged"
      )
      let outcome = work.purge { _ in true }
      #expect(outcome.failure?.code == ENOTDIR)
      #expect(outcome.bytes > 0)
      #expect(Files.names(in: scene.caches) == ["sub"])
    }

    @Test("of one app is not what an earlier purge of another could not remove")
    func leftovers() throws {
      let scene = try StorageScene()
      let place = scene.folder.path + "/purged/" + CacheWork.placeName
      try Files.makeFolder(scene.folder.path + "/purged", mode: 0o700)
      try Files.makeFolder(place, mode: 0o700)
      try scene.write(place + "/left", bytes: 90_000)
      try Files.makeFolder(scene.caches + "/sub", mode: 0o700)
      try scene.write(scene.caches + "/sub/page", bytes: 4_000)
      let expected = try blocks(scene.caches + "/sub", scene.caches + "/sub/page")
      let report = try #require(scene.purged())
      #expect(report.bytes == expected)
      #expect(report.errno == nil)
      #expect(Files.names(in: place) == [])
    }

    @Test("ends although a program makes new files as fast as they are removed")
    func flood() throws {
      let scene = try StorageScene()
      for index in 0..<10 { Descriptor.close([creat("\(scene.caches)/\(index)", 0o600)]) }
      var made = 10
      let work = CacheWork(container: scene.container, quarantine: scene.folder.path + "/purged")
      // For each entry that is looked at there is another one.
      let outcome = work.purge { _ in
        Descriptor.close([creat("\(scene.caches)/\(made)", 0o600)])
        made += 1
        return made < 100_000
      }
      #expect(made < 100_000)
      #expect(outcome.failure?.code == ENOTEMPTY)
      #expect(!outcome.isStopped)
    }

    @Test("counts a file of many names once, however many there are")
    func manyNames() throws {
      let scene = try StorageScene()
      try scene.write(scene.caches + "/0", bytes: 50_000)
      for index in 1..<500 { #expect(link(scene.caches + "/0", "\(scene.caches)/\(index)") == 0) }
      let expected = try blocks(scene.caches + "/0")
      #expect(scene.measured()?.cacheBytes == expected)
      let report = try #require(scene.purged())
      #expect(report.bytes == expected)
      #expect(Files.names(in: scene.caches) == [])
    }
  }
}

/// Something that is so from a moment on, for two threads.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
