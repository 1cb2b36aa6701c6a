import Glibc
import TorporPosix
import TorporSimulator

CurrentProcess.fillStandardStreams()
let arguments = Array(CommandLine.arguments.dropFirst())
let mode =
  switch arguments.first {
  case "replay": "replay"
  case "export": "record export"
  default: "simulate"
  }

do {
  if mode == "replay" {
    exit(try Replayer(options: try ReplayOptions(Array(arguments.dropFirst()))).replay())
  }
  if mode == "record export" {
    exit(try Exporter(Array(arguments.dropFirst())).export())
  }
  if arguments.contains("--help") || arguments.contains("-h") {
    Output.show(
      Options.usage.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    )
  } else {
    exit(try Simulator(options: try Options(arguments)).run())
  }
} catch let mistake as Options.Mistake {
  Output.reportError(mistake.sentence, of: mode)
  exit(64)  // EX_USAGE of <sysexits.h>
} catch let failure as Simulator.Failure {
  Output.reportError(failure.sentence, of: mode)
  exit(1)
} catch let failure as ReplayFailure {
  Output.reportError(failure.sentence, of: mode)
  exit(2)
} catch {
  Output.reportError("\(error)", of: mode)
  exit(1)
}
