import Glibc
import TorporPosix

/// Writes to standard error; `stderr` itself is a variable that Swift cannot prove safe.
private func reportError(_ sentence: String) {
  _ = LineOutput.write("torpor-session: \(sentence)\n", to: STDERR_FILENO)
}

CurrentProcess.fillStandardStreams()
let arguments = Array(CommandLine.arguments.dropFirst())

do {
  if arguments.contains("--help") || arguments.contains("-h") {
    print(Options.usage)
  } else if arguments.contains("--version") {
    print("torpor-session \(Session.version)")
  } else {
    let options = try Options(arguments) { name in getenv(name).map { String(cString: $0) } }
    try Session(options, log: reportError).run()
  }
} catch let mistake as Options.Mistake {
  reportError(mistake.sentence)
  exit(64)  // EX_USAGE of <sysexits.h>
} catch {
  reportError("\(error)")
  exit(1)
}
