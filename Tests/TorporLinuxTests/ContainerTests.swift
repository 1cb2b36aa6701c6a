import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("A container")
  struct ContainerTests {
    /// An adapter with folders of its own, whose trash is emptied by a shell.
    private final class Scene {
      let loop: EventLoop
      let folder: TemporaryFolder
      let adapter: ContainerAdapter
      var trash: String { folder.path + "/trash" }
      var container: String { folder.path + "/containers/com.example.app" }

      init(emptiedBy command: [String] = ["/bin/true"]) throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
        try Files.makeFolder(folder.path + "/trash", mode: 0o700)
        let trash = Trash(at: folder.path + "/trash", on: loop, emptiedBy: command)
        adapter = ContainerAdapter(trash: trash) { Issue.record("\($0)") }
      }

      var recipe: LaunchRecipe {
        LaunchRecipe(
          executable: "/bin/true",
          arguments: [],
          environment: [],
          workingDirectory: "/",
          userID: getuid(),
          groupID: getgid(),
          container: container
        )
      }
    }

    @Test("is made whole for its user alone, and kept when it is there")
    func prepare() throws {
      let scene = try Scene()
      scene.adapter.prepare(for: RecipeOwner(scene.recipe))
      #expect(Files.names(in: scene.container) == ["Documents", "Library", "tmp"])
      #expect(try Files.facts(of: scene.container).st_mode & 0o777 == 0o700)
      try Files.replace(scene.container + "/Documents/mine", with: "text")
      scene.adapter.prepare(for: RecipeOwner(scene.recipe))
      #expect(try Files.read(scene.container + "/Documents/mine") == "text")
      #expect(Files.names(in: scene.trash).isEmpty)
    }

    @Test("of another owner, or a link in its place, goes to the trash", arguments: [true, false])
    func strangers(isLink: Bool) throws {
      guard getuid() == 0 || isLink else {
        print("skipped: only root can make a folder of another user's")
        return
      }
      let scene = try Scene()
      let victim = scene.folder.path + "/victim"
      try Files.makeFolder(victim, mode: 0o700)
      try Files.makeFolder(scene.folder.path + "/containers", mode: 0o711)
      if isLink {
        symlink(victim, scene.container)
      } else {
        try Files.makeFolder(scene.container, mode: 0o777)
        chown(scene.container, 65534, 65534)
      }
      scene.adapter.prepare(for: RecipeOwner(scene.recipe))
      #expect(FolderTree.look(at: scene.container, userID: getuid()) == .folder)
      #expect(Files.names(in: scene.trash).count == 1)
      #expect(Files.names(in: victim).isEmpty)
    }

    @Test("may hold a picture for the switcher: a file of its user, and no link")
    func snapshot() throws {
      let scene = try Scene()
      let owner = RecipeOwner(scene.recipe)
      scene.adapter.prepare(for: owner)
      let path = scene.container + "/" + ContainerAdapter.snapshotPath
      #expect(scene.adapter.snapshot(of: owner) == nil)
      try Files.replace(path, with: "picture")
      let found = try #require(scene.adapter.snapshot(of: owner))
      #expect(found.path == path)
      #expect(found.wallMicroseconds / 1_000_000 == Int64(try Files.facts(of: path).st_mtim.tv_sec))
      try Files.remove(path)
      symlink("/etc/hostname", path)
      #expect(scene.adapter.snapshot(of: owner) == nil)
      try Files.remove(path)
      guard getuid() == 0 else { return }
      try Files.replace(path, with: "another user's")
      chown(path, 65534, 65534)
      #expect(scene.adapter.snapshot(of: owner) == nil)
    }

    @Test("is thrown away with one rename, and a process of its own removes it")
    func remove() throws {
      let scene = try Scene(emptiedBy: ["/bin/sh", "-c", "rm -r $0/*"])
      scene.adapter.prepare(for: RecipeOwner(scene.recipe))
      scene.adapter.remove(for: RecipeOwner(scene.recipe))
      #expect(!Files.exists(scene.container))
      #expect(Files.names(in: scene.trash).count == 1)
      for _ in 0..<1000 where !Files.names(in: scene.trash).isEmpty {
        scene.loop.runOnce(timeoutMilliseconds: 10)
      }
      #expect(Files.names(in: scene.trash).isEmpty)
      // Nothing to remove is fine.
      scene.adapter.remove(for: RecipeOwner(scene.recipe))
    }

    @Test("log is its user's own file, whatever was there before", .enabled(if: getuid() == 0))
    func log() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/65534"
      func open() throws {
        _ = try LogFile.open("app", in: folder.path, userID: 65534, groupID: 65534)
      }
      try open()
      #expect(try Files.facts(of: path).st_uid == 65534)
      #expect(try Files.facts(of: path).st_mode & 0o777 == 0o700)
      let victim = folder.path + "/victim"
      try Files.replace(victim, with: "secret", mode: 0o600)
      for makeTrap in [
        { link(victim, path + "/app.log") }, { symlink(victim, path + "/app.log") },
        { mkfifo(path + "/app.log", 0o666) },
      ] {
        try Files.remove(path + "/app.log")
        #expect(makeTrap() == 0)
        try open()
        let facts = try Files.facts(of: path + "/app.log")
        #expect(facts.st_mode == S_IFREG | 0o600)
        #expect(facts.st_uid == 65534)
        #expect(try Files.facts(of: victim).st_uid == 0)
      }
    }
  }
}
