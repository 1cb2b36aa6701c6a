import Glibc

/// Runs scenario files: what `torpor simulate` does.
package enum Simulation {
  /// Runs every file and reports on each; a wrong file does not keep the others from running.
  package static func run(files: [String]) -> SimulationReport {
    SimulationReport(results: files.map(run))
  }

  private static func run(file: String) -> SimulationReport.Result {
    switch ScenarioFile.text(of: file) {
    case .failure(let diagnostic): return .wrong(ScenarioErrors(diagnostics: [diagnostic]))
    case .success(let text):
      do {
        return .ran(ScenarioReport(running: try ScenarioLoader.load(text: text, file: file)))
      } catch {
        return .wrong(error)
      }
    }
  }
}

/// What came of some scenario files.
package struct SimulationReport: Sendable {
  /// What came of one file.
  package enum Result: Sendable {
    case ran(ScenarioReport)
    case wrong(ScenarioErrors)
  }

  /// In the order in which the files were named.
  package let results: [Result]

  /// 0: every expectation holds; 1: one does not; 2: a file is wrong.
  package var exitStatus: Int32 {
    var status: Int32 = 0
    for result in results {
      switch result {
      case .wrong: return 2
      case .ran(let report): if report.verdict != .holds { status = 1 }
      }
    }
    return status
  }

  /// The whole report for people: on each file, then how many there were of each kind.
  package var lines: [String] {
    results.flatMap { result in
      switch result {
      case .wrong(let errors): errors.diagnostics.map(\.description)
      case .ran(let report): ReportText.lines(report)
      }
    } + [summary]
  }

  private var summary: String {
    var counts = (holds: 0, fails: 0, wrong: 0)
    for result in results {
      switch result {
      case .wrong: counts.wrong += 1
      case .ran(let report):
        switch report.verdict {
        case .holds: counts.holds += 1
        case .fails: counts.fails += 1
        }
      }
    }
    return "\(counts.holds) hold, \(counts.fails) fail, \(counts.wrong) wrong"
  }
}

/// Reads whole files.
enum ScenarioFile {
  /// The text of a file, or why it cannot be read.
  static func text(of path: String) -> Result<String, ScenarioDiagnostic> {
    guard let file = fopen(path, "re") else {
      return .failure(diagnostic(path, errno))
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    if ferror(file) != 0 { return .failure(diagnostic(path, errno)) }
    return .success(String(decoding: bytes, as: UTF8.self))
  }

  private static func diagnostic(_ path: String, _ code: Int32) -> ScenarioDiagnostic {
    ScenarioDiagnostic(
      file: path,
      line: nil,
      message: "cannot be read: \(String(cString: strerror(code))); check its path and who may "
        + "read it"
    )
  }
}
