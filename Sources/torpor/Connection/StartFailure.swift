import Glibc
import TorporModel
import TorporPosix

/// Why a command could not be started, in a sentence that names what is missing.
enum StartFailure {
  /// What the kernel's number does not say, where it can still be seen: the folder that is gone, the
  /// interpreter that a script asks for.
  static func sentence(
    errno number: Int32,
    executable: String,
    workingDirectory: String,
    isThere: (String) -> Bool = { access($0, F_OK) == 0 },
    firstLine: (String) -> String? = StartFailure.firstLine
  ) -> String {
    let cause = LinuxNames.error(number)
    if number == ENOENT, !isThere(workingDirectory) {
      return "'\(executable)' could not be started: its working directory '\(workingDirectory)' is "
        + "gone. Create it again, or start the command elsewhere."
    }
    if number == ENOENT, !isThere(executable) {
      return "'\(executable)' could not be started: \(cause)."
    }
    if [ENOENT, EACCES, ENOTDIR, ELOOP].contains(number), let line = firstLine(executable),
      let interpreter = interpreterName(in: line)
    {
      return "'\(executable)' could not be started: its interpreter '\(interpreter)': \(cause). "
        + "Correct its first line, or install the interpreter."
    }
    if number == ENOEXEC, firstLine(executable)?.hasPrefix("\u{7f}ELF") == false {
      return
        "'\(executable)' could not be started: \(cause). A script needs a first line such as #!/bin/sh; "
        + "without one, run it as `sh \(executable)`."
    }
    if number == ENOENT {
      return "'\(executable)' could not be started: the loader or a library that it names is "
        + "missing. `file` and `ldd` show which."
    }
    return "'\(executable)' could not be started: \(cause)."
  }

  /// The file behind `#!`; `nil` where the line names none.
  static func interpreterName(in line: String) -> String? {
    guard line.hasPrefix("#!") else { return nil }
    return line.dropFirst(2).split(whereSeparator: \.isWhitespace).first.map { String($0) }
  }

  /// The first line of a file, as much as the kernel looks at (`BINPRM_BUF_SIZE`: 256 bytes).
  static func firstLine(of path: String) -> String? {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    defer { close(number) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = max(0, read(number, buffer.baseAddress, 256))
    }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
