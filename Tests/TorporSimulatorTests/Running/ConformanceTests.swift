import Testing

@testable import TorporSimulator

@Suite("The policy")
struct ConformanceTests {
  @Test("follows the conformance scenarios", arguments: ConformanceFiles.paths)
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
}
