import Glibc

/// Writes to standard error; `stderr` itself is a variable that Swift cannot prove safe.
private func reportError(_ text: String) {
  text.utf8CString.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
}

/// EX_USAGE of <sysexits.h>: the command line names something that there is not.
private let usageStatus: Int32 = 64

private func find(_ names: [String]) -> [Benchmark] {
  names.map { name in
    switch Catalogue.match(name) {
    case .found(let benchmark): return benchmark
    case .planned(let name): reportError("torpor-bench: \(name) is specified and not built yet.\n")
    case .unknown(let name):
      reportError(
        "torpor-bench: there is no benchmark '\(name)'; torpor-bench --help lists them.\n"
      )
    }
    exit(usageStatus)
  }
}

do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.contains("--help") || arguments.contains("-h") {
    print(Options.usage)
    exit(0)
  }
  let peers = getenv("TORPOR_BENCH_PEERS").map { String(cString: $0) } ?? ".build-bench"
  let options = try Options(arguments, peersFolder: peers)
  // Names first: a slip in the last one must not cost the minutes of those before it.
  for benchmark in find(options.names) {
    let report = try benchmark.run(options)
    print(options.isJSON ? report.json : report.text)
  }
} catch let mistake as Options.Mistake {
  reportError("torpor-bench: \(mistake.sentence)\n")
  exit(usageStatus)
} catch {
  reportError("torpor-bench: \(error)\n")
  exit(1)
}
