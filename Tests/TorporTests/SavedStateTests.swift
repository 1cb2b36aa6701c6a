import Glibc
import Testing
import TorporPosix

@testable import Torpor

@Suite("Saved state")
struct SavedStateTests {
  private struct Draft: Codable, Equatable {
    var text: String
    var cursor: Int
  }

  /// Runs the body with a fresh container.
  private func withContainer(_ body: (String) throws -> Void) throws {
    let container = try makeTemporaryFolder()
    defer {
      unlink(container + "/Library/SavedState.json")
      rmdir(container + "/Library")
      rmdir(container)
    }
    try body(container)
  }

  @Test("is there again in the next process")
  func roundTrip() throws {
    try withContainer { container in
      var saved = try SavedState(inContainer: container)
      #expect(saved.keys.isEmpty)
      #expect(try saved.value(Draft.self, for: "draft") == nil)
      try saved.set(Draft(text: "Dear all", cursor: 8), for: "draft")
      try saved.set(7, for: "count")
      try saved.set("gone", for: "old")
      saved.removeValue(for: "old")
      try saved.save()
      let read = try SavedState(inContainer: container)
      #expect(read.keys == ["count", "draft"])
      #expect(try read.value(Draft.self, for: "draft") == Draft(text: "Dear all", cursor: 8))
      #expect(try read.value(Int.self, for: "count") == 7)
    }
  }

  @Test("of another type is an error and not a crash")
  func wrongType() throws {
    try withContainer { container in
      var saved = try SavedState(inContainer: container)
      try saved.set("seven", for: "count")
      #expect(throws: DecodingError.self) { try saved.value(Int.self, for: "count") }
    }
  }

  @Test("is readable by the user alone")
  func mode() throws {
    try withContainer { container in
      try SavedState(inContainer: container).save()
      let facts = try Files.facts(of: container + "/Library/SavedState.json")
      #expect(facts.st_mode & 0o777 == 0o600)
    }
  }

  @Test("that was damaged is named with its path", arguments: ["", "[1]", "{\"a\":"])
  func damaged(text: String) throws {
    try withContainer { container in
      try SavedState(inContainer: container).save()
      try Files.replace(container + "/Library/SavedState.json", with: text)
      let error = #expect(throws: TorporError.self) { try SavedState(inContainer: container) }
      #expect(error?.code == .stateUnreadable)
      #expect(error?.subject == container + "/Library/SavedState.json")
    }
  }

  @Test("that cannot be written leaves what was there before")
  func notSaved() throws {
    try withContainer { container in
      var saved = try SavedState(inContainer: container)
      try saved.set(1, for: "count")
      try saved.save()
      try saved.set(String(repeating: "x", count: SavedState.bytesMax), for: "much")
      let error = #expect(throws: TorporError.self) { try saved.save() }
      #expect(error?.code == .stateNotSaved)
      #expect(try SavedState(inContainer: container).keys == ["count"])
    }
    let nowhere = try SavedState(inContainer: "/nonexistent")
    let error = #expect(throws: TorporError.self) { try nowhere.save() }
    #expect(error?.errno == ENOENT)
  }

  @Test("needs a container")
  func noContainer() throws {
    try #require(environmentVariable("TORPOR_CONTAINER") == nil)
    #expect(throws: TorporError(.noContainer, subject: "TORPOR_CONTAINER")) { try SavedState() }
  }
}
