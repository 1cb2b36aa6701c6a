import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Focus under an X server", .serialized)
struct X11FocusTests {
  /// Xvfb with openbox.
  final class Desktop {
    let world: DesktopWorld
    let display: String
    private let server: DesktopProcess
    private var windowManager: DesktopProcess?

    static let isThere = DesktopWorld.has("Xvfb", "openbox", "xterm", "xev", "xkill", "xprop")

    init(hasWindowManager: Bool = true) throws {
      world = try DesktopWorld()
      // The server chooses a free number and writes it when it is ready.
      let pipe = try DescriptorPair.pipe().take()
      server = try DesktopProcess(
        ["Xvfb", "-displayfd", "3", "-nolisten", "tcp", "-screen", "0", "640x480x24"],
        in: world,
        inherited: pipe.second
      )
      Descriptor.close([pipe.second])
      var text = ""
      var byte: UInt8 = 0
      while read(pipe.first, &byte, 1) == 1, byte != 10 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
      Descriptor.close([pipe.first])
      display = ":\(text)"
      guard hasWindowManager else { return }
      // Windows that come while it starts are nobody's.
      let sign = world.folder + "/ready"
      windowManager = try start(["openbox", "--sm-disable", "--startup", "touch \(sign)"])
      try #require(world.wait { Files.exists(sign) })
    }

    func start(_ command: [String]) throws -> DesktopProcess {
      try DesktopProcess(command, in: world, environment: ["DISPLAY=\(display)"])
    }

    func part(_ more: [String: String] = [:], windows: WindowsPart? = nil) -> FocusPart {
      let environment = ["DISPLAY": display].merging(more) { $1 }
      return FocusPart(
        on: world.loop,
        bus: BusConnection(BusAddress(name: "session bus", address: nil), on: world.loop),
        outbox: world.outbox,
        environment: { environment[$0] },
        windows: windows
      )
    }

    func windows() -> WindowsPart {
      WindowsPart(on: world.loop, outbox: world.outbox, isOfApp: { _ in true })
    }
  }

  @Test(
    "sees which windows can be seen: minimised, on another desktop, closed",
    .enabled(if: Desktop.isThere && DesktopWorld.has("xdotool"))
  )
  func windows() throws {
    let desktop = try Desktop()
    let windows = desktop.windows()
    let part = desktop.part(windows: windows)
    windows.start()
    part.start()
    let world = desktop.world
    #expect(world.wait { world.windows?.isEmpty == true })
    let (first, second) = (
      try desktop.start(["xev", "-name", "one"]), try desktop.start(["xterm"])
    )
    #expect(world.wait { world.visibility(of: first.processID) == .visible })
    #expect(world.wait { world.visibility(of: second.processID) == .focused }, "\(world.facts)")
    func xdotool(_ words: String...) throws { try desktop.start(["xdotool"] + words).finish() }
    try xdotool("search", "--name", "one", "windowminimize")
    #expect(world.wait { world.visibility(of: first.processID) == .minimised })
    try xdotool("search", "--name", "one", "windowactivate")
    #expect(world.wait { world.visibility(of: first.processID) == .focused })
    #expect(world.wait { world.visibility(of: second.processID) == .visible })
    try xdotool("set_desktop", "1")
    #expect(world.wait { world.visibility(of: first.processID) == .elsewhere })
    #expect(world.wait { world.visibility(of: second.processID) == .elsewhere })
    try xdotool("set_desktop", "0")
    #expect(world.wait { world.visibility(of: first.processID)?.isShown == true })
    first.end()
    #expect(world.wait { world.windows?.contains { $0.pid == first.processID } == false })
    #expect(world.part("windows")?.isAvailable == true)
  }

  @Test(
    "does not believe a window that says that it is another process's",
    .enabled(if: Desktop.isThere)
  )
  func windowsKernelsWord() throws {
    let desktop = try Desktop()
    let window = try desktop.start(["xev"])
    let windows = desktop.windows()
    let part = desktop.part(windows: windows)
    windows.start()
    part.start()
    let world = desktop.world
    #expect(world.wait { world.visibility(of: window.processID) == .focused })
    try desktop.start(
      ["xprop", "-name", "Event Tester", "-f", "_NET_WM_PID", "32c", "-set", "_NET_WM_PID", "1"]
    )
    .finish()
    windows.lookAgain()
    #expect(world.windows?.map(\.pid) == [window.processID])
  }

