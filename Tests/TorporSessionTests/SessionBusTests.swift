import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Programs on the session bus", .serialized)
struct SessionBusTests {
  static let isThere = DesktopWorld.has("dbus-daemon") && DesktopProcess.hasPythonBus

  /// A program with its own connection to the bus, which does what it reads.
  private static let player = """
    import sys, dbus, dbus.service, dbus.mainloop.glib
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    name = dbus.service.BusName("org.mpris.MediaPlayer2.test", bus)
    PROPERTIES = "org.freedesktop.DBus.Properties"
    class Player(dbus.service.Object):
        status = "Paused"
        @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
        def GetAll(self, interface): return {"PlaybackStatus": self.status}
        @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
        def PropertiesChanged(self, interface, changed, gone): pass
        @dbus.service.method("io.torpor.Test", in_signature="s")
        def Become(self, status):
            self.status = status
            self.PropertiesChanged("org.mpris.MediaPlayer2.Player", {"PlaybackStatus": status}, [])
    player = Player(bus, "/org/mpris/MediaPlayer2")
    GLib.MainLoop().run()
    """

  private func become(_ status: String) -> BusCall {
    BusCall(
      destination: "org.mpris.MediaPlayer2.test",
      path: "/org/mpris/MediaPlayer2",
      interface: "io.torpor.Test",
      member: "Become",
      arguments: [.string(status)]
    )
  }

  @Test("players that say that they play are told, until they pause or go", .enabled(if: isThere))
  func players() throws {
    let world = try DesktopWorld()
    let (daemon, bus, address) = try world.startBus()
    defer { withExtendedLifetime(daemon) {} }
    let environment = ["DBUS_SESSION_BUS_ADDRESS=\(address)"]
    var player: DesktopProcess? = try DesktopProcess(
      ["python3", "-c", Self.player],
      in: world,
      environment: environment
    )
    let first = try #require(player).processID
    // One that was there before, and one that comes later.
    try #require(world.wait { (try? world.answer(become("Playing"), on: bus)) != nil })
    let part = MediaPart(on: bus, outbox: world.outbox)
    part.start()
    let playing = { world.last { if case .mediaPlaying(let pids) = $0 { pids } else { nil } } }
    #expect(world.wait { playing() == [first] })
    _ = try world.answer(become("Paused"), on: bus)
    #expect(world.wait { playing() == [] })
    _ = try world.answer(become("Playing"), on: bus)
    #expect(world.wait { playing() == [first] })
    player = nil
    #expect(world.wait { playing() == [] })
    player = try DesktopProcess(
      ["python3", "-c", Self.player],
      in: world,
      environment: environment
    )
    let second = try #require(player).processID
    try #require(world.wait { (try? world.answer(become("Playing"), on: bus)) != nil })
    #expect(world.wait { playing() == [second] })
    #expect(world.part("media")?.isAvailable == true)
  }

