import Testing
import TorporModel

@testable import torpor

/// A body of a property list, and what is said of it.
struct Mistake: Sendable {
  let body: String
  let sentence: String
}

@Suite("An Info.plist")
struct InfoPlistTests {
  private func read(_ body: String) throws -> InfoPlist {
    let text = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">\#(body)</plist>"#
    return try InfoPlist(Array(text.utf8), file: "Info.plist")
  }

  static let minimum =
    "<key>CFBundleIdentifier</key><string>com.example.mail</string>"
    + "<key>CFBundleExecutable</key><string>mail</string>"

  /// A whole file with no more than that.
  static let list = "<plist><dict>" + minimum + "</dict></plist>"

  @Test("gives every key that is known, and leaves the others alone")
  func whole() throws {
    let plist = try read(
      "<dict>" + Self.minimum
        + """
        <key>CFBundleDisplayName</key><string>Mail</string>
        <key>CFBundleVersion</key><integer>7</integer>
        <key>UIBackgroundModes</key><array><string>fetch</string><string>voip</string></array>
        <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>a.b</string></array>
        <key>UISupportedExternalAccessoryProtocols</key><array><string>c.d</string></array>
        <key>UIApplicationExitsOnSuspend</key><true/>
        <key>TorporSavesBeforeTermination</key><true/>
        <key>UILaunchScreen</key><dict><key>x</key><date>2026-01-01T00:00:00Z</date></dict>
        </dict>
        """
    )
    #expect(plist.identifier.text == "com.example.mail")
    #expect(plist.name == "Mail")
    #expect(plist.executable == "mail")
    #expect(plist.backgroundModes == [.fetch, .voip])
    #expect(plist.permittedTaskIdentifiers == ["a.b"])
    #expect(plist.accessoryProtocols == ["c.d"])
    #expect(plist.exitsOnSuspend)
    #expect(plist.savesBeforeTermination)
  }

  @Test("has Apple's defaults")
  func defaults() throws {
    let plist = try read("<dict>" + Self.minimum + "</dict>")
    #expect(plist.name == "com.example.mail")
    #expect(plist.backgroundModes.isEmpty)
    #expect(plist.permittedTaskIdentifiers.isEmpty)
    #expect(plist.accessoryProtocols == nil)
    #expect(!plist.exitsOnSuspend)
    #expect(!plist.savesBeforeTermination)
  }

  static let wrong: [Mistake] = [
    Mistake(
      body: "<array/>",
      sentence: """
        Info.plist holds an array. It must be a property list, XML or binary, with a \
        dictionary in it.
        """
    ),
    Mistake(
      body: "<dict/>",
      sentence: """
        Info.plist: CFBundleIdentifier is missing. It must be 1 to 155 letters, digits, \
        '.', '-' and '_', with no part between dots empty, such as com.example.mail.
        """
    ),
    Mistake(
      body: "<dict><key>CFBundleIdentifier</key><string>a b</string></dict>",
      sentence: """
        Info.plist: CFBundleIdentifier is 'a b'. It must be 1 to 155 letters, digits, \
        '.', '-' and '_', with no part between dots empty, such as com.example.mail.
        """
    ),
    Mistake(
      body: "<dict><key>CFBundleIdentifier</key><integer>5</integer></dict>",
      sentence: """
        Info.plist: CFBundleIdentifier is the number 5. It must be a string that is not \
        empty.
        """
    ),
    Mistake(
      body: "<dict><key>CFBundleIdentifier</key><string>a</string></dict>",
      sentence: """
        Info.plist: CFBundleExecutable is missing. It must name the file in the bundle \
        that is run, without any '/'.
        """
    ),
    Mistake(
      body: """
         \
        <dict><key>CFBundleIdentifier</key><string>a</string><key>CFBundleExecutable</key><string>../sh</string></dict>
        """,
      sentence: """
        Info.plist: CFBundleExecutable is '../sh'. It must name the file in the bundle \
        that is run, without any '/'.
        """
    ),
    Mistake(
      body: """
         \
        <dict>\(minimum)<key>UIBackgroundModes</key><array><string>fetsch</string></array></dict>
        """,
      sentence: """
        Info.plist: UIBackgroundModes has 'fetsch' in it. Allowed: audio, \
        bluetooth-central, bluetooth-peripheral, external-accessory, fetch, location, \
        nearby-interaction, network-authentication, newsstand-content, processing, \
        push-to-talk, remote-notification, voip.
        """
    ),
    Mistake(
      body: "<dict>\(minimum)<key>UIBackgroundModes</key><string>fetch</string></dict>",
      sentence: """
        Info.plist: UIBackgroundModes is the string 'fetch'. It must be an array of \
        strings.
        """
    ),
    Mistake(
      body: """
         \
        <dict>\(minimum)<key>BGTaskSchedulerPermittedIdentifiers</key><array><true/></array></dict>
        """,
      sentence: """
        Info.plist: BGTaskSchedulerPermittedIdentifiers has true in it. It must be an \
        array of strings.
        """
    ),
    Mistake(
      body: """
         \
        <dict>\(minimum)<key>UIApplicationExitsOnSuspend</key><integer>1</integer></dict>
        """,
      sentence: """
        Info.plist: UIApplicationExitsOnSuspend is the number 1. It must be true or \
        false.
        """
    ),
  ]

