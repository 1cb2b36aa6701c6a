import Testing
import TorporModel

@testable import TorporCore

@Suite("The rules that the state of a device keeps, without its services")
struct DeviceStateInvariantTests {
  @Test("holds for an app on screen, and names an app that is there and not installed")
  func screen() {
    var world = ServiceWorld()
    world.add("mail", .onScreen)
    world.state.screen.add(world.app("mail"))
    #expect(world.state.brokenInvariants() == [])
    world.state.screen.add(world.app("gone"))
    #expect(
      world.state.brokenInvariants() == [
        "the screen holds 2 apps and has room for one",
        "com.example.gone is on screen and not installed",
      ]
    )
  }

  @Test("names an app whose process and whose screen say different things")
  func process() {
    var world = ServiceWorld(.linux)
    world.add("mail", .onScreen)
    #expect(
      world.state.brokenInvariants()
        == ["com.example.mail: on screen by its process true, by the screen false"]
    )
  }

  @Test("has no app alive that has no process, or one that is about to end")
  func alive() {
    var world = ServiceWorld()
    world.add("mail", .background)
    world.add("notes", .dead)
    #expect(world.state.isAlive(world.app("mail")))
    #expect(!world.state.isAlive(world.app("notes")))
    world.beginKilling("mail")
    #expect(!world.state.isAlive(world.app("mail")))
    #expect(!world.state.isAlive(world.app("gone")))
  }

  @Test("takes what is opened for a habit, but for a command")
  func habits() {
    var world = ServiceWorld()
    world.add("mail", .onScreen)
    world.add("grep", .onScreen)
    world.change("grep") { record in
      record.manifest = AppManifest(identifier: record.identifier, isTransient: true)
    }
    for name in ["mail", "grep"] {
      world.state.noteOpened(slot: world.slot(name), at: .zero)
    }
    #expect(world.state.usage.history(of: world.app("mail"))?.count == 1)
    #expect(world.state.usage.history(of: world.app("grep")) == nil)
  }
}
