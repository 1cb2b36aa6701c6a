import Glibc
import Synchronization
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("What an app takes of the disk")
  struct StorageTests {
    private static let app = AppIdentifier("com.example.mail")!

    /// A state folder with the container of one app in it.
    private final class Scene {
      let loop: EventLoop
      let folder: TemporaryFolder
      let adapter: StorageAdapter
      private let recorder = EventRecorder()
      private let app = StorageTests.app
      var reports: [CacheReport] {
        recorder.events.compactMap { event in
          if case .input(.device(.caches(let report))) = event { report } else { nil }
        }
      }
      var container: String { "\(folder.path)/containers/\(getuid())/com.example.mail" }
      var caches: String { container + "/Library/Caches" }
      var owner: RecipeOwner {
        RecipeOwner(userID: getuid(), groupID: getgid(), container: container)
      }

      init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
        adapter = StorageAdapter(stateFolder: folder.path, on: loop, sink: recorder) {
          Issue.record("\($0)")
        }
        for path in ["/containers", "/containers/\(getuid())", "/logs", "/logs/\(getuid())"] {
          try Files.makeFolder(folder.path + path, mode: 0o711)
        }
        try Files.makeFolder(container, mode: 0o700)
        for inner in ContainerAdapter.folders {
          try Files.makeFolder(container + "/" + inner, mode: 0o700)
        }
      }

      func write(_ path: String, bytes: Int) throws {
        try Files.replace(path, with: [UInt8](repeating: 7, count: bytes))
      }

      func wait(until condition: () -> Bool) {
        let end = BootClock.nanoseconds() + 30_000_000_000
        while !condition(), BootClock.nanoseconds() < end { loop.runOnce(timeoutMilliseconds: 10) }
      }

      func measured(bundle: String? = nil) -> StorageUsage? {
        adapter.measure([MeasuredApp(app: app, owner: owner, bundle: bundle)])
        wait { adapter.progress(of: [app]) == nil }
        return adapter.usage(of: app)
      }

      func purged(keeping: [String] = []) -> CacheReport? {
        let before = reports.count
        adapter.perform(.purgeCaches(app), for: owner, keeping: keeping)
        wait { reports.count > before }
        return reports.last
      }
    }

    /// What stat(2) says that a file takes.
    private func blocks(_ paths: String...) throws -> Int64 {
      try paths.reduce(0) { sum, path in
        var facts = stat()
        try #require(lstat(path, &facts) == 0)
        return sum + Int64(facts.st_blocks) * 512
      }
    }

    @Test("is told by folder: data, caches with tmp, downloads that it has not taken, log")
    func categories() throws {
      let scene = try Scene()
      #expect(scene.adapter.usage(of: Self.app) == nil)
      let (data, cache) = (scene.container + "/Documents/mail", scene.caches + "/thumbnails")
      let (temporary, log) = (
        scene.container + "/tmp/half", "\(scene.folder.path)/logs/\(getuid())/com.example.mail.log"
      )
      let downloads = scene.caches + "/io.torpor.transfers"
      try Files.makeFolder(downloads, mode: 0o700)
      try scene.write(data, bytes: 100_000)
      try scene.write(cache, bytes: 50_000)
      try scene.write(temporary, bytes: 20_000)
      try scene.write(downloads + "/7", bytes: 10_000)
      try scene.write(log, bytes: 5_000)
      let usage = try #require(scene.measured())
      let container = scene.container
      #expect(usage.dataBytes == (try blocks(data, container + "/Documents")))
      #expect(usage.cacheBytes == (try blocks(cache, temporary)))
      #expect(usage.downloadBytes == (try blocks(downloads + "/7")))
      #expect(usage.logBytes == (try blocks(log)))
      #expect(usage.bundleBytes == nil)
      #expect(usage.cause == nil)
      scene.adapter.forget(Self.app)
      #expect(scene.adapter.usage(of: Self.app) == nil)
    }

    @Test("is what is allocated, and each file counts once, as data where it has a name there")
    func allocated() throws {
      let scene = try Scene()
      let data = scene.container + "/Documents/library"
      try scene.write(data, bytes: 200_000)
      #expect(link(data, scene.caches + "/library") == 0)
      #expect(link(data, scene.container + "/Documents/again") == 0)
      // A hole of 1 GB takes nothing.
      let sparse = scene.caches + "/sparse"
      try scene.write(sparse, bytes: 1)
      #expect(truncate(sparse, 1 << 30) == 0)
      let usage = try #require(scene.measured())
      #expect(usage.dataBytes == (try blocks(data, scene.container + "/Documents")))
      #expect(usage.cacheBytes == (try blocks(sparse)))
      // What has another name outside of the caches is not freed by their purge.
      #expect(scene.purged()?.bytes == 0 + usage.cacheBytes)
      #expect(try Files.facts(of: data).st_size == 200_000)
    }

    @Test("holds nothing that a link leads to, and a purge follows none")
    func links() throws {
      let scene = try Scene()
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
      let scene = try Scene()
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
      let scene = try Scene()
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
      let scene = try Scene()
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

    @Test("may be thousands of files that come and go meanwhile")
    func changing() throws {
      let scene = try Scene()
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
      let scene = try Scene()
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

    @Test("goes as far as its files where no folder can be moved away")
    func noPlace() throws {
      let scene = try Scene()
      try scene.write(scene.caches + "/page", bytes: 4_000)
      try Files.makeFolder(scene.caches + "/sub", mode: 0o700)
      let work = CacheWork(
        container: scene.container,
        quarantine: scene.folder.path + "/none/purged"
      )
      let outcome = work.purge { _ in true }
      #expect(outcome.failure?.code == ENOENT)
      #expect(outcome.bytes > 0)
      #expect(Files.names(in: scene.caches) == ["sub"])
    }

    @Test("of one app is not what an earlier purge of another could not remove")
    func leftovers() throws {
      let scene = try Scene()
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
      let scene = try Scene()
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
      let scene = try Scene()
      try scene.write(scene.caches + "/0", bytes: 50_000)
      for index in 1..<500 { #expect(link(scene.caches + "/0", "\(scene.caches)/\(index)") == 0) }
      let expected = try blocks(scene.caches + "/0")
      #expect(scene.measured()?.cacheBytes == expected)
      let report = try #require(scene.purged())
      #expect(report.bytes == expected)
      #expect(Files.names(in: scene.caches) == [])
    }

    @Test("that waits for its turn is not purged when its app is started, and that is told")
    func stoppedWaiting() throws {
      let scene = try Scene()
      try scene.write(scene.caches + "/page", bytes: 4_000)
      let other = AppIdentifier("com.example.other")!
      scene.adapter.perform(.measureCaches(other), for: scene.owner, keeping: [])
      scene.adapter.perform(.purgeCaches(Self.app), for: scene.owner, keeping: [])
      scene.adapter.stop(Self.app)
      #expect(
        scene.reports == [CacheReport(app: Self.app, isPurge: true, bytes: 0, isStopped: true)]
      )
      scene.wait { scene.reports.count == 2 }
      #expect(scene.reports.last?.app == other)
      #expect(Files.exists(scene.caches + "/page"))
    }

    @Test("is told to nobody once the app is gone, whoever installs one of its name")
    func forgotten() throws {
      let scene = try Scene()
      try scene.write(scene.container + "/Documents/mail", bytes: 90_000)
      scene.adapter.measure([MeasuredApp(app: Self.app, owner: scene.owner, bundle: nil)])
      scene.adapter.perform(.measureCaches(Self.app), for: scene.owner, keeping: [])
      scene.adapter.forget(Self.app)
      scene.wait { scene.adapter.progress(of: [Self.app]) == nil }
      #expect(scene.adapter.usage(of: Self.app) == nil)
      // What is ordered afterwards is answered, and nothing before it.
      let other = AppIdentifier("com.example.other")!
      scene.adapter.perform(.measureCaches(other), for: scene.owner, keeping: [])
      scene.wait { !scene.reports.isEmpty }
      #expect(scene.reports.map(\.app) == [other])
    }

    @Test("stays where a transfer needs it, by whatever path that names it")
    func plainPaths() {
      #expect(CacheWork.plain("tmp/./letter") == "tmp/letter")
      #expect(CacheWork.plain("Documents/../tmp//letter") == "tmp/letter")
      #expect(CacheWork.plain("../../tmp") == "tmp")
    }

    @Test("is measured for its caches alone before its process is ended for them")
    func measureCaches() throws {
      let scene = try Scene()
      try scene.write(scene.container + "/Documents/mail", bytes: 90_000)
      try scene.write(scene.caches + "/page", bytes: 30_000)
      scene.adapter.perform(.measureCaches(Self.app), for: scene.owner, keeping: [])
      scene.wait { !scene.reports.isEmpty }
      let bytes = try blocks(scene.caches + "/page")
      #expect(
        scene.reports == [CacheReport(app: Self.app, isPurge: false, bytes: bytes)]
      )
      #expect(Files.exists(scene.caches + "/page"))
    }

    @Test("includes its bundle where that has an Info.plist, and nothing behind links in it")
    func bundle() throws {
      let scene = try Scene()
      // The path itself must be without links, as `torpor install` makes it.
      let root = String(cString: try #require(realpath(scene.folder.path, nil)))
      let bundle = root + "/Mail.app"
      try Files.makeFolder(bundle, mode: 0o755)
      try scene.write(bundle + "/mail", bytes: 80_000)
      #expect(scene.measured(bundle: bundle)?.bundleBytes == nil)
      try scene.write(bundle + "/Info.plist", bytes: 400)
      #expect(symlink("/usr", bundle + "/usr") == 0)
      let usage = try #require(scene.measured(bundle: bundle))
      #expect(
        usage.bundleBytes == (try blocks(bundle + "/mail", bundle + "/Info.plist", bundle + "/usr"))
      )
      #expect(symlink(bundle, root + "/link") == 0)
      let linked = try #require(scene.measured(bundle: root + "/link"))
      #expect(linked.bundleBytes == nil)
      #expect(linked.cause != nil)
    }

    @Test("counts of a bundle only what its user could list", .enabled(if: getuid() == 0))
    func rights() throws {
      let scene = try Scene()
      let root = String(cString: try #require(realpath(scene.folder.path, nil)))
      chmod(root, 0o755)
      let bundle = root + "/Mail.app"
      try Files.makeFolder(bundle, mode: 0o755)
      try scene.write(bundle + "/Info.plist", bytes: 400)
      try Files.makeFolder(bundle + "/secret", mode: 0o700)
      try scene.write(bundle + "/secret/file", bytes: 400_000)
      let stranger = RecipeOwner(userID: 65534, groupID: 65534, container: nil)
      scene.adapter.measure([MeasuredApp(app: Self.app, owner: stranger, bundle: bundle)])
      scene.wait { scene.adapter.progress(of: [Self.app]) == nil }
      let usage = try #require(scene.adapter.usage(of: Self.app))
      #expect(try #require(usage.bundleBytes) < 400_000)
      #expect(usage.cause == "cannot look at secret: Permission denied (EACCES)")
      chmod(root, 0o700)
      scene.adapter.measure([MeasuredApp(app: Self.app, owner: stranger, bundle: bundle)])
      scene.wait { scene.adapter.progress(of: [Self.app]) == nil }
      #expect(scene.adapter.usage(of: Self.app)?.bundleBytes == nil)
    }

    @Test("leaves alone what is mounted in the caches", .enabled(if: getuid() == 0))
    func mounts() throws {
      let scene = try Scene()
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

    @Test("of an app that has no container yet is nothing")
    func noContainer() throws {
      let scene = try Scene()
      #expect(rename(scene.container, scene.folder.path + "/aside") == 0)
      let usage = try #require(scene.measured())
      #expect(usage.dataBytes == 0)
      #expect(usage.cause == nil)
      #expect(scene.purged()?.errno == nil)
      #expect(scene.purged()?.bytes == 0)
    }
  }
}

/// Something that is so from a moment on, for two threads.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
