import Glibc
import Testing
import TorporModel
import TorporPosix

@testable import torpor

@Suite("A command that could not be started")
struct StartFailureTests {
  @Test(
    "is explained by what is missing",
    arguments: [
      (
        ENOENT, ["/w"], "#!/no/such -x\n",
        "'/p' could not be started: no such file."
      ),
      (
        ENOENT, ["/p"], nil,
        "'/p' could not be started: its working directory '/w' is gone. Create it again, or start the "
          + "command elsewhere."
      ),
      (
        ENOENT, ["/w", "/p"], "#! /no/such -x",
        "'/p' could not be started: its interpreter '/no/such': no such file. Correct its first line, "
          + "or install the interpreter."
      ),
      (
        ENOENT, ["/w", "/p"], "\u{7f}ELF",
        "'/p' could not be started: the loader or a library that it names is missing. `file` and `ldd` "
          + "show which."
      ),
      (
        ENOEXEC, ["/w", "/p"], "hello",
        "'/p' could not be started: not a program that this machine can run. A script needs a first line such as "
          + "#!/bin/sh; without one, run it as `sh /p`."
      ),
      (
        ENOEXEC, ["/w", "/p"], "\u{7f}ELF",
        "'/p' could not be started: not a program that this machine can run."
      ),
    ] as [(Int32, [String], String?, String)]
  )
  func startFailure(errno: Int32, there: [String], line: String?, sentence: String) {
    #expect(
      StartFailure.sentence(
        errno: errno,
        executable: "/p",
        workingDirectory: "/w",
        isThere: there.contains,
        firstLine: { _ in line }
      ) == sentence
    )
  }
}

@Suite("The terminal of an attached run")
struct TerminalPlanTests {
  @Test(
    "is the command's alone where it reads and prints there, and shared in a pipeline",
    arguments: [
      ([true, true, true], TerminalPlan.whole), ([true, true, false], .whole),
      ([true, false, true], .beside), ([false, true, true], .beside),
      ([false, false, true], .beside), ([false, false, false], .none),
    ]
  )
  func plan(isTerminal: [Bool], plan: TerminalPlan) {
    #expect(TerminalPlan(isTerminal: isTerminal) == plan)
  }
}

@Suite("What is piped into a command that gets no input")
struct PipedInputTests {
  @Test("is seen in a pipe and in a file, and nowhere else")
  func isThere() throws {
    let ends = try DescriptorPair.pipe().take()
    defer { Descriptor.close([ends.first]) }
    #expect(!PipedInput.isThere(on: ends.first, within: 0))
    #expect(write(ends.second, "x", 1) == 1)
    #expect(PipedInput.isThere(on: ends.first, within: 0))
    close(ends.second)
    var byte: UInt8 = 0
    #expect(read(ends.first, &byte, 1) == 1)
    // The end of a pipe that was empty.
    #expect(!PipedInput.isThere(on: ends.first, within: 0))
    let file = try Files.open("/etc/passwd", O_RDONLY)
    #expect(PipedInput.isThere(on: file.rawValue, within: 0))
    lseek(file.rawValue, 0, SEEK_END)
    #expect(!PipedInput.isThere(on: file.rawValue, within: 0))
    let nothing = try Files.open("/dev/null", O_RDONLY)
    #expect(!PipedInput.isThere(on: nothing.rawValue, within: 0))
  }
}
