import Testing

@testable import TorporSimulator

@Suite("The policy")
struct ConformanceTests {
  /// The areas whose scenarios hold today.
  static let built = [
    "location-", "lifecycle-", "finite-tasks-", "memory-", "transfers-", "modes-10-",
  ]

  @Test("follows the conformance scenarios of what is built", arguments: paths(built))
  func conformance(path: String) throws {
    let report = Simulation.run(files: [path])
    #expect(report.exitStatus == 0, "\(report.lines.joined(separator: "\n"))")
  }

  @Test("follows the project's own scenarios", arguments: ConformanceFiles.own)
  func own(path: String) throws {
    let report = Simulation.run(files: [path])
    #expect(report.exitStatus == 0, "\(report.lines.joined(separator: "\n"))")
  }

  @Test("has scenarios of its own")
  func ownAreThere() { #expect(ConformanceFiles.own.count >= 7) }

  static func paths(_ prefixes: [String]) -> [String] {
    ConformanceFiles.paths.filter { path in prefixes.contains { path.contains("/\($0)") } }
  }

  @Test("breaks no rule in any conformance scenario, and fails none that it has the parts for")
  func all() {
    let report = Simulation.run(files: ConformanceFiles.paths)
    for case .ran(let scenario) in report.results {
      #expect(
        scenario.verdict != .fails,
        "\(ReportText.lines(scenario).joined(separator: "\n"))"
      )
    }
  }
}
