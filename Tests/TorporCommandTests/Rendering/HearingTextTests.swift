import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("What is said of sound that nobody hears")
struct HearingTextTests {
  private static let none = Capability(
    name: "desktop",
    isAvailable: false,
    text: "no torpor-session is attached"
  )
  private static let deaf = Capability(
    name: "desktop.audio",
    isAvailable: false,
    text: "the desktop of user 7 does not report audio"
  )
  private static let hears = Capability(name: "desktop.audio", isAvailable: true, text: "it does")

  private func lines(
    _ capabilities: [Capability],
    _ state: ApplicationState = .suspended,
    isCooperative: Bool = false
  ) -> [String] {
    let app = Samples.app("player", state, isCooperative: isCooperative)
    return HearingText.section(about: app, capabilities, .plain)
  }

  @Test("is why it may be frozen while it plays")
  func missing() {
    #expect(
      lines([Self.none]) == [
        "", "Sound",
        "  The daemon cannot detect whether it plays sound: no torpor-session is attached. Start "
          + "`torpor-session` in the desktop's session.",
      ]
    )
    #expect(
      lines([Self.deaf]).last
        == "  The daemon cannot detect whether it plays sound: the desktop of user 7 does not report audio."
    )
  }

  @Test("is nothing where it is heard, runs, or speaks for itself")
  func nothing() {
    #expect(lines([Self.hears]) == [])
    #expect(lines([]) == [])
    #expect(lines([Self.none], .background) == [])
    #expect(lines([Self.none], isCooperative: true) == [])
  }
}
