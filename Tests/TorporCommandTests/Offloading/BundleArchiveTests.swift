import Glibc
import Testing
import TorporModel
import TorporPosix

@testable import torpor

@Suite("The archive of an offloaded bundle", .serialized)
struct BundleArchiveTests {
  func sentence(_ body: () throws(CommandFailure) -> Void) -> String? {
    do throws(CommandFailure) {
      try body()
      return nil
    } catch { return error.sentence }
  }

  @Test("takes the place of the bundle, and gives it back as it was")
  func goesAndReturns() throws {
    let scene = try BundleScene()
    let before = scene.facts()
    let archive = BundleArchive(of: scene.bundle)
    var calls = 0
    let done = try archive.offload { () throws(CommandFailure) in calls += 1 }
    #expect(calls == 1)
    #expect(done.archive == scene.archive)
    #expect(done.freedBytes > 300_000)
    #expect(done.rest == nil)
    #expect(scene.names == ["Mail.app.offloaded.tar.zst"])
    #expect(try archive.finding() == .archive)
    #expect(try archive.restore())
    #expect(scene.names == ["Mail.app"])
    #expect(scene.facts() == before)
    // Once more changes nothing.
    #expect(try archive.restore() == false)
  }

  @Test(
    "leaves the whole bundle or the whole archive behind, wherever a death falls",
    arguments: BundleArchive.Step.allCases
  )
  func deaths(step: BundleArchive.Step) throws {
    let scene = try BundleScene()
    let before = scene.facts()
    let died = scene.folder + "-died"
    defer { BundleScene.run("/bin/rm", "-rf", died) }
    let archive = BundleArchive(of: scene.bundle)
    archive.reached = { if $0 == step { BundleScene.run("/bin/cp", "-a", scene.folder, died) } }
    _ = try archive.offload { () throws(CommandFailure) in }
    try archive.restore()
    // What a death after the step would have left.
    try #require(Files.isFolder(died))
    let later = BundleArchive(of: died + "/Mail.app")
    let finding = try later.finding()
    let isBundle = [.packed, .movedAway, .archiveMoved, .restored].contains(step)
    #expect(finding == (isBundle ? .bundle : .archive))
    #expect(Files.names(in: died) == [isBundle ? "Mail.app" : "Mail.app.offloaded.tar.zst"])
    try later.restore()
    #expect(scene.facts(in: died + "/Mail.app") == before)
    #expect(Files.names(in: died) == ["Mail.app"])
  }

