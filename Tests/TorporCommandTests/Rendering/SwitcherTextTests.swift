import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporText
import TorporWire

@testable import torpor

@Suite("A card of the switcher")
struct SwitcherTextTests {
  private static let mail = AppIdentifier("com.example.mail")!
  private let clock = WallClock(
    now: .at(.seconds(100)),
    wallMicroseconds: 1_000_000_000,
    calendar: WallClock.CalendarTime.local
  )

  private func lines(
    _ state: ApplicationState,
    lastOnScreen: Instant? = nil,
    _ snapshot: AppSnapshotFile? = nil,
    name: String = "Mail"
  ) -> [String] {
    let card = SwitcherCard(
      app: Self.mail,
      name: name,
      state: state,
      lastOnScreen: lastOnScreen,
      snapshot: snapshot
    )
    return SwitcherText.lines(card, clock, .plain)
  }

  @Test("says which app it is, since when it is off screen, and where its picture lies")
  func words() {
    let snapshot = AppSnapshotFile(
      path: "/s/mail.png",
      takenWallMicroseconds: 940_000_000,
      isOwn: false
    )
    #expect(
      lines(.suspended, lastOnScreen: .at(.seconds(70)), snapshot) == [
        "\(Self.mail) (Mail), suspended, on screen 30s ago",
        "  /s/mail.png (its window, 1m 00s ago)",
      ]
    )
    #expect(lines(.active, lastOnScreen: .at(.seconds(70)))[0] == "\(Self.mail) (Mail), active")
    #expect(
      lines(.background, name: Self.mail.text) == [
        "\(Self.mail), background, never on screen", "  no picture",
      ]
    )
  }

  @Test("shows pictures in terminals that say that they can, and not in a multiplexer")
  func terminals() {
    func isUnderstood(_ variables: [String: String]) -> Bool {
      TerminalPicture.isUnderstood { variables[$0] }
    }
    #expect(isUnderstood(["TERM": "xterm-kitty"]))
    #expect(isUnderstood(["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"]))
    #expect(!isUnderstood(["TERM": "xterm-256color"]))
    #expect(!isUnderstood(["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"]))
  }

  @Test("sends a picture in pieces of 4,096 letters, of which the last says that it is the last")
  func pieces() {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(
      text(TerminalPicture.kitty([1, 2, 3])) == "\u{1b}_Ga=T,f=100,q=2,r=8,m=0;AQID\u{1b}\\\n"
    )
    let long = text(TerminalPicture.kitty([UInt8](repeating: 0, count: 3075)))
    #expect(long.hasPrefix("\u{1b}_Ga=T,f=100,q=2,r=8,m=1;AAAA"))
    #expect(long.hasSuffix("A\u{1b}\\\u{1b}_Gm=0;AAAA\u{1b}\\\n"))
  }

  @Test("reads no file but a PNG, and follows no link")
  func reading() throws {
    var template = Array("/tmp/torpor-switcher-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for name in ["png", "text", "link"] { unlink(folder + "/" + name) }
      rmdir(folder)
    }
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]
    try Files.replace(folder + "/png", with: png)
    try Files.replace(folder + "/text", with: "secret")
    symlink(folder + "/png", folder + "/link")
    #expect(TerminalPicture.read(folder + "/png") == png)
    #expect(TerminalPicture.read(folder + "/text") == nil)
    #expect(TerminalPicture.read(folder + "/link") == nil)
    #expect(TerminalPicture.read(folder) == nil)
    #expect(TerminalPicture.read(folder + "/none") == nil)
  }
}
