import Glibc
import TorporPosix
import TorporSQLite

/// Writes to standard error; `stderr` itself is a variable that Swift cannot prove safe.
private func reportError(_ sentence: String) {
  let text = "torpor-transferd: \(sentence)\n"
  text.utf8CString.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
}

CurrentProcess.fillStandardStreams()
let arguments = Array(CommandLine.arguments.dropFirst())

do {
  if arguments.contains("--help") || arguments.contains("-h") {
    print(Options.usage)
  } else if arguments.contains("--version") {
    print("torpor-transferd \(TransferService.version)")
  } else if !UnixSocket.isSocket(3) {
    reportError(Options.needsDaemon)
    exit(2)
  } else {
    let options = try Options(arguments)
    try CurrentProcess.giveUpRights()
    try TransferService(options).run()
  }
} catch let mistake as Options.Mistake {
  reportError(mistake.sentence)
  exit(64)  // EX_USAGE of <sysexits.h>
} catch let error as SQLiteError where error.isBusy {
  reportError("another torpor-transferd keeps \(error.path); end that one first")
  exit(1)
} catch {
  reportError("\(error)")
  exit(1)
}
