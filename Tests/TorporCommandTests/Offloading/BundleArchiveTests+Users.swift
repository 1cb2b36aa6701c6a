import Glibc
import Testing
import TorporModel
import TorporPosix

@testable import torpor

// Whose an archive is, and who works on it.

extension BundleArchiveTests {
  @Test("is of its user's alone: neither another one's archive nor another one's folder is touched")
  func foreign() throws {
    let scene = try BundleScene()
    try Files.makeFolder(scene.archive, mode: 0o755)
    #expect(
      sentence { () throws(CommandFailure) in
        _ = try BundleArchive(of: scene.bundle).offload { () throws(CommandFailure) in }
      } == "\(scene.archive) is not a file of this user's. Move it elsewhere."
    )
    #expect(rmdir(scene.archive) == 0)
    guard geteuid() == 0 else { return }
    let work = scene.folder + "/.Mail.app.torpor-offload"
    try Files.makeFolder(work, mode: 0o755)
    #expect(chown(work, 4242, 4242) == 0)
    #expect(
      sentence { () throws(CommandFailure) in _ = try BundleArchive(of: scene.bundle).finding() }
        == "\(work) belongs to another user, who works on Mail.app or has been interrupted. Have that user run "
        + "`torpor launch` or `torpor offload`."
    )
  }

  @Test("is not packed by root below a folder in which somebody else can rename")
  func foreignFolderAbove() throws {
    guard geteuid() == 0 else { return print("skipped: only root asks who owns the folders above") }
    let scene = try BundleScene()
    let above = scene.folder + "/above"
    try Files.makeFolder(above, mode: 0o755)
    try Files.makeFolder(above + "/own", mode: 0o755)
    let bundle = above + "/own/Mail.app"
    #expect(rename(scene.bundle, bundle) == 0)
    func refusal() -> String? {
      sentence { () throws(CommandFailure) in
        _ = try BundleArchive(of: bundle).offload { () throws(CommandFailure) in }
      }
    }
    let said =
      "\(above) can be changed by other users, so \(bundle) is not packed or unpacked there. "
    #expect(chown(above, 4242, 4242) == 0)
    #expect(refusal() == said + "Move it to a folder of your own.")
    #expect(chown(above, 0, 0) == 0)
    #expect(refusal() == nil)
    #expect(chmod(above, 0o777) == 0)
    #expect(
      sentence { () throws(CommandFailure) in try BundleArchive(of: bundle).restore() }
        == said + "Change the rights of that folder and try again."
    )
    #expect(chmod(above, 0o755) == 0)
    try BundleArchive(of: bundle).restore()
  }

  @Test("is said to stay, and to be in an archive, before anybody else can work on it")
  func toldWithTheLock() throws {
    let scene = try BundleScene()
    let work = scene.folder + "/.Mail.app.torpor-offload"
    var isLocked: [Bool] = []
    func look() {
      isLocked.append(BundleScene.run("/usr/bin/flock", "--nonblock", work, "/bin/true") != 0)
    }
    let archive = BundleArchive(of: scene.bundle)
    let refused = CommandFailure.failed("The app was opened meanwhile.")
    #expect(throws: CommandFailure.self) {
      _ = try archive.offload({ () throws(CommandFailure) in throw refused }, orElse: look)
    }
    #expect(isLocked == [true])
    #expect(try !archive.isOffloaded { () throws(CommandFailure) in look() })
    #expect(isLocked == [true])
    _ = try archive.offload({ () throws(CommandFailure) in }, orElse: look)
    #expect(try archive.isOffloaded { () throws(CommandFailure) in look() })
    #expect(isLocked == [true, true])
  }

  @Test("is locked for as long as somebody works on the bundle")
  func lock() throws {
    let scene = try BundleScene()
    let archive = BundleArchive(of: scene.bundle)
    var locked = 0
    archive.reached = { _ in
      let work = scene.folder + "/.Mail.app.torpor-offload"
      if BundleScene.run("/usr/bin/flock", "--nonblock", work, "/bin/true") != 0 { locked += 1 }
    }
    _ = try archive.offload { () throws(CommandFailure) in }
    try archive.restore()
    #expect(locked == BundleArchive.Step.allCases.count)
  }
}
