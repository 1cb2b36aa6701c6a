import Glibc
import Testing
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("The end of a user's last session")
  struct LogoutTests {
    @Test("is told when the folder of the user's sessions goes, once, and of no other folder")
    func folder() throws {
      let folder = try TemporaryFolder()
      for name in ["0", "1000", "systemd"] { mkdir("\(folder.path)/\(name)", 0o700) }
      let loop = try EventLoop()
      var gone: [UInt32] = []
      let adapter = LogoutAdapter(folder: folder.path, on: loop) { gone.append($0) }
      try adapter.start()
      mkdir(folder.path + "/1001", 0o700)
      loop.runOnce(timeoutMilliseconds: 1000)
      #expect(gone == [])
      rmdir(folder.path + "/systemd")
      loop.runOnce(timeoutMilliseconds: 1000)
      #expect(gone == [])
      rmdir(folder.path + "/1001")
      loop.runOnce(timeoutMilliseconds: 1000)
      #expect(gone == [1001])
      rmdir(folder.path + "/1000")
      loop.runOnce(timeoutMilliseconds: 1000)
      #expect(gone == [1001, 1000])
    }

    @Test("is not told where the folder cannot be read, and is told when it can be")
    func unreadable() throws {
      let folder = try TemporaryFolder()
      let users = folder.path + "/user"
      for name in ["", "/1000", "/1001"] { mkdir(users + name, 0o700) }
      let loop = try EventLoop()
      var gone: [UInt32] = []
      let adapter = LogoutAdapter(folder: users, on: loop) { gone.append($0) }
      try adapter.start()
      rmdir(users + "/1000")
      rename(users, folder.path + "/away")
      loop.runOnce(timeoutMilliseconds: 1000)
      #expect(gone == [])
      rename(folder.path + "/away", users)
      mkdir(users + "/1002", 0o700)
      loop.runOnce(timeoutMilliseconds: 1000)
      #expect(gone == [1000])
    }

    @Test("is never told on a machine without such folders")
    func absent() throws {
      let folder = try TemporaryFolder()
      let adapter = LogoutAdapter(folder: folder.path + "/user", on: try EventLoop()) { _ in
        Issue.record("nobody was there")
      }
      try adapter.start()
    }
  }

  @Suite("The end of the machine")
  struct MachineStopTests {
    /// What a service manager answers by a program of that text.
    private func isUnderWay(
      userID: UInt32 = 0,
      _ program: String,
      hasSystemd: Bool = true
    ) throws -> Bool {
      let folder = try TemporaryFolder()
      if hasSystemd { try folder.write("", to: "systemd/system/private") }
      try folder.write("#!/bin/sh\n\(program)\n", to: "systemctl")
      chmod(folder.path + "/systemctl", 0o755)
      return MachineStop(
        userID: userID,
        systemctl: folder.path + "/systemctl",
        runFolder: folder.path
      ).isUnderWay()
    }

    @Test("is what the service manager calls stopping, and nothing else")
    func answers() throws {
      #expect(try isUnderWay("echo stopping; exit 1"))
      for word in ["running", "degraded", "starting", "maintenance", "offline"] {
        #expect(try !isUnderWay("echo \(word)"))
      }
    }

    @Test("is asked of the machine's manager with its words, and of a user's for a user's daemon")
    func questions() throws {
      #expect(try isUnderWay("[ \"$*\" = is-system-running ] && echo stopping"))
      let user = "[ \"$*\" = \"--user is-system-running\" ] && echo stopping"
      #expect(try !isUnderWay(user))
      #expect(try isUnderWay(userID: 1000, user))
    }

    @Test("is not known without systemd, without an answer, or without one in time")
    func silence() throws {
      #expect(try !isUnderWay("echo stopping", hasSystemd: false))
      #expect(try !isUnderWay("exit 1"))
      #expect(try !isUnderWay("exec sleep 1000"))
    }
  }
}