  @Test("a process of an app does not tell the focus", .enabled(if: isThere))
  func setFocusByApp() throws {
    let world = try DesktopWorld()
    let (daemon, bus, address) = try world.startBus()
    defer { withExtendedLifetime(daemon) {} }
    var asked: [Int32] = []
    let part = FocusPart(
      on: world.loop,
      bus: bus,
      outbox: world.outbox,
      environment: { _ in nil },
      isOfApp: {
        asked.append($0)
        return true
      }
    )
    part.start()
    let helper = BusConnection(BusAddress(name: "app's bus", address: address), on: world.loop)
    helper.start()
    try #require(world.wait { helper.isConnected })
    let call = BusCall(
      destination: try #require(bus.uniqueName),
      path: FocusService.path,
      interface: FocusService.name,
      member: "SetFocus",
      arguments: [.array([.uint32(7)], of: "u")]
    )
    #expect(
      throws: BusFailure.refused(
        name: "org.freedesktop.DBus.Error.AccessDenied",
        message:
          "SetFocus was refused: process \(getpid()) belongs to an app or has ended, and an app could keep itself "
          + "running by it. Call it from the compositor, or from a helper that neither Torpor nor the desktop has started "
          + "as an app, such as a service in session.slice."
      )
    ) {
      try world.answer(call, on: helper)
    }
    #expect(asked == [getpid()])
    #expect(world.focus == nil)
  }

  @Test("a second helper takes over what it reports, and nothing else", .enabled(if: isThere))
  func twoHelpers() throws {
    let world = try DesktopWorld()
    let (daemon, bus, address) = try world.startBus()
    defer { withExtendedLifetime(daemon) {} }
    var focus: [FocusNews?] = []
    var windows: [WindowNews?] = []
    let service = FocusService(
      on: bus,
      loop: world.loop,
      isOfApp: { _ in false },
      reportWindows: { windows.append($0) },
      report: { focus.append($0) }
    )
    service.start()
    let helpers = ["compositor", "person"].map {
      BusConnection(BusAddress(name: $0, address: address), on: world.loop)
    }
    for helper in helpers { helper.start() }
    try #require(world.wait { helpers.allSatisfy(\.isConnected) && bus.isConnected })
    func call(_ member: String, _ value: BusValue, by helper: BusConnection) throws {
      let call = BusCall(
        destination: try #require(bus.uniqueName),
        path: FocusService.path,
        interface: FocusService.name,
        member: member,
        arguments: [value]
      )
      _ = try world.answer(call, on: helper)
    }
    let rows = BusValue.array([.structure([.uint32(7), .string("visible")])], of: "(us)")
    try call("SetWindows", rows, by: helpers[0])
    try call("SetFocus", .array([.uint32(7)], of: "u"), by: helpers[0])
    try call("SetFocus", .array([.uint32(8)], of: "u"), by: helpers[1])
    helpers[1].stop()
    #expect(world.wait { focus.last == .some(nil) })
    #expect(
      focus == [
        .looked(FocusView(focused: [7])), .looked(FocusView(focused: [8])), nil,
      ]
    )
    #expect(windows == [.looked([WindowView(process: 7, visibility: .visible)])])
    // Its connection outlives what reports on it, as KWin's does.
    try call("KeepReports", .int32(1), by: helpers[0])
    #expect(throws: BusFailure.self) { try call("KeepReports", .uint32(0), by: helpers[0]) }
    #expect(windows.last != .some(nil))
    #expect(world.wait { windows.last == .some(nil) })
    try call("SetWindows", rows, by: helpers[0])
    helpers[0].stop()
    #expect(world.wait { windows.count == 4 && windows.last == .some(nil) })
  }

  @Test(
    "who may report what can be seen: nobody of an app, and of nothing that apps could have started",
    arguments: [
      ("0::/user.slice/user-1000.slice/user@1000.service/session.slice/kwin.service\n", true),
      ("0::/user.slice/user-1000.slice/session-2.scope\n", true),
      ("0::/user.slice/user@1000.service/app.slice/app-gnome-firefox-1.scope\n", false),
      ("0::/user.slice/user@1000.service/app.slice/vte-spawn-1.scope\n", false),
      ("0::/user.slice/user@1000.service/app.slice/dbus-x.slice/dbus-x@1.service\n", false),
      ("0::/torpor/apps/com.example.a@12\n", false),
    ]
  )
  func reporters(text: String, mayReport: Bool) {
    #expect(AppGroup.mayReport(from: text) == mayReport)
    // Who has ended may have left its connection to another.
    #expect(!AppGroup.mayReport(Int32.max))
  }

  @Test(
    "the group of an app is known by its name, wherever it lies",
    arguments: [
      ("0::/torpor/apps/com.example.a@12\n", true),
      ("1:name=systemd:/x\n0::/user.slice/torpor-2/apps/a@1/own/deeper\n", true),
      ("0::/\n", false), ("0::/user.slice/app-a@1.service\n", false),
      ("0::/torpor/apps\n", false), ("0::/torpor/apps/a@x\n", false),
      ("0::/torpor/apps/@1\n", false), ("0::/torpor/other/a@1\n", false), ("", false),
    ]
  )
  func groups(text: String, isApp: Bool) { #expect(AppGroup.names(text) == isApp) }

  @Test("the windows of what the desktop has started are reported too: it may be adopted")
  func groupsOfDesktop() {
    let group = "0::/user.slice/user@1000.service/app.slice/app-gnome-firefox-1.scope"
    #expect(AppGroup.isOfDesktop("12:devices:/user.slice\n\(group)\n"))
    #expect(!AppGroup.names(group), "it is no group of the daemon's")
    #expect(!AppGroup.isOfDesktop("0::/user.slice/user-1000.slice/session-2.scope\n"))
  }

  @Test("a compositor's helper tells the focus, until it leaves", .enabled(if: isThere))
  func setFocus() throws {
    let world = try DesktopWorld()
    let (daemon, bus, address) = try world.startBus()
    defer { withExtendedLifetime(daemon) {} }
    let part = FocusPart(
      on: world.loop,
      bus: bus,
      outbox: world.outbox,
      environment: { _ in nil },
      windows: WindowsPart(on: world.loop, outbox: world.outbox, isOfApp: { _ in true })
    )
    part.start()
    let helper = BusConnection(BusAddress(name: "helper's bus", address: address), on: world.loop)
    helper.start()
    try #require(world.wait { helper.isConnected })
    func call(_ member: String, _ value: BusValue) -> BusCall {
      BusCall(
        destination: FocusService.name,
        path: FocusService.path,
        interface: FocusService.name,
        member: member,
        arguments: [value]
      )
    }
    try #require(
      world.wait {
        (try? world.answer(call("SetFocus", .array([.uint32(7)], of: "u")), on: helper)) != nil
      }
    )
    #expect(world.wait { world.focus == [7] })
    _ = try world.answer(call("SetPointerFocus", .array([.uint32(8)], of: "u")), on: helper)
    let pointerFocus = { world.last { if case .pointerFocus(let pids) = $0 { pids } else { nil } } }
    #expect(world.wait { pointerFocus() == [8] })
    // Its name in earlier builds.
    _ = try world.answer(call("SetHovered", .array([.uint32(9)], of: "u")), on: helper)
    #expect(world.wait { pointerFocus() == [9] })
    _ = try world.answer(call("SetFocus", .array([], of: "u")), on: helper)
    #expect(world.wait { world.focus == [] })
    #expect(
      throws: BusFailure.refused(
        name: "org.freedesktop.DBus.Error.InvalidArgs",
        message: "SetFocus takes an array of at most 1024 process numbers (au)."
      )
    ) {
      try world.answer(call("SetFocus", .string("7")), on: helper)
    }
    #expect(
      throws: BusFailure.refused(
        name: "org.freedesktop.DBus.Error.UnknownMethod",
        message: "There is no method io.torpor.Session.Other here."
      )
    ) {
      try world.answer(call("Other", .string("")), on: helper)
    }
    let rows: [BusValue] = [
      .structure([.uint32(7), .string("visible")]), .structure([.uint32(8), .string("minimised")]),
    ]
    _ = try world.answer(call("SetWindows", .array(rows, of: "(us)")), on: helper)
    #expect(world.wait { world.windows?.count == 2 })
    #expect(world.visibility(of: 7) == .visible)
    #expect(world.visibility(of: 8) == .minimised)
    // As callDBus of KWin sends it.
    let script: [BusValue] = [
      .variant(.array([.variant(.int32(7)), .variant(.string("elsewhere"))], of: "v"))
    ]
    _ = try world.answer(call("SetWindows", .array(script, of: "v")), on: helper)
    #expect(world.wait { world.visibility(of: 7) == .elsewhere })
    #expect(
      throws: BusFailure.refused(
        name: "org.freedesktop.DBus.Error.InvalidArgs",
        message:
          "SetWindows takes an array of at most 1024 windows, each with the number of its process "
          + "and 'focused', 'visible', 'minimised' or 'elsewhere' (a(us))."
      )
    ) {
      let unknown = BusValue.structure([.uint32(7), .string("transparent")])
      return try world.answer(call("SetWindows", .array([unknown], of: "(us)")), on: helper)
    }
    #expect(world.part("focus")?.isAvailable == true)
    helper.stop()
    #expect(world.wait { world.part("focus")?.isAvailable == false })
    // Of windows nothing is known then: the daemon waits for another helper, and lets the report go.
    #expect(world.windows == nil)
    // What was focused last stays: nobody says that it is not.
    #expect(world.focus == [])
  }
}
