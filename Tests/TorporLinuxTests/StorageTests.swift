import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("What an app takes of the disk")
  struct StorageTests {
    @Test("is told by folder: data, caches with tmp, downloads that it has not taken, log")
    func categories() throws {
      let scene = try StorageScene()
      #expect(scene.adapter.usage(of: StorageScene.app) == nil)
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
      let begun = BootClock.nanoseconds()
      let usage = try #require(scene.measured())
      #expect((begun...BootClock.nanoseconds()).contains(usage.measured.nanoseconds))
      let container = scene.container
      #expect(usage.dataBytes == (try blocks(data, container + "/Documents")))
      #expect(usage.cacheBytes == (try blocks(cache, temporary)))
      #expect(usage.downloadBytes == (try blocks(downloads + "/7")))
      #expect(usage.logBytes == (try blocks(log)))
      #expect(usage.bundleBytes == nil)
      #expect(usage.cause == nil)
      scene.adapter.forget(StorageScene.app)
      #expect(scene.adapter.usage(of: StorageScene.app) == nil)
    }

    @Test("is what is allocated, and each file counts once, as data where it has a name there")
    func allocated() throws {
      let scene = try StorageScene()
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

    @Test(
      "ends after so many names, and says that it is not all, where a program makes more meanwhile"
    )
    func namesMax() throws {
      let scene = try StorageScene()
      for index in 0..<20 { Descriptor.close([creat("\(scene.caches)/\(index)", 0o600)]) }
      let folder = try Files.open(scene.caches, O_RDONLY | O_DIRECTORY)
      var meter = FolderMeter(namesMax: 10)
      var made = 20
      _ = meter.add(folder) { _ in
        Descriptor.close([creat("\(scene.caches)/\(made)", 0o600)])
        made += 1
        return made < 100_000
      }
      #expect(meter.fileCount == 10)
      #expect(meter.failure?.code == EOVERFLOW)
      #expect(made < 100)
    }

    @Test("is told to nobody once the app is gone, whoever installs one of its name")
    func forgotten() throws {
      let scene = try StorageScene()
      try scene.write(scene.container + "/Documents/mail", bytes: 90_000)
      scene.adapter.measure([MeasuredApp(app: StorageScene.app, owner: scene.owner, bundle: nil)])
      scene.adapter.perform(.measureCaches(StorageScene.app), for: scene.owner, keeping: [])
      scene.adapter.forget(StorageScene.app)
      scene.wait { scene.adapter.progress(of: [StorageScene.app]) == nil }
      #expect(scene.adapter.usage(of: StorageScene.app) == nil)
      // What is ordered afterwards is answered, and nothing before it.
      let other = AppIdentifier("com.example.other")!
      scene.adapter.perform(.measureCaches(other), for: scene.owner, keeping: [])
      scene.wait { !scene.reports.isEmpty }
      #expect(scene.reports.map(\.app) == [other])
    }

    @Test("is measured for its caches alone before its process is ended for them")
    func measureCaches() throws {
      let scene = try StorageScene()
      try scene.write(scene.container + "/Documents/mail", bytes: 90_000)
      try scene.write(scene.caches + "/page", bytes: 30_000)
      scene.adapter.perform(.measureCaches(StorageScene.app), for: scene.owner, keeping: [])
      scene.wait { !scene.reports.isEmpty }
      let bytes = try blocks(scene.caches + "/page")
      #expect(
        scene.reports == [CacheReport(app: StorageScene.app, isPurge: false, bytes: bytes)]
      )
      #expect(Files.exists(scene.caches + "/page"))
    }

    @Test("includes its bundle where that has an Info.plist, and nothing behind links in it")
    func bundle() throws {
      let scene = try StorageScene()
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
      let scene = try StorageScene()
      let root = String(cString: try #require(realpath(scene.folder.path, nil)))
      chmod(root, 0o755)
      let bundle = root + "/Mail.app"
      try Files.makeFolder(bundle, mode: 0o755)
      try scene.write(bundle + "/Info.plist", bytes: 400)
      try Files.makeFolder(bundle + "/secret", mode: 0o700)
      try scene.write(bundle + "/secret/file", bytes: 400_000)
      let stranger = RecipeOwner(userID: 65534, groupID: 65534, container: nil)
      scene.adapter.measure([MeasuredApp(app: StorageScene.app, owner: stranger, bundle: bundle)])
      scene.wait { scene.adapter.progress(of: [StorageScene.app]) == nil }
      let usage = try #require(scene.adapter.usage(of: StorageScene.app))
      #expect(try #require(usage.bundleBytes) < 400_000)
      #expect(usage.cause == "cannot look at secret: Permission denied (EACCES)")
      chmod(root, 0o700)
      scene.adapter.measure([MeasuredApp(app: StorageScene.app, owner: stranger, bundle: bundle)])
      scene.wait { scene.adapter.progress(of: [StorageScene.app]) == nil }
      #expect(scene.adapter.usage(of: StorageScene.app)?.bundleBytes == nil)
    }

    @Test("of an app that has no container yet is nothing")
    func noContainer() throws {
      let scene = try StorageScene()
      #expect(rename(scene.container, scene.folder.path + "/aside") == 0)
      let usage = try #require(scene.measured())
      #expect(usage.dataBytes == 0)
      #expect(usage.cause == nil)
      #expect(scene.purged()?.errno == nil)
      #expect(scene.purged()?.bytes == 0)
    }
  }
}
