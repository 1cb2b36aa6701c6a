import Glibc
import TorporPosix

/// Says why the daemon does not start; `stderr` itself is a variable that Swift cannot prove safe.
private func reportError(_ sentence: String, _ environment: ServiceEnvironment) {
  // The journal shows it as an error by the priority in front (sd-daemon(3)).
  let isJournal = JournalStream(named: environment.journalStream) != nil
  let text = (isJournal ? "<3>" : "") + "torpord: \(sentence)\n"
  text.utf8CString.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case Options.leadTerminal: CurrentProcess.leadTerminal(Array(arguments.dropFirst()))
case Options.writeOutput: CurrentProcess.writeOutput(Array(arguments.dropFirst()))
case Options.keepDescriptors: CurrentProcess.keepDescriptors(Array(arguments.dropFirst()))
default: break
}

CurrentProcess.fillStandardStreams()
// Before anything is started that could take them for its own.
let environment = ServiceEnvironment.take()
do {
  if arguments.contains("--help") || arguments.contains("-h") {
    print(Options.usage)
  } else if arguments.count == 2, arguments[0] == Options.emptyTrash,
    arguments[1].hasSuffix("/trash")
  {
    // Behind everything that a client waits for.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    try FolderTree.emptyTrash(arguments[1])
  } else if arguments.contains("--version") {
    print(Service.versionText)
  } else {
    let options = try Options(arguments) { name in getenv(name).map { String(cString: $0) } }
    let service = try Service(options, environment)
    try service.run()
  }
} catch let mistake as Options.Mistake {
  reportError(mistake.sentence, environment)
  exit(64)  // EX_USAGE of <sysexits.h>
} catch {
  reportError(Service.sentence(for: error), environment)
  exit(1)
}