  @Test("names the file, the key, what was found and what is allowed", arguments: wrong)
  func names(expected: Mistake) {
    let mistake = #expect(throws: ManifestMistake.self) { try read(expected.body) }
    #expect(mistake?.sentence == expected.sentence)
  }
}

@Suite("A desktop entry")
struct DesktopEntryTests {
  @Test("gives the command without field codes, and our keys")
  func whole() throws {
    let entry = try DesktopEntry(
      """
      # A comment
      [Desktop Entry]
      Name=Firefox
      Name[de]=Feuerfuchs
      Exec=/usr/bin/firefox --name "Fire fox" %u 100%%
      Path=/srv
      X-Torpor-Identifier=org.mozilla.firefox
      X-Torpor-BackgroundModes=fetch;audio;
      X-Torpor-PermittedTaskIdentifiers=a.b
      X-Torpor-ExitsOnSuspend=true
      X-Torpor-SavesBeforeTermination=true
      X-Torpor-Cooperative=true

      [Desktop Action new]
      Exec=other
      """,
      file: "/x/firefox.desktop"
    )
    #expect(entry.identifier.text == "org.mozilla.firefox")
    #expect(entry.name == "Firefox")
    #expect(entry.command == ["/usr/bin/firefox", "--name", "Fire fox", "100%"])
    #expect(entry.workingDirectory == "/srv")
    #expect(entry.backgroundModes == [.fetch, .audio])
    #expect(entry.permittedTaskIdentifiers == ["a.b"])
    #expect(entry.exitsOnSuspend && entry.savesBeforeTermination && entry.isCooperative)
  }

  @Test("is named by its file, and is a plain program, unless it says otherwise")
  func defaults() throws {
    let entry = try DesktopEntry("[Desktop Entry]\nExec=x\n", file: "/x/org.gnome.Clocks.desktop")
    #expect(entry.identifier.text == "org.gnome.Clocks")
    #expect(entry.name == "org.gnome.Clocks")
    #expect(!entry.isCooperative && !entry.exitsOnSuspend && !entry.savesBeforeTermination)
  }

  @Test(
    "names the file, the key, what was found and what is allowed",
    arguments: [
      ("", "x.desktop has no group [Desktop Entry]. A desktop entry begins with that line."),
      (
        "[Desktop Entry]\nhello",
        "x.desktop has 'hello' in line 2. A line must be KEY=VALUE, [GROUP] or # COMMENT."
      ),
      (
        "[Desktop Entry]\nName=X",
        "x.desktop: Exec is missing. It must be the command that is run."
      ),
      (
        "[Desktop Entry]\nExec=a \"b",
        "x.desktop: Exec is 'a \"b'. It must be a command with balanced double quotes, as the "
          + "Desktop Entry Specification has it."
      ),
      (
        "[Desktop Entry]\nExec=a\nX-Torpor-Cooperative=yes",
        "x.desktop: X-Torpor-Cooperative is 'yes'. It must be true or false."
      ),
    ]
  )
  func mistakes(text: String, sentence: String) {
    let mistake = #expect(throws: ManifestMistake.self) {
      try DesktopEntry(text, file: "x.desktop")
    }
    #expect(mistake?.sentence == sentence)
  }
}
