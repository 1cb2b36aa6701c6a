import Glibc
import TorporPosix
import TorporSimulator

let arguments = Array(CommandLine.arguments.dropFirst())
let mode = arguments.first == "replay" || arguments.first == "trim" ? arguments[0] : "simulate"

do {
  if mode != "simulate" {
    let replayer = Replayer(options: try ReplayOptions(Array(arguments.dropFirst())))
    exit(mode == "replay" ? try replayer.replay() : try replayer.trim())
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
} catch let error as SystemError {
  Output.reportError("\(error). Name another file.", of: mode)
  exit(1)
} catch {
  Output.reportError("\(error)", of: mode)
  exit(1)
}