  @Test("is not made where it could not give something back, and says of what")
  func obstacles() throws {
    func refusal(_ prepare: (BundleScene) throws -> Void) throws -> String? {
      let scene = try BundleScene()
      try prepare(scene)
      let before = scene.facts()
      let said = sentence { () throws(CommandFailure) in
        _ = try BundleArchive(of: scene.bundle).offload { () throws(CommandFailure) in
          Issue.record("it was begun")
        }
      }
      #expect(scene.facts() == before)
      #expect(!scene.names.contains { $0.hasPrefix(".") })
      return said.map {
        $0.split(separator: scene.folder, omittingEmptySubsequences: false).joined(separator: "F")
      }
    }
    #expect(
      try refusal { mkfifo($0.bundle + "/pipe", 0o600) }
        == "F/Mail.app/pipe is neither a file nor a folder nor a link, so an archive could not restore it. Nothing was done."
    )
    #expect(
      try refusal { link($0.bundle + "/run", $0.folder + "/outside") }?
        .contains("has another name outside of it") == true
    )
    #expect(
      try refusal { unlink($0.bundle + "/Info.plist") }
        == "F/Mail.app has no Info.plist, so it is not a bundle. Nothing was done."
    )
    if BundleScene.run(
      "/usr/bin/python3",
      "-c",
      "import os; os.setxattr('/tmp', 'user.torpor', b'1'); os.removexattr('/tmp', 'user.torpor')"
    ) == 0 {
      #expect(
        try refusal {
          BundleScene.run(
            "/usr/bin/python3",
            "-c",
            "import os; os.setxattr('\($0.bundle)/run', 'user.note', b'1')"
          )
        }?.contains("has the extended attribute user.note") == true
      )
    }
    if geteuid() == 0 {
      #expect(
        try refusal { chown($0.bundle + "/lib", 4242, 4242) }?
          .contains("Mail.app/lib belongs to another user") == true
      )
    }
    #expect(
      try refusal { try Files.replace($0.archive, with: "mine") }
        == "F/Mail.app exists, and so does an archive of an earlier one, F/Mail.app.offloaded.tar.zst. Move that elsewhere and try again."
    )
  }

  @Test("is not made of what hardly shrinks")
  func incompressible() throws {
    let scene = try BundleScene()
    #expect(
      BundleScene.run("/bin/sh", "-c", "head -c 9000000 /dev/urandom > '\(scene.bundle)/noise'")
        == 0
    )
    let said = sentence { () throws(CommandFailure) in
      _ = try BundleArchive(of: scene.bundle).offload { () throws(CommandFailure) in }
    }
    #expect(said?.contains("so offloading it would free next to nothing. It stays.") == true)
    #expect(scene.names == ["Mail.app"])
  }

  @Test("is thrown away where the bundle is changed or used before it goes, or the daemon says no")
  func changed() throws {
    func attempt(_ begin: (BundleScene) throws(CommandFailure) -> Void) throws -> String? {
      let scene = try BundleScene()
      let said = sentence { () throws(CommandFailure) in
        _ = try BundleArchive(of: scene.bundle).offload { () throws(CommandFailure) in
          try begin(scene)
        }
      }
      #expect(scene.names == ["Mail.app"])
      return said.map {
        $0.split(separator: scene.folder, omittingEmptySubsequences: false).joined(separator: "F")
      }
    }
    #expect(
      try attempt { scene in try? scene.file("new", "1") }
        == "F/Mail.app was changed while it was packed, so it stays. Try again."
    )
    #expect(
      try attempt { scene in chmod(scene.bundle + "/run", 0o700) }
        == "F/Mail.app was changed while it was packed, so it stays. Try again."
    )
    var processID: pid_t = 0
    let said = try attempt { scene in
      let command = "cd '\(scene.bundle)/lib' && touch ../../in && exec sleep 100"
      var words = [strdup("/bin/sh"), strdup("-c"), strdup(command), nil]
      posix_spawn(&processID, "/bin/sh", nil, nil, &words, environ)
      while !Files.exists(scene.folder + "/in") { usleep(1000) }
      unlink(scene.folder + "/in")
    }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
    #expect(
      said
        == "Process \(processID) uses files of F/Mail.app, so it stays. End that process and try again."
    )
    #expect(
      try attempt { _ throws(CommandFailure) in throw .failed("The daemon says no.") }
        == "The daemon says no."
    )
  }

  @Test("stays as it is where it cannot be unpacked, holds something else, or is not there")
  func broken() throws {
    let scene = try BundleScene()
    let archive = BundleArchive(of: scene.bundle)
    _ = try archive.offload { () throws(CommandFailure) in }
    BundleScene.run("/bin/cp", scene.archive, scene.folder + "/kept")
    #expect(BundleScene.run("/usr/bin/truncate", "-s", "-100", scene.archive) == 0)
    let size = try Files.facts(of: scene.archive).st_size
    #expect(
      sentence { () throws(CommandFailure) in try archive.restore() }?.hasPrefix(
        "tar ended with status 2: "
      ) == true
    )
    #expect(scene.names == ["Mail.app.offloaded.tar.zst", "kept"])
    #expect(try Files.facts(of: scene.archive).st_size == size)
    #expect(rename(scene.archive, scene.folder + "/Other.app.offloaded.tar.zst") == 0)
    #expect(
      sentence { () throws(CommandFailure) in try archive.restore() }
        == "Neither \(scene.bundle) nor an archive of it exists. Restore the bundle or the archive (Mail.app.offloaded.tar…) to that folder."
    )
    let other = BundleArchive(of: scene.folder + "/Other.app")
    BundleScene.run(
      "/bin/cp",
      scene.folder + "/kept",
      scene.folder + "/Other.app.offloaded.tar.zst"
    )
    #expect(
      sentence { () throws(CommandFailure) in try other.restore() }
        == "\(scene.folder)/Other.app.offloaded.tar.zst holds something other than Other.app, so it stays as it is."
    )
    #expect(scene.names == ["Other.app.offloaded.tar.zst", "kept"])
  }

  @Test("is packed with gzip where zstd is not there, and says which program is missing")
  func tools() throws {
    let scene = try BundleScene()
    let before = scene.facts()
    let tools = scene.folder + "/tools"
    try Files.makeFolder(tools, mode: 0o755)
    func archive() -> BundleArchive { BundleArchive(of: scene.bundle, toolFolders: [tools]) }
    func offload() throws(CommandFailure) {
      _ = try archive().offload { () throws(CommandFailure) in }
    }
    #expect(
      sentence(offload) == "Neither zstd nor gzip is installed to pack with. Install one of them."
    )
    #expect(symlink("/usr/bin/gzip", tools + "/gzip") == 0)
    #expect(sentence(offload) == "There is no tar in \(tools). Install GNU tar.")
    #expect(symlink("/usr/bin/tar", tools + "/tar") == 0)
    #expect(sentence(offload) == nil)
    #expect(scene.names == ["Mail.app.offloaded.tar.gz", "tools"])
    #expect(unlink(tools + "/gzip") == 0)
    #expect(
      sentence { () throws(CommandFailure) in try archive().restore() }
        == "\(scene.bundle).offloaded.tar.gz was packed with gzip, which is not installed. Install it."
    )
    #expect(symlink("/usr/bin/gzip", tools + "/gzip") == 0)
    try archive().restore()
    #expect(scene.facts() == before)
  }

  @Test("is its user's alone, and complete: what tar leaves out keeps the bundle")
  func complete() throws {
    let scene = try BundleScene()
    let before = scene.facts()
    let tools = scene.folder + "/tools"
    try Files.makeFolder(tools, mode: 0o755)
    #expect(symlink("/usr/bin/zstd", tools + "/zstd") == 0)
    try Files.replace(
      tools + "/tar",
      with:
        "#!/bin/sh\ncase $1 in --create) exec /usr/bin/tar --exclude=link \"$@\";; esac\nexec /usr/bin/tar \"$@\"\n",
      mode: 0o755
    )
    try Files.setMode(0o755, of: tools + "/tar")
    let failing = BundleArchive(of: scene.bundle, toolFolders: [tools])
    #expect(
      sentence { () throws(CommandFailure) in
        _ = try failing.offload { () throws(CommandFailure) in Issue.record("it was begun") }
      } == "tar has packed 7 of the 8 files and folders of \(scene.bundle), so it stays."
    )
    #expect(scene.facts() == before)
    let mask = umask(0)
    defer { umask(mask) }
    let archive = BundleArchive(of: scene.bundle)
    _ = try archive.offload { () throws(CommandFailure) in }
    #expect(try Files.facts(of: scene.archive).st_mode & 0o777 == 0o600)
    // A second one finds it, and advises nothing that would lose it.
    #expect(
      sentence { () throws(CommandFailure) in
        _ = try archive.offload { () throws(CommandFailure) in }
      } == "\(scene.bundle) is already offloaded: it is in \(scene.archive)."
    )
    try archive.restore()
    #expect(scene.facts() == before)
  }

  @Test("is of the bundle that is named, whatever is in the name")
  func backslashes() throws {
    let scene = try BundleScene()
    let name = "a\\\\b\n.app"
    let other = "a\\b\n.app"
    #expect(rename(scene.bundle, scene.folder + "/" + name) == 0)
    try Files.makeFolder(scene.folder + "/" + other, mode: 0o755)
    let archive = BundleArchive(of: scene.folder + "/" + name)
    _ = try archive.offload { () throws(CommandFailure) in }
    try archive.restore()
    #expect(Files.exists(scene.folder + "/" + name + "/run"))
    #expect(Files.names(in: scene.folder + "/" + other).isEmpty)
  }

  @Test("replaces no bundle that its user has put there meanwhile, and removes neither")
  func conflict() throws {
    let scene = try BundleScene()
    let archive = BundleArchive(of: scene.bundle)
    _ = try archive.offload { () throws(CommandFailure) in }
    try Files.makeFolder(scene.bundle, mode: 0o755)
    try scene.file("Info.plist", "another one")
    #expect(try archive.restore() == false)
    #expect(scene.names == ["Mail.app", "Mail.app.offloaded.tar.zst"])
    // While the old one is moved away, too.
    let died = scene.folder + "-conflict"
    defer { BundleScene.run("/bin/rm", "-rf", died) }
    let second = try BundleScene()
    let dying = BundleArchive(of: second.bundle)
    dying.reached = {
      if $0 == .movedAway { BundleScene.run("/bin/cp", "-a", second.folder, died) }
    }
    _ = try dying.offload { () throws(CommandFailure) in }
    try Files.makeFolder(died + "/Mail.app", mode: 0o755)
    let later = BundleArchive(of: died + "/Mail.app")
    #expect(
      sentence { () throws(CommandFailure) in _ = try later.finding() }
        == "\(died)/Mail.app exists, and so does an earlier one, in \(died)/.Mail.app.torpor-offload/bundle. "
        + "Move one of them elsewhere and try again."
    )
    #expect(Files.exists(died + "/.Mail.app.torpor-offload/bundle/run"))
    #expect(BundleScene.run("/bin/rmdir", died + "/Mail.app") == 0)
    #expect(try later.finding() == .bundle)
    #expect(Files.exists(died + "/Mail.app/run"))
  }
}
