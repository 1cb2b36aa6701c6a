import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Focus under sway", .serialized)
struct SwayFocusTests {
  static let isThere: Bool = {
    guard CurrentProcess.userID == 0 else {
      print("skipped: only root can start sway as somebody else, whose folder nobody shares")
      return false
    }
    return DesktopWorld.has("sway", "foot")
  }()

  /// sway without a screen; it refuses to run as root.
  private final class Desktop {
    let world: DesktopWorld
    let socket: String
    private var compositor: DesktopProcess?
    private static let nobody = ProcessStart.User(userID: 65534, groupID: 65534)

    init() throws {
      world = try DesktopWorld()
      socket = world.folder + "/ipc"
      try Files.setMode(0o700, of: world.folder)
      try #require(chown(world.folder, 65534, 65534) == 0)
      try Files.replace(
        world.folder + "/config",
        with: "swaybg_command -\nxwayland disable\n"
      )
      compositor = try start(
        ["sway", "-c", world.folder + "/config"],
        [
          "WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1",
          "SWAYSOCK=\(socket)",
        ]
      )
      try #require(
        world.wait { Files.exists(socket) && Files.exists(world.folder + "/wayland-1") }
      )
    }

    func start(_ command: [String], _ environment: [String] = []) throws -> DesktopProcess {
      try DesktopProcess(
        command,
        in: world,
        environment: ["XDG_RUNTIME_DIR=\(world.folder)"] + environment,
        user: Desktop.nobody
      )
    }

    func terminal() throws -> DesktopProcess {
      try start(["foot", "sh", "-c", "sleep 1000; true"], ["WAYLAND_DISPLAY=wayland-1"])
    }

    func end() { compositor = nil }
  }

  @Test(
    "follows the focused window, which the pointer is over, too",
    .enabled(if: SwayFocusTests.isThere)
  )
  func follows() throws {
    let desktop = try Desktop()
    let world = desktop.world
    let part = FocusPart(
      on: world.loop,
      bus: BusConnection(BusAddress(name: "session bus", address: nil), on: world.loop),
      outbox: world.outbox,
      environment: { $0 == "SWAYSOCK" ? desktop.socket : nil }
    )
    part.start()
    #expect(world.wait { world.focus == [] }, "nothing is focused at first")
    let first = try desktop.terminal()
    #expect(
      world.wait { world.focus?.count == 3 && world.focus?.contains(first.processID) == true }
    )
    let second = try desktop.terminal()
    #expect(
      world.wait {
        guard let focus = world.focus, focus.contains(second.processID) else { return false }
        return focus.count == 3 && !focus.contains(first.processID)
      }
    )
    let pointerFocus = world.last { if case .pointerFocus(let pids) = $0 { pids } else { nil } }
    #expect(pointerFocus == [second.processID])
    second.end()
    #expect(
      world.wait { world.focus?.contains(first.processID) == true && world.focus?.count == 3 }
    )
    first.end()
    #expect(world.wait { world.focus == [] })
    #expect(world.part("focus")?.isAvailable == true)
    desktop.end()
    #expect(
      world.wait {
        world.part("focus")?.cause?.hasPrefix("sway has closed the connection at \(desktop.socket)")
          == true
      }
    )
  }

  @Test(
    "sees which windows a workspace shows, with the programs of terminals",
    .enabled(if: SwayFocusTests.isThere && DesktopWorld.has("swaymsg"))
  )
  func windows() throws {
    let desktop = try Desktop()
    let world = desktop.world
    let windows = WindowsPart(on: world.loop, outbox: world.outbox, isOfApp: { _ in true })
    let part = FocusPart(
      on: world.loop,
      bus: BusConnection(BusAddress(name: "session bus", address: nil), on: world.loop),
      outbox: world.outbox,
      environment: { $0 == "SWAYSOCK" ? desktop.socket : nil },
      windows: windows
    )
    windows.start()
    part.start()
    #expect(world.wait { world.windows?.isEmpty == true })
    let first = try desktop.terminal()
    #expect(world.wait { world.visibility(of: first.processID) == .focused })
    let second = try desktop.terminal()
    #expect(world.wait { world.visibility(of: first.processID) == .visible })
    #expect(world.wait { world.visibility(of: second.processID) == .focused })
    func swaymsg(_ words: String...) throws {
      try desktop.start(["swaymsg"] + words, ["SWAYSOCK=\(desktop.socket)"]).finish()
    }
    try swaymsg("workspace", "2")
    #expect(world.wait { world.visibility(of: first.processID) == .elsewhere })
    #expect(world.wait { world.visibility(of: second.processID) == .elsewhere })
    let programs = { world.windows?.filter(\.isTerminal).map(\.visibility) }
    #expect(
      world.wait { programs()?.count == 4 && programs()?.allSatisfy { $0 == .elsewhere } == true }
    )
    try swaymsg("workspace", "1")
    #expect(world.wait { world.visibility(of: second.processID) == .focused })
    // Sway reports no change of a layout: what is behind a tab shows with the next change of the focus.
    try swaymsg("layout", "tabbed")
    try swaymsg("focus", "left")
    #expect(world.wait { world.visibility(of: first.processID) == .focused })
    #expect(world.wait { world.visibility(of: second.processID) == .elsewhere }, "behind a tab")
    desktop.end()
    #expect(world.wait { world.windows == nil })
  }
}
