import Testing

@testable import TorporModel

@Suite("The name of a unit in which a desktop has started a program")
struct DesktopUnitTests {
  @Test(
    "says which .desktop file it belongs to",
    arguments: [
      ("app-gnome-firefox-1234.scope", "firefox", "gnome"),
      ("app-firefox-1234.scope", "firefox", nil),
      ("app-org.kde.konsole-a1b2c3d4e5f60718293a4b5c6d7e8f90.scope", "org.kde.konsole", nil),
      ("app-flatpak-org.gnome.Maps-99.scope", "org.gnome.Maps", "flatpak"),
      (#"app-gnome-google\x2dchrome-77.scope"#, "google-chrome", "gnome"),
      (#"app-x\x2dcinnamon-xed-7.scope"#, "xed", "x-cinnamon"),
      ("app-org.kde.dolphin@autostart.service", "org.kde.dolphin", nil),
      ("app-KDE-org.kde.kate@9f.service", "org.kde.kate", "KDE"),
      ("app-gnome-firefox-1234.service", "firefox", "gnome"),
      ("app-code.service", "code", nil),
      ("app-org.example.a@b@c.service", "org.example.a", nil),
      (
        "snap.firefox.firefox-2f3c8a10-0d4e-4c1b-9a77-0123456789ab.scope", "firefox_firefox", "snap"
      ),
      ("snap.code.url.2f3c8a10-0d4e-4c1b-9a77-0123456789ab.scope", "code_url", "snap"),
    ] as [(String, String, String?)]
  )
  func known(name: String, entry: String, launcher: String?) {
    let unit = DesktopUnit(unit: name)
    #expect(unit?.entry == entry)
    #expect(unit?.launcher == launcher)
  }

  @Test(
    "says nothing of others",
    arguments: [
      "", "app-.scope", "app-firefox.scope", "app--1.scope", "app-a-b-c-1.scope", "app.slice",
      "app-gnome-firefox-1234.slice", "vte-spawn-2f3c8a10-0d4e-4c1b-9a77-0123456789ab.scope",
      "dbus-:1.2-org.a11y.Bus@0.service", "pipewire.service", "gnome-terminal-server.service",
      #"app-a\x2fb-1.scope"#, #"app-a\x2-1.scope"#, #"app-a\xff-1.scope"#, #"app-a\q-1.scope"#,
      #"app-\x2e\x2e-1.scope"#, #"app-a\x0ab-1.scope"#, "app-gnome-firefox-.scope",
      "snap.firefox.firefox-1234.scope", "snap.firefox-2f3c8a10-0d4e-4c1b-9a77-0123456789ab.scope",
      "snap.a.b-2f3c8a10-0d4e-4c1b-9a77-0123456789ag.scope",
    ]
  )
  func unknown(name: String) { #expect(DesktopUnit(unit: name) == nil) }

  @Test("is no longer than a name can be")
  func length() {
    #expect(DesktopUnit(unit: "app-" + String(repeating: "a", count: 240) + "-1.scope") != nil)
    #expect(DesktopUnit(unit: "app-" + String(repeating: "a", count: 260) + "-1.scope") == nil)
  }

  @Test(
    "is found in the path of a group, in the pure tree and in the hybrid one",
    arguments: [
      (
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-gnome-firefox-1.scope",
        "firefox"
      ),
      ("0::/user@1000.service/app.slice/app-gnome.slice/app-gnome-maps-2.scope", "maps"),
      ("0::/x/app.slice/app-code-3.scope/inner/deep", "code"),
      ("0::/user.slice/session.slice/org.gnome.Shell@wayland.service", nil),
      ("0::/user.slice/app.slice", nil), ("0::/app-gnome-firefox-1.scope", nil), ("", nil),
    ] as [(String, String?)]
  )
  func path(text: String, entry: String?) {
    #expect(DesktopUnit(groupPath: text)?.entry == entry)
  }
}

@Suite("A .desktop file")
struct MenuEntryTests {
  private func text(_ lines: String...) -> String {
    (["[Desktop Entry]", "Type=Application"] + lines).joined(separator: "\n")
  }

  @Test("says what its program is called, and nothing of its actions")
  func name() {
    let file = text(
      "# Name=no",
      "Name[de]=Karten",
      " Name = Maps\\sof\\nthe \\\\world ",
      "Name=Second",
      "[Desktop Action new]",
      "Name=New",
      "NoDisplay=true"
    )
    let entry = MenuEntry(parsing: file)
    #expect(entry?.name == "Maps of the \\world")
    #expect(entry?.isShown == true)
  }

  @Test("says whether menus show its program", arguments: ["NoDisplay=true", "Hidden=true"])
  func hidden(line: String) {
    #expect(MenuEntry(parsing: text("Name=Settings daemon", line))?.isShown == false)
  }

  @Test(
    "that is none of a program is none",
    arguments: [
      "", "Name=Maps\nType=Application", "[Desktop Entry]\nType=Link\nName=Web",
      "[Desktop Entry]\nType=Application", "[Desktop Entry]\nType=Application\nName=",
      "[Other]\nType=Application\nName=Maps",
    ]
  )
  func others(text: String) { #expect(MenuEntry(parsing: text) == nil) }
}

@Suite("The file of what is never adopted")
struct AdoptionRulesTests {
  @Test("names programs, whole or by their beginning")
  func rules() {
    let rules = AdoptionRules(
      parsing: "# mine\nnever org.kde.kate\n\n  never  org.gnome.*  # all\nnever code.desktop\n",
      path: "/a"
    )
    #expect(rules.forbids("org.kde.kate"))
    #expect(!rules.forbids("org.kde.kate2"))
    #expect(rules.forbids("org.gnome.Maps"))
    #expect(rules.forbids("code"))
    #expect(!rules.forbids("firefox"))
    #expect(rules.mistakes == [])
    #expect(!AdoptionRules().forbids("firefox"))
  }

  @Test("with a line that is no rule says which, and keeps the others")
  func mistakes() {
    let rules = AdoptionRules(parsing: "freeze firefox\nnever a b\nnever code", path: "/etc/a.conf")
    #expect(
      rules.mistakes == [
        "/etc/a.conf:1: 'freeze firefox' is not a rule, so it does not count. Write 'never' and the identifier of a "
          + ".desktop file, such as 'never org.kde.kate'.",
        "/etc/a.conf:2: 'never a b' is not a rule, so it does not count. Write 'never' and the identifier of a "
          + ".desktop file, such as 'never org.kde.kate'.",
      ]
    )
    #expect(rules.forbids("code"))
  }
}
