import Testing
import TorporModel
import TorporText
import TorporWire

@testable import TorporCore
@testable import TorporDaemon

@Suite("Whose costs the energy of apps is counted at, in words")
struct EnergySentenceTests {
  private static let model =
    "The energy of an app, and its share, are estimates of a model: wakes, processor time, bytes and location at the costs of a "
    + "phone, bytes by the network at their reading; each app that uses the location receiver is charged all of it, and "
    + "the display is charged to no app."

  private func fit(
    rest: EnergyFit.Cost? = nil,
    screen: EnergyFit.Cost? = nil,
    processor: EnergyFit.Cost? = nil,
    other: EnergyFit.Cost? = nil
  ) -> EnergyFit {
    EnergyFit(
      hours: 96,
      hoursLeftOut: 2,
      errorPermille: 71,
      rest: rest,
      screen: screen,
      processor: processor,
      other: other
    )
  }

  private let core = EnergyFit.Cost(value: 7923, error: 311)
  private let half = EnergyFit.Cost(value: 519, error: 42)

  @Test("are a model's without a battery, with too few hours, and where these do not tell it")
  func model() {
    #expect(EnergySentences.source(nil) == Self.model)
    #expect(
      EnergySentences.source(.tooFewHours(7)) == Self.model
        + " They are fitted to the battery of this machine after 24 whole hours on it, of which there are 7 yet."
    )
    #expect(
      EnergySentences.source(.undetermined(hours: 48)) == Self.model
        + " The 48 hours on the battery of this machine are too alike to tell what took its energy."
    )
    #expect(
      EnergySentences.source(.inexact(hours: 48, errorPermille: 620)) == Self.model
        + " A fit to the 48 hours on the battery of this machine is off by 62 % of an hour, and is not used."
    )
    #expect(
      EnergySentences.source(.fitted(fit(rest: core))) == Self.model
        + " The 96 hours on the battery of this machine do not tell what apps cost."
    )
  }

  @Test("are fitted, with their errors, and say which of them a phone's are")
  func fitted() {
    let begin =
      "The energy of an app, and its share, are fitted to the battery of this machine (96 hours on it, of which each is "
      + "predicted to ±7 %): "
    let end =
      "; allowances are counted at the costs of a phone, each app that uses the location receiver is charged all of it, "
      + "and the display is charged to no app."
    #expect(
      EnergySentences.source(.fitted(fit(processor: core, other: half))) == begin
        + "a core takes 7.92 ±0.32 W, and wakes, bytes and location cost 52 ±5 % of a phone's" + end
    )
    #expect(
      EnergySentences.source(.fitted(fit(processor: core))) == begin
        + "a core takes 7.92 ±0.32 W, and wakes, bytes and location are charged as a phone's, because the hours do not "
        + "tell it" + end
    )
    #expect(
      EnergySentences.source(.fitted(fit(other: half))) == begin
        + "a core is charged as a phone's, because the hours do not tell it, and wakes, bytes and location cost 52 ±5 % "
        + "of a phone's" + end
    )
  }

  @Test("come over the wire with every cost that is known, and without those that are not")
  func wire() {
    let row = EnergyFitRow(
      .fitted(fit(rest: EnergyFit.Cost(value: 3000, error: 90), processor: core))
    )
    #expect(row.outcome == .fitted && row.hours == 96 && row.hoursLeftOut == 2)
    #expect(row.errorPermille == 71)
    #expect(row.restMilliwatts == 3000 && row.restErrorMilliwatts == 90)
    #expect(row.processorMilliwatts == 7923 && row.processorErrorMilliwatts == 311)
    #expect(row.screenMilliwatts == nil && row.otherPermille == nil)
    #expect(EnergyFitRow(.tooFewHours(3)).hours == 3)
    #expect(EnergyFitRow(.undetermined(hours: 30)).outcome == .undetermined)
    #expect(EnergyFitRow(.inexact(hours: 30, errorPermille: 600)).errorPermille == 600)
  }

  @Test("are said of the machine itself: at rest, and with an app on screen")
  func machine() {
    let rest = EnergyFit.Cost(value: 3004, error: 91),
      screen = EnergyFit.Cost(value: 2000, error: 200)
    func sentence(_ fit: EnergyFit) -> String? { EnergyFitRow(.fitted(fit)).machineSentence }
    #expect(
      sentence(fit(rest: rest, screen: screen))
        == "By its battery, this machine takes 3.00 ±0.10 W at rest, and 2.00 ±0.20 W more with an app on screen (96 "
        + "hours, 2 that lie far off left out; each is predicted to ±7 %)."
    )
    #expect(
      sentence(fit(screen: screen))?.hasPrefix(
        "By its battery, this machine takes 2.00 ±0.20 W with an app on screen (96"
      ) == true
    )
    #expect(sentence(fit(processor: core)) == nil)
    #expect(EnergyFitRow(.tooFewHours(3)).machineSentence == nil)
  }
}
