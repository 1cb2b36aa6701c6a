import ArgumentParser
import Testing
import TorporWire

@testable import torpor

@Suite("The lines of a recording")
struct RecordingTextTests {
  private func lines(
    end: Control.RecordingEnd? = nil,
    trouble: String? = nil
  ) -> [String] {
    let recording = Control.Recording(
      path: "/var/lib/torpor/recording.jsonl",
      isRunning: end == nil,
      beganWallMicroseconds: 0,
      end: end,
      inputs: 42,
      bytes: 9000,
      bytesMax: 268_435_456,
      daysMax: 10,
      trouble: trouble
    )
    return RecordStatusCommand.lines(recording, .epoch)
  }

  @Test("say since when it runs, how much there is, and where")
  func running() {
    #expect(
      lines() == [
        "Recording since 1970-01-01 00:00:00: 42 inputs, 9000 of 268435456 bytes, 10 days at most.",
        "/var/lib/torpor/recording.jsonl",
      ]
    )
  }

  @Test(
    "say why it ended",
    arguments: [
      (Control.RecordingEnd.stopped, "until it was stopped"),
      (.size, "until it reached its size limit"), (.age, "until it reached its age limit"),
      (.journal, "until a new journal was begun"),
    ]
  )
  func ended(end: Control.RecordingEnd, words: String) {
    #expect(lines(end: end)[0].hasPrefix("Recorded from 1970-01-01 00:00:00, \(words): 42 inputs"))
  }

  @Test("say why nothing can be written")
  func trouble() {
    #expect(
      lines(trouble: "the disk is full").last
        == "It cannot be written now: the disk is full. Until it can, inputs are missing from it."
    )
  }

  @Test("the changes of a replay are those of `torpor settings`, for an app and for the device")
  func replay() throws {
    let command = try ReplayCommand.parse([
      "--profile", "ios10", "--setting", "com.example.mail backgroundRefresh=off", "--without",
      "news", "--rows", "3", "file",
    ])
    let words = try command.words
    #expect(words.first == "replay" && words.suffix(2) == ["--", "file"])
    #expect(words.contains("com.example.mail backgroundRefresh=off"))
    #expect(words.contains { $0.contains("\"app\":\"com.example.mail\"") })
    #expect(words.contains { $0.contains("\"profile\":\"ios10\"") })
    #expect(words.contains("no news") && words.contains("3"))
  }
}
