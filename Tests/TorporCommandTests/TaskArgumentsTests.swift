import ArgumentParser
import Testing

@testable import torpor

@Suite("The task of a command for developers")
struct TaskArgumentsTests {
  @Test("is named alone, or after its app")
  func names() throws {
    let alone = try SimulateLaunchCommand.parse(["a.b"])
    #expect((alone.subject.app, alone.subject.task) == (nil, "a.b"))
    let ofApp = try SimulateExpirationCommand.parse(["mail", "a.b"])
    #expect((ofApp.subject.app, ofApp.subject.task) == ("mail", "a.b"))
    let cancelled = try CancelCommand.parse(["mail", "a.b"])
    #expect((cancelled.subject.app, cancelled.subject.task) == ("mail", "a.b"))
  }

  @Test("is one", arguments: [[], ["a", "b", "c"]])
  func count(arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try SimulateLaunchCommand.parse(arguments) }
    let begin = arguments.isEmpty ? "Missing task" : "One task at a time"
    #expect(
      error.map { SimulateLaunchCommand.message(for: $0) }
        == "\(begin): give its identifier, or an app and the identifier."
    )
  }
}
