import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("What `torpor adopt` prints")
struct AdoptionTextTests {
  private func reply(
    isOn: Bool,
    _ apps: [AdoptableApp] = [],
    missing: [String] = []
  ) -> Control.ListAdoptable.Reply {
    Control.ListAdoptable.Reply(
      isOn: isOn,
      apps: apps,
      missing: missing,
      rulesPath: "/etc/torpor/adopt.conf",
      mistakes: []
    )
  }

  private func lines(_ reply: Control.ListAdoptable.Reply, isDryRun: Bool) -> [String] {
    AdoptionText.lines(reply, isDryRun: isDryRun, Style(isColored: false))
  }

  @Test("is a row for each program, with what would become of it now")
  func dryRun() {
    let apps = [
      AdoptableApp(
        app: AppIdentifier("firefox"),
        name: "Firefox",
        groups: ["/a", "/b"],
        isAdopted: false,
        obstacle: "it plays audio"
      ),
      AdoptableApp(app: AppIdentifier("maps"), name: "maps", groups: ["/c"], isAdopted: false),
    ]
    #expect(
      lines(reply(isOn: false, apps), isDryRun: true) == [
        "NAME               GROUPS  ADOPTED  WOULD BE FROZEN NOW",
        "firefox (Firefox)       2  no       no: it plays audio",
        "maps                    1  no       yes",
        "Nothing was changed. `torpor adopt` turns adoption on. /etc/torpor/adopt.conf says what is never adopted.",
      ]
    )
  }

  @Test("says that what was turned on is not saved yet")
  func unsaved() {
    var reply = reply(isOn: true)
    reply.unsaved = "/j cannot be written (no room)."
    #expect(
      lines(reply, isDryRun: false).contains(
        "Whether adoption is on is not saved: /j cannot be written (no room)."
      )
    )
  }

  @Test("says what it lacks, and how to turn it off")
  func lacks() {
    let text = lines(
      reply(isOn: true, missing: ["No desktop reports its windows."]),
      isDryRun: false
    )
    #expect(
      text == [
        "The desktop has not started any app in a group of the app's own.",
        "No desktop reports its windows.",
        "Adoption is on. Apps are frozen 5 s after they have left the screen; `torpor adopt --off` lets all of them run. "
          + "/etc/torpor/adopt.conf says what is never adopted.",
      ]
    )
  }
}
