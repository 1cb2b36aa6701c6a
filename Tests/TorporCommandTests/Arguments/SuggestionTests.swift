import Testing

@testable import torpor

@Suite("What a shell offers for a word")
struct SuggestionTests {
  private func settings(_ words: String...) -> [String] {
    Suggestions.settings(in: words, at: words.count - 1, apps: ["org.example.mail"])
  }

  @Test("of settings: those of the device, and apps, as long as neither is named")
  func first() {
    #expect(settings("torpor", "settings", "") == SettingsText.deviceNames + ["org.example.mail"])
    #expect(
      settings("torpor", "settings", "--json", "--socket", "/x", "page")
        == SettingsText.deviceNames + ["org.example.mail"]
    )
  }

  @Test("of settings: those of the app after an app, those of the device after one of the device")
  func second() {
    #expect(settings("torpor", "settings", "org.example.mail", "") == SettingsText.appNames)
    #expect(settings("torpor", "settings", "pageOutAfter=5m", "") == SettingsText.deviceNames)
    // bash ends a word at `=`.
    #expect(
      settings("torpor", "settings", "pageOutAfter", "=", "5m", "") == SettingsText.deviceNames
    )
  }

  @Test("comes from the daemon that the line names, or the one that the command would find")
  func socket() {
    let environment = { (name: String) in name == "TORPOR_SOCKET" ? "/run/mine" : nil }
    let named = ["torpor", "why", "--socket", "/run/other", ""]
    #expect(Suggestions.socket(in: named, environment: environment) == "/run/other")
    #expect(Suggestions.socket(in: ["torpor", "why", ""], environment: environment) == "/run/mine")
    #expect(
      Suggestions.socket(in: ["torpor", "--socket"], environment: environment) == "/run/mine"
    )
  }

  @Test("is one word in every shell")
  func words() {
    #expect(Suggestions.isWord("org.example.mail") && Suggestions.isWord("backup-1"))
    #expect(
      !Suggestions.isWord("") && !Suggestions.isWord("two words") && !Suggestions.isWord("a\nb")
    )
  }
}
