import Glibc
import Testing

@testable import TorporPosix

@Suite("A started process")
struct ProcessTests {
  @Test("runs with its arguments, its environment and its folder, in a session of its own")
  func runs() throws {
    let pipe = try DescriptorPair.pipe().take()
    defer { close(pipe.first) }
    let started = try ProcessStart(
      executable: "/bin/sh",
      arguments: [
        "name", "-c",
        "echo $0 $1 $A; pwd; [ $(cut -d' ' -f6 /proc/$$/stat) = $$ ] && echo leader; exit 3",
        "zero",
        "one two",
      ],
      environment: ["A=b", "PATH=/bin:/usr/bin"],
      workingDirectory: "/usr"
    ).start(
      standardDescriptors: (0, pipe.second, 2),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).take()
    close(pipe.second)
    defer { close(started.status) }
    var buffer = [UInt8](repeating: 0, count: 100)
    var text = ""
    while case let count = read(pipe.first, &buffer, 100), count > 0 {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    #expect(text == "zero one two b\n/usr\nleader\n")
    #expect(end(of: started.process) == .ended(.exited(status: 3)))
  }

  @Test(
    "that cannot run says what failed, and for what",
    arguments: [
      ("/nonexistent", "/", "cannot execute /nonexistent: No such file or directory (ENOENT)"),
      ("/etc/passwd", "/", "cannot execute /etc/passwd: Permission denied (EACCES)"),
      (
        "/bin/true", "/nonexistent",
        "cannot enter the working directory of /bin/true: No such file or directory (ENOENT)"
      ),
    ]
  )
  func fails(executable: String, folder: String, sentence: String) throws {
    let started = try ProcessStart(
      executable: executable,
      arguments: ["x"],
      environment: [],
      workingDirectory: folder
    ).start(
      standardDescriptors: (0, 1, 2),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).take()
    defer { close(started.status) }
    #expect(end(of: started.process) == .ended(.exited(status: 127)))
    guard
      case .failed(let error) = ProcessStart.outcome(on: started.status, executable: executable)
    else {
      Issue.record("the failure was not reported")
      return
    }
    #expect(error.description == sentence)
  }

  @Test("is told of by its number where this process had no descriptor left for it")
  func bornWithoutDescriptor() throws {
    let ends = try DescriptorPair.sockets().take()
    defer { for number in [ends.first, ends.second] { close(number) } }
    // A report as the keeper sends it: no error, that it is born, and its number.
    var report: (Int32, Int32, Int32) = (0, 8, 4711)
    #expect(write(ends.first, &report, 12) == 12)
    let outcome = ProcessStart.outcome(on: ends.second, executable: "/bin/true")
    guard case .born(processID: 4711, process: nil) = outcome else {
      Issue.record("the birth was not told")
      return
    }
  }

  @Test("starts with no signal blocked or ignored, whatever the parent does")
  func signals() throws {
    // The test's own thread blocks and the process ignores a signal; the child must die of both.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let before = signal(SIGUSR2, SIG_IGN)
    defer {
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      signal(SIGUSR2, before)
    }
    for number in [SIGUSR1, SIGUSR2] {
      let started = try ProcessStart(
        executable: "/bin/sh",
        arguments: ["sh", "-c", "kill -\(number) $$; exit 0"],
        environment: [],
        workingDirectory: "/"
      ).start(
        standardDescriptors: (0, 1, 2),
        inheritedDescriptor: nil,
        groupDirectory: nil
      ).take()
      close(started.status)
      #expect(end(of: started.process) == .ended(.signalled(signal: number)))
    }
  }

  @Test("belongs to all groups of its user, however many there are")
  func supplementaryGroups() throws {
    let root = ProcessStart.User(userID: 0, groupID: 0)
    let groups = try ProcessStart.supplementaryGroups(of: root, room: 64)
    #expect(groups.contains(0))
    #expect(try ProcessStart.supplementaryGroups(of: root, room: 0) == groups)
  }

  @Test("is named for good by its handle, even when it is gone")
  func handle() throws {
    let own = try ProcessHandle.open(getpid())
    #expect(throws: Never.self) { try own.send(signal: 0) }
    let failure = #expect(throws: SystemError.self) { try ProcessHandle.open(999_999_999) }
    #expect(failure?.code == ESRCH || failure?.code == EINVAL)
  }

  private func end(of process: ProcessHandle) -> ProcessHandle.Knowledge {
    for _ in 0..<10_000 {
      let knowledge = process.end()
      if knowledge != .stillRuns { return knowledge }
      usleep(1000)
    }
    return .stillRuns
  }
}
