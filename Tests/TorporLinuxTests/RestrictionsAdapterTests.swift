import Glibc
import Testing
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("The file in which an administrator fixes settings")
  struct RestrictionsAdapterTests {
    /// A folder that belongs to the test, with the adapter of a file in a folder in it that is not there yet.
    private final class Place {
      let root: String
      var folder: String { root + "/etc/torpor" }
      var path: String { folder + "/restrictions.conf" }
      let loop: EventLoop
      private(set) var heard: [RestrictionsAdapter.Reading] = []
      private var adapter: RestrictionsAdapter?

      init() throws {
        var template = Array("/tmp/torpor-restrictions-XXXXXX".utf8CString)
        root = String(cString: mkdtemp(&template))
        loop = try EventLoop()
      }

      deinit {
        for name in [path, folder + "/other", root + "/elsewhere/f"] { unlink(name) }
        for name in [folder, folder + ".old", root + "/etc", root + "/elsewhere", root] {
          rmdir(name)
        }
      }

      func makeFolder() throws {
        try Files.makeFolder(root + "/etc", mode: 0o755)
        try Files.makeFolder(folder, mode: 0o755)
      }

      func source() -> RestrictionsSource { RestrictionsSource(path: path, ownerID: getuid()) }

      func start() throws {
        let adapter = RestrictionsAdapter(source(), on: loop) { [unowned self] in heard.append($0) }
        self.adapter = adapter
        try adapter.start()
      }

      /// Waits until the last reading is that one.
      func wait(for reading: RestrictionsAdapter.Reading) -> Bool {
        for _ in 0..<3000 where heard.last != reading { loop.runOnce(timeoutMilliseconds: 10) }
        return heard.last == reading
      }

      func failure(_ cause: String, _ remedy: String) -> RestrictionsAdapter.Reading {
        .failure(RestrictionsFailure(path: path, cause: cause, remedy: remedy))
      }
    }

    @Test("is told at first, when it is written, put in place of another, and removed")
    func changes() throws {
      let place = try Place()
      try place.makeFolder()
      try Files.replace(place.path, with: "first")
      try place.start()
      #expect(place.heard == [.success("first")])
      // An editor that writes in place, and one that renames.
      try Files.write("again", to: place.path)
      #expect(place.wait(for: .success("again")))
      try Files.replace(place.path, with: "third")
      #expect(place.wait(for: .success("third")))
      try Files.remove(place.path)
      #expect(place.wait(for: .success(nil)))
    }

    @Test("is seen where its folders come later, and where its folder is put in place of another")
    func folders() throws {
      let place = try Place()
      try place.start()
      #expect(place.heard == [.success(nil)])
      try place.makeFolder()
      place.loop.runOnce(timeoutMilliseconds: 10)
      try Files.replace(place.path, with: "a")
      #expect(place.wait(for: .success("a")))
      for text in ["b", "c"] {
        try Files.remove(place.path)
        #expect(rename(place.folder, place.folder + ".old") == 0)
        try Files.makeFolder(place.folder, mode: 0o755)
        try Files.replace(place.path, with: text)
        #expect(place.wait(for: .success(text)))
        rmdir(place.folder + ".old")
      }
    }

    @Test(
      "does not count while others may write it or its folder, and does as soon as they may not"
    )
    func writable() throws {
      let place = try Place()
      try place.makeFolder()
      try Files.replace(place.path, with: "x")
      try place.start()
      for (name, mode) in [
        (place.path, mode_t(0o666)), (place.path, 0o664), (place.folder, 0o777),
        (place.root + "/etc", 0o777),
      ] {
        let before = mode_t(try Files.facts(of: name).st_mode & 0o777)
        try Files.setMode(mode, of: name)
        let failure = place.failure(
          "others than root may write \(name)",
          "Let only root write it (chmod go-w \(name))."
        )
        #expect(place.wait(for: failure))
        try Files.setMode(before, of: name)
        #expect(place.wait(for: .success("x")))
      }
    }

    @Test("that is missing where others could have removed it counts as it did before")
    func removedByOthers() throws {
      let place = try Place()
      try place.makeFolder()
      try Files.setMode(0o777, of: place.folder)
      guard case .failure(let found) = place.source().read() else {
        Issue.record("a file that others may have removed counts as removed")
        return
      }
      #expect(found.cause == "others than root may write \(place.folder)")
      #expect(found.isMissing)
    }

    @Test(
      "does not count where it belongs to somebody else, through a link, too",
      .enabled(if: getuid() == 0)
    )
    func owner() throws {
      let place = try Place()
      try place.makeFolder()
      try Files.replace(place.path, with: "x")
      chown(place.path, 1000, 0)
      let failure = place.failure(
        "\(place.path) belongs to user 1000",
        "Give it to root (chown root:root \(place.path))."
      )
      #expect(place.source().read() == failure)
      try Files.remove(place.path)
      let (elsewhere, target) = (place.root + "/elsewhere", place.root + "/elsewhere/f")
      try Files.makeFolder(elsewhere, mode: 0o755)
      try Files.replace(target, with: "y")
      #expect(symlink(target, place.path) == 0)
      #expect(place.source().read() == .success("y"))
      chown(elsewhere, 1000, 0)
      guard case .failure(let found) = place.source().read() else {
        Issue.record("a file in another user's folder counts")
        return
      }
      #expect(found.cause == "\(elsewhere) belongs to user 1000")
      // A link that leads through such a folder to a file of root's.
      try Files.remove(target)
      try Files.replace(place.root + "/own", with: "z")
      defer { unlink(place.root + "/own") }
      #expect(symlink(place.root + "/own", target) == 0)
      guard case .failure(let through) = place.source().read() else {
        Issue.record("a link of another user's counts")
        return
      }
      #expect(through.cause == "\(elsewhere) belongs to user 1000")
    }

    @Test(
      "does not count where it is no file, a link to nothing, or too long, and never blocks the daemon"
    )
    func others() throws {
      let place = try Place()
      try place.makeFolder()
      #expect(mkfifo(place.path, 0o644) == 0)
      #expect(
        place.source().read()
          == place.failure("it is not a regular file", "Put a text file in its place.")
      )
      try Files.remove(place.path)
      #expect(symlink(place.root + "/nothing", place.path) == 0)
      #expect(
        place.source().read()
          == place.failure(
            "it is a link that leads nowhere",
            "Put a file in its place, or remove it."
          )
      )
      try Files.remove(place.path)
      try Files.replace(
        place.path,
        with: String(repeating: "#", count: RestrictionsSource.bytesMax)
      )
      #expect((try? place.source().read().get()) != nil)
      try Files.replace(
        place.path,
        with: String(repeating: "#", count: RestrictionsSource.bytesMax + 1)
      )
      #expect(place.source().read() == place.failure("it has more than 64 KiB", "Shorten it."))
    }

    @Test("says what does not count, why, what holds meanwhile, and what to do")
    func sentence() {
      let failure = RestrictionsFailure(
        path: "/etc/torpor/restrictions.conf",
        cause: "others than root may write /etc",
        remedy: "Let only root write it (chmod go-w /etc)."
      )
      #expect(
        "\(failure)"
          == "/etc/torpor/restrictions.conf does not count, because others than root may write /etc. What was fixed "
          + "before stays fixed. Let only root write it (chmod go-w /etc)."
      )
    }
  }
}
