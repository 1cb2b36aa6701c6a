import Testing
import TorporModel

@testable import TorporCore

@Suite("The question about a permission, alone")
struct ConsentPromptTests {
  private let app = AppIdentifier("com.example.mail")!

  /// An app that is new, or one whose location the user has decided so.
  private func record(_ location: LocationAuthorization? = nil) -> AppRecord {
    let manifest = AppManifest(identifier: app, name: "Mail", isCooperative: true)
    var record = AppRecord(manifest: manifest, settings: AppSettings(), at: .zero)
    record.begin(undecided: Permission.allCases)
    if let location { record.settings.location = location }
    return record
  }

  private func prompt(
    _ permission: Permission,
    _ record: AppRecord,
    wantsAlways: Bool = false,
    _ profile: ProfileName = .ios26
  ) -> ConsentPrompt? {
    ConsentPrompt(
      about: permission,
      wantsAlways: wantsAlways,
      of: record,
      under: .named(profile)
    )
  }

  @Test("is there for each permission that the user has not decided about")
  func undecided() {
    for permission in Permission.allCases {
      #expect(prompt(permission, record())?.kind == .first)
    }
    var decided = record(.whenInUse)
    decided.persistentState.consent = AppConsent(undecided: [])
    for permission in Permission.allCases { #expect(prompt(permission, decided) == nil) }
  }

  @Test("about the location is one question until iOS 12, which names what the app asks for")
  func once() {
    #expect(prompt(.location, record(), wantsAlways: true, .ios7)?.kind == .once(wantsAlways: true))
    #expect(prompt(.location, record(), .ios7)?.answers == [.allowWhenInUse, .deny])
  }

  @Test("about the location at all times follows one answer, once, and never \"Allow Once\"")
  func always() {
    var record = record(.whenInUse)
    #expect(prompt(.location, record) == nil)
    let always = prompt(.location, record, wantsAlways: true)
    #expect(always?.answers == [.keepWhenInUse, .allowAlways])
    record.persistentState.consent?.isLocationForOnce = true
    #expect(prompt(.location, record, wantsAlways: true) == nil)
    record.persistentState.consent?.isLocationForOnce = false
    record.persistentState.consent?.hasAnsweredAlways = true
    #expect(prompt(.location, record, wantsAlways: true) == nil)
  }

  @Test("comes again for notifications that are delivered quietly")
  func provisional() {
    var record = record()
    record.settings.allowsNotifications = true
    record.persistentState.consent?.decide(.notifications)
    #expect(prompt(.notifications, record) == nil)
    record.persistentState.consent?.hasProvisionalNotifications = true
    #expect(prompt(.notifications, record)?.kind == .first)
  }

  @Test("is a notification of the system that names the app, with a button for each answer")
  func notification() {
    let shown = prompt(.microphone, record())?.notification(of: record())
    #expect(shown?.key.identifier == "io.torpor.consent.microphone")
    #expect(shown?.content.title == "“Mail” would like to access the microphone")
    #expect(shown?.actions.map(\.title) == ["Allow", "Don’t Allow"])
  }
}