  @Test(
    "follows the active window, with the programs of a terminal",
    .enabled(if: Desktop.isThere)
  )
  func follows() throws {
    let desktop = try Desktop()
    let part = desktop.part()
    part.start()
    let terminal = try desktop.start(["xterm", "-e", "sleep 1000; true"])
    #expect(
      desktop.world.wait {
        guard let focus = desktop.world.focus, focus.contains(terminal.processID) else {
          return false
        }
        return focus.count == 3
      },
      "the terminal, its shell and the program in it: \(desktop.world.facts)"
    )
    let window = try desktop.start(["xev"])
    #expect(desktop.world.wait { desktop.world.focus == [window.processID] })
    #expect(desktop.world.part("focus")?.isAvailable == true)
    window.end()
    #expect(desktop.world.wait { desktop.world.focus?.contains(terminal.processID) == true })
    terminal.end()
    #expect(desktop.world.wait { desktop.world.focus == [] }, "\(desktop.world.facts)")
  }

  @Test(
    "takes the kernel's word for a window's process, not the window's",
    .enabled(if: Desktop.isThere)
  )
  func kernelsWord() throws {
    let desktop = try Desktop()
    let window = try desktop.start(["xev"])
    let part = desktop.part()
    part.start()
    #expect(desktop.world.wait { desktop.world.focus == [window.processID] })
    let other = try desktop.start(["xterm"])
    #expect(desktop.world.wait { desktop.world.focus?.contains(other.processID) == true })
    try desktop.start(
      ["xprop", "-name", "Event Tester", "-f", "_NET_WM_PID", "32c", "-set", "_NET_WM_PID", "1"]
    )
    .finish()
    other.end()
    #expect(desktop.world.wait { desktop.world.focus == [window.processID] })
  }

  @Test("says that it cannot tell without a window manager", .enabled(if: Desktop.isThere))
  func noWindowManager() throws {
    let desktop = try Desktop(hasWindowManager: false)
    let part = desktop.part()
    part.start()
    #expect(
      desktop.world.wait {
        desktop.world.part("focus")?.cause
          == "no window manager reports the X server's active window"
      }
    )
    #expect(desktop.world.focus == nil)
  }

  @Test("cannot tell of windows without a window manager", .enabled(if: Desktop.isThere))
  func noWindowManagerForWindows() throws {
    let desktop = try Desktop(hasWindowManager: false)
    let windows = desktop.windows()
    let part = desktop.part(windows: windows)
    windows.start()
    part.start()
    #expect(
      desktop.world.wait {
        desktop.world.part("windows")?.cause
          == "no window manager lists the X server's windows"
      }
    )
    #expect(desktop.world.windows == nil)
  }

  @Test(
    "does not take an X server for the whole of a Wayland session",
    .enabled(if: Desktop.isThere)
  )
  func wayland() throws {
    let desktop = try Desktop()
    let part = desktop.part(["WAYLAND_DISPLAY": "wayland-1"])
    part.start()
    #expect(
      desktop.world.part("focus")?.cause
        == "no source reports which window has the focus (X11, sway, or io.torpor.Session.SetFocus)"
    )
  }

  @Test(
    "tells of a grab that lasts, when a client of the server was frozen, and of none otherwise",
    .enabled(if: Desktop.isThere)
  )
  func grabs() throws {
    let desktop = try Desktop()
    let window = try desktop.start(["xev"])
    let part = desktop.part()
    part.start()
    #expect(desktop.world.wait { desktop.world.focus == [window.processID] })
    let grab = { desktop.world.last { if case .grab(let pid) = $0 { pid } else { nil } } }
    // Nobody holds anything: the answer has come when that to a later question has.
    let x11 = X11Focus(display: desktop.display, on: desktop.world.loop) { _ in }
    x11.start()
    var holders: [Int32]?
    func ask() {
      holders = nil
      x11.possibleHolders(among: [window.processID, 1]) { holders = $0 }
    }
    ask()
    #expect(
      desktop.world.wait {
        if holders == nil { ask() }
        return holders == []
      }
    )
    // xkill holds the pointer until somebody clicks.
    let killer = try desktop.start(["xkill"])
    #expect(
      desktop.world.wait {
        defer { if holders != [window.processID] { ask() } }
        return holders == [window.processID]
      }
    )
    part.obey(.frozen(launch: "1", pids: [window.processID, 1]))
    #expect(desktop.world.wait { grab() == window.processID })
    killer.end()
    #expect(
      desktop.world.wait {
        defer { if holders != [] { ask() } }
        return holders == []
      }
    )
  }

  @Test("says why when there is no server")
  func noServer() throws {
    let world = try DesktopWorld()
    let part = FocusPart(
      on: world.loop,
      bus: BusConnection(BusAddress(name: "session bus", address: nil), on: world.loop),
      outbox: world.outbox,
      environment: { $0 == "DISPLAY" ? ":4093" : nil }
    )
    part.start()
    #expect(
      world.wait {
        world.part("focus")?.cause
          == "the X server of :4093 does not answer, or not to this user"
      }
    )
  }
}
