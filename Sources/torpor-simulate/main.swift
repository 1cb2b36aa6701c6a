import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())

do {
  if arguments.contains("--help") || arguments.contains("-h") {
    Output.show(
      Options.usage.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    )
  } else {
    exit(try Simulator(options: try Options(arguments)).run())
  }
} catch let mistake as Options.Mistake {
  Output.reportError(mistake.sentence)
  exit(64)  // EX_USAGE of <sysexits.h>
} catch let failure as Simulator.Failure {
  Output.reportError(failure.sentence)
  exit(1)
} catch {
  Output.reportError("\(error)")
  exit(1)
}
