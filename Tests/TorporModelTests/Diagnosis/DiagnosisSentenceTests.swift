import Testing
import TorporModel

@Suite("An answer in words")
struct DiagnosisSentenceTests {
  @Test("is pinned for every cause, with what to do next")
  func causes() {
    for cause in Cause.allCases {
      let check = ExpectedAnswers.check(of: cause)
      let lines = "\(cause.rawValue): \(check.clause) | \(check.advice)"
      #expect(ExpectedAnswers.byCause.contains(lines), "\(lines)")
    }
    #expect(ExpectedAnswers.byCause.count == Cause.allCases.count)
  }

  @Test("is pinned for every condition that stands in the way or was broken")
  func conditions() {
    for check in ExpectedAnswers.conditions {
      let line =
        "\(check.cause.rawValue) \(check.reason!.rawValue): \(check.clause) | \(check.advice)"
      #expect(ExpectedAnswers.byCondition.contains(line), "\(line)")
    }
    #expect(ExpectedAnswers.byCondition.count == ExpectedAnswers.conditions.count)
  }

  @Test("begins with 'Because' for a cause, names a rule as one, and admits that it does not know")
  func sentences() {
    let cause = Diagnosis(question: .ranOnce, checks: [Check(.nothingHeld, .found)])
    #expect(cause.sentence == "Because nothing keeps it running.")
    let rule = Diagnosis(question: .ranOnce, checks: [Check(.noFixedIntervals, .rule)])
    #expect(rule.sentence == "That is the rule: no app runs at fixed intervals.")
    let nothing = Diagnosis(question: .ranOnce, checks: [])
    #expect(nothing.sentence == "Nothing that is known of the app explains it.")
    #expect(
      nothing.nextStep == "Ask again after it has happened; `torpor log APP` has older decisions."
    )
  }

  @Test("advises what fits the question, and a program whose code asks the system for nothing")
  func fitting() {
    let onScreen = Check(.onScreen, .found)
    #expect(
      Diagnosis(question: .neverSleeps, checks: [onScreen]).nextStep
        == "Take it off the screen with `torpor home APP`."
    )
    #expect(
      Diagnosis(question: .remainingTimeIsHuge, checks: [onScreen]).nextStep
        == "Read it off screen, while a background task is held."
    )
    let frozen = [Check(.suspended, .found), Check(.notHeld, .found)]
    #expect(
      Diagnosis(question: .timersStop, checks: frozen + [Check(.plainProgram, .found)]).nextStep
        == "Let it run off screen for a time with `torpor exempt APP --for 2h`, or bring it back with "
        + "`torpor launch APP`."
    )
    #expect(
      Diagnosis(question: .timersStop, checks: frozen).nextStep
        == "Begin a background task before the work; do the rest on returning to the screen."
    )
  }

  @Test(
    "about automatic downloads names the switch that is off, and Wi-Fi where it asks for that",
    arguments: [
      (
        AutomaticDownloadsHold.offOnDevice,
        "automatic downloads are off, and its app has not been opened since it was begun",
        "Open the app, or allow automatic downloads: `torpor settings automaticDownloads=on`."
      ),
      (
        .offForApp,
        "automatic downloads are off for its app, which has not been opened since it was begun",
        "Open the app, or allow automatic downloads: `torpor settings APP automaticDownloads=on`."
      ),
      (
        .offForBoth,
        "automatic downloads are off for the device and for its app, which has not been opened since it "
          + "was begun",
        "Open the app, or allow automatic downloads: `torpor settings automaticDownloads=on` and `torpor settings "
          + "APP automaticDownloads=on`."
      ),
      (
        .wifiOnDevice, "the user allows automatic downloads only over Wi-Fi or a cable",
        "Connect the device by Wi-Fi or a cable, or let it use any network: `torpor settings "
          + "automaticDownloads=on`."
      ),
      (
        .wifiForApp, "the user allows automatic downloads only over Wi-Fi or a cable",
        "Connect the device by Wi-Fi or a cable, or let it use any network: `torpor settings APP "
          + "automaticDownloads=on`."
      ),
      (
        .wifiForBoth, "the user allows automatic downloads only over Wi-Fi or a cable",
        "Connect the device by Wi-Fi or a cable, or let it use any network: `torpor settings "
          + "automaticDownloads=on` and `torpor settings APP automaticDownloads=on`."
      ),
    ]
  )
  func automaticDownloads(hold: AutomaticDownloadsHold, clause: String, advice: String) {
    let check = Check(.obstacle, .found, reason: .automaticDownloadsOff, subject: hold.rawValue)
    #expect(check.clause == clause)
    #expect(check.advice == advice)
  }

  @Test(
    "advises no change of a setting that an administrator has fixed, and names the file",
    arguments: [
      (
        Reason.backgroundRefreshOff, nil,
        "Ask the administrator of this machine, or change the file as root."
      ),
      (.lowPowerMode, nil, "Ask the administrator of this machine, or change the file as root."),
      (.energyAllowance, nil, "Wait for the next day."),
      (.dataAllowance, "all apps", "Wait for the next day."),
      (.automaticDownloadsOff, "offOnDevice", "Open the app."),
      (.automaticDownloadsOff, "wifiForApp", "Connect the device by Wi-Fi or a cable."),
      (.network, "wifiOnly", "Connect the device by Wi-Fi or a cable."),
    ]
  )
  func fixed(reason: Reason, subject: String?, advice: String) {
    let check = Check(.obstacle, .found, reason: reason, subject: subject, fixedBy: "/etc/x")
    #expect(
      Diagnosis(question: .downloadsStop, checks: [check]).nextStep
        == advice + " The administrator of this machine has fixed the setting in /etc/x."
    )
  }

  @Test("about running for ever names the closest mechanism, whatever was found")
  func closest() {
    let text =
      "Submit a refresh task in each run of it; finish ongoing work in a background task; leave "
      + "long work to a processing task, and a command of this machine to `torpor when --every`."
    for checks in [[Check(.noFixedIntervals, .rule)], [Check(.obstacle, .found)], []] {
      #expect(Diagnosis(question: .runEveryFewMinutes, checks: checks).nextStep == text)
    }
  }
}
