import Testing
import TorporModel

@testable import TorporSimulator

@Suite("The scenario loader")
struct ScenarioLoaderTests {
  @Test("reads every conformance scenario", arguments: ConformanceFiles.paths)
  func conformance(path: String) throws {
    let text = try #require(ConformanceFiles.text(of: path))
    let scenario = try ScenarioLoader.load(text: text, file: path)
    #expect(!scenario.sentence.isEmpty)
    #expect(!scenario.expectations.isEmpty)
  }
}
