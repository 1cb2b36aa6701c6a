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

  @Test("reads an app with nothing after its alias as one with defaults", arguments: ["", "~"])
  func emptyApp(nothing: String) throws {
    let text = "scenario: S\napps:\n  notes: \(nothing)\nexpect: []\n"
    let apps = try ScenarioLoader.load(text: text, file: "s.yaml").apps
    #expect(apps.map(\.identifier.text) == ["com.example.notes"])
    #expect(apps.first?.callbacks.isEmpty == true)
  }

  @Test("reads an action by its name in earlier builds")
  func earlierName() throws {
    func action(_ name: String) throws -> ScriptAction? {
      let text = """
        scenario: A phone sleeps
        rule: LC2
        apps: {notes: {}}
        script: [{at: 1s, \(name): true}]
        expect: [{at: 2s, app: notes, state: notRunning}]
        """
      return try ScenarioLoader.load(text: text, file: "s.yaml").script.first?.action
    }
    #expect(try action("sleepIsNear") == action("prepareForSleep"))
    #expect(try action("prepareForSleep") == .prepareForSleep(true))
  }
}
