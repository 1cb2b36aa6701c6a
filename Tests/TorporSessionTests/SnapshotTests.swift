import CZlib
import Glibc
import Testing
import TorporModel
import TorporPosix

@testable import torpor_session

@Suite("Pictures of windows")
struct SnapshotTests {
  /// A window of so many pixels that all have one colour, but for the upper left one.
  private func picture(
    _ width: Int,
    _ height: Int,
    isLittleEndian: Bool = true
  ) throws -> Picture {
    let pixel: [UInt8] = isLittleEndian ? [30, 20, 10, 0] : [0, 10, 20, 30]
    var bytes = (0..<width * height).flatMap { _ in pixel }
    for at in 0..<4 where pixel[at] != 0 { bytes[at] = 250 }
    let image = try #require(
      WindowImage(
        width: width,
        height: height,
        depth: 24,
        bitsPerPixel: 32,
        isLittleEndian: isLittleEndian,
        byteCount: bytes.count
      )
    )
    return bytes.withUnsafeBytes { Picture(image, bytes: $0) }
  }

  @Test("are as large as the window, in the order of bytes that PNG has", arguments: [true, false])
  func colours(isLittleEndian: Bool) throws {
    let picture = try picture(2, 2, isLittleEndian: isLittleEndian)
    #expect((picture.width, picture.height) == (2, 2))
    #expect(picture.bytes == [250, 250, 250, 10, 20, 30, 10, 20, 30, 10, 20, 30])
  }

  @Test("are scaled down to 480 pixels on the longer side, by means")
  func scaling() throws {
    let wide = try picture(960, 540)
    #expect((wide.width, wide.height) == (480, 270))
    // One of four pixels was another.
    #expect(Array(wide.bytes.prefix(6)) == [70, 77, 85, 10, 20, 30])
    let high = try picture(3, 1440)
    #expect((high.width, high.height) == (1, 480))
  }

  @Test("are not made of what cannot be read")
  func unreadable() {
    func image(depth: Int = 24, bits: Int = 32, bytes: Int = 400) -> WindowImage? {
      WindowImage(
        width: 10,
        height: 10,
        depth: depth,
        bitsPerPixel: bits,
        isLittleEndian: true,
        byteCount: bytes
      )
    }
    #expect(image() != nil)
    #expect(image(depth: 16, bits: 16) == nil, "16 bits of colour")
    #expect(image(bytes: 399) == nil, "a byte is missing")
  }

  @Test("are PNG files that hold the same pixels")
  func encoding() throws {
    let picture = try picture(7, 5)
    let png = try #require(PNG.encode(picture))
    #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect((number(16), number(20)) == (7, 5))
    #expect(Array(png[24..<29]) == [8, 2, 0, 0, 0])
    var chunks: [String: [UInt8]] = [:]
    var at = 8
    while at < png.count {
      let end = at + 8 + number(at)
      let named = Array(png[at + 4..<end])
      #expect(number(end) == Int(crc32(0, named, uInt(named.count))))
      chunks[String(decoding: named.prefix(4), as: UTF8.self)] = Array(named.dropFirst(4))
      at = end + 4
    }
    let packed = try #require(chunks["IDAT"])
    var lines = [UInt8](repeating: 0, count: 5 * 22)
    var length = uLong(lines.count)
    #expect(uncompress(&lines, &length, packed, uLong(packed.count)) == Z_OK)
    var above = [UInt8](repeating: 0, count: 21)
    var pixels: [UInt8] = []
    for row in 0..<5 {
      #expect(lines[row * 22] == 2)
      above = zip(above, lines[row * 22 + 1..<row * 22 + 22]).map { $0 &+ $1 }
      pixels += above
    }
    #expect(pixels == picture.bytes)
  }

  private func withStore(_ body: (SnapshotStore) throws -> Void) throws {
    let world = try DesktopWorld()
    try body(SnapshotStore(folder: world.folder + "/state/snapshots"))
  }

  @Test("are kept for their user alone, one for each app, and found again")
  func keeping() throws {
    try withStore { store in
      let mail = try #require(AppIdentifier("com.example.mail"))
      _ = try store.keep([1, 2], of: mail)
      let kept = try #require(try store.keep([1, 2, 3], of: mail).kept)
      #expect(kept.path == store.folder + "/com.example.mail.png")
      #expect(try Files.facts(of: kept.path).st_mode & 0o777 == 0o600)
      #expect(try Files.facts(of: store.folder).st_mode & 0o777 == 0o700)
      try Files.replace(store.folder + "/notes.txt", with: "no picture")
      #expect(store.entries == [kept])
      #expect(kept.byteCount == 3)
      store.remove(mail)
      #expect(store.entries.isEmpty)
    }
  }

  @Test("are 64 at most, the newest")
  func bound() throws {
    try withStore { store in
      func app(_ number: Int) throws -> AppIdentifier { try #require(AppIdentifier("a\(number)")) }
      for number in 0..<SnapshotStore.countMax {
        let kept = try #require(try store.keep([1], of: app(number)).kept)
        // One second older each, from the last on.
        var moments = [timespec(), timespec()]
        moments[1].tv_sec = 1_000_000 + number
        utimensat(AT_FDCWD, kept.path, moments, 0)
      }
      #expect(try store.keep([1], of: app(100)).removed == [app(0)])
      #expect(store.entries.count == SnapshotStore.countMax)
      #expect(try store.entries.first?.app == app(100))
    }
  }

  @Test("lie where the user's state does", arguments: [true, false])
  func place(hasState: Bool) throws {
    let variables = ["HOME": "/home/me"].merging(hasState ? ["XDG_STATE_HOME": "/s"] : [:]) { $1 }
    let folder = SnapshotStore { variables[$0] }?.folder
    #expect(folder == (hasState ? "/s" : "/home/me/.local/state") + "/torpor/snapshots")
    #expect(SnapshotStore { _ in nil } == nil)
  }

  // MARK: Under an X server

  private static let isThere = DesktopWorld.has("Xvfb", "openbox", "xterm", "xdotool", "xprop")

  /// Windows of one app, and what is found of them.
  private final class Scene {
    let desktop: X11FocusTests.Desktop
    let pictures: X11Pictures
    private(set) var causes: [String?] = []

    init(isOfApp: @escaping (Int32) -> Bool = { _ in true }) throws {
      desktop = try X11FocusTests.Desktop()
      var told: (String?) -> Void = { _ in }
      pictures = X11Pictures(
        display: desktop.display,
        on: desktop.world.loop,
        launch: { isOfApp($0) ? "7" : nil },
        report: { told($0) }
      )
      told = { [unowned self] in causes.append($0) }
      pictures.start()
      try #require(desktop.world.wait { causes == [nil] })
    }

    func find() -> X11Pictures.Finding? {
      var finding: X11Pictures.Finding?
      pictures.find("7") { finding = $0 }
      _ = desktop.world.wait { finding != nil }
      return finding
    }

    /// The colour that most pixels have.
    var colour: [UInt8]? {
      guard case .picture(let picture) = find() else { return nil }
      var counts: [[UInt8]: Int] = [:]
      for at in stride(from: 0, to: picture.bytes.count, by: 3) {
        counts[Array(picture.bytes[at..<at + 3]), default: 0] += 1
      }
      return counts.max { $0.value < $1.value }?.key
    }

    func xterm(_ title: String, _ colour: String) throws -> DesktopProcess {
      try desktop.start(["xterm", "-T", title, "-bg", colour, "-fg", colour, "-cr", colour])
    }

    func xdotool(_ words: String...) throws { try desktop.start(["xdotool"] + words).finish() }
  }

  @Test("are there while a window is mapped, and after it was minimised", .enabled(if: isThere))
  func minimised() throws {
    let scene = try Scene()
    #expect(scene.find() == .nothing)
    let window = try scene.xterm("one", "#102030")
    #expect(scene.desktop.world.wait { scene.colour == [0x10, 0x20, 0x30] })
    try scene.xdotool("search", "--name", "one", "windowminimize", "--sync")
    #expect(scene.desktop.world.wait { scene.colour == [0x10, 0x20, 0x30] })
    try scene.xdotool("search", "--name", "one", "windowmap", "--sync")
    #expect(scene.desktop.world.wait { scene.colour == [0x10, 0x20, 0x30] })
    window.end()
    #expect(scene.desktop.world.wait { scene.find() == .nothing })
  }

  @Test("are kept when a window was shown and minimised unheard", .enabled(if: isThere))
  func heardLate() throws {
    let scene = try Scene()
    let window = try scene.xterm("late", "#102030")
    #expect(scene.desktop.world.wait { scene.colour == [0x10, 0x20, 0x30] })
    // The loop does not turn meanwhile: all of it is heard when the window is drawn into nothing.
    for step in ["windowminimize", "windowmap", "windowminimize"] {
      try scene.xdotool("search", "--name", "late", step, "--sync")
    }
    #expect(scene.desktop.world.wait { scene.colour == [0x10, 0x20, 0x30] })
    window.end()
  }

  @Test("are not of private windows, and not of other programs", .enabled(if: isThere))
  func privacy() throws {
    var other: Int32 = 0
    let scene = try Scene { $0 != other }
    let window = try scene.xterm("mine", "#102030")
    #expect(scene.desktop.world.wait { scene.colour != nil })
    let property = ["-f", "_TORPOR_PRIVATE", "32c", "-set", "_TORPOR_PRIVATE", "1"]
    try scene.desktop.start(["xprop", "-name", "mine"] + property).finish()
    #expect(scene.desktop.world.wait { scene.find() == .isPrivate })
    window.end()
    let stranger = try scene.xterm("other", "#405060")
    other = stranger.processID
    try scene.xdotool("search", "--sync", "--name", "other")
    // Its windows were listed before an answer comes that was asked for now.
    #expect(scene.desktop.world.wait { scene.find() == .nothing })
    #expect(scene.colour == nil)
    stranger.end()
  }
}
