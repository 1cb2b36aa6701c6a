import Testing
import TorporModel
import TorporWire

@testable import Torpor

@Suite("An error of the library")
struct TorporErrorTests {
  private static let errors: [TorporError] = [
    TorporError(.systemUnavailable, subject: "/s", errno: 13),
    TorporError(WireError.permissionDenied, subject: "/s"),
    TorporError(WireError.methodNotFound(method: "a.B"), subject: "/s"),
    TorporError(WireError.refused(.textTooLong(bytes: 300, bytesMax: 255)), subject: "name"),
    TorporError(.refused, subject: "name"),
    TorporError(
      WireError.broadcastsFailed(channel: "AA==", cause: "no gateway is near; wait"),
      subject: "AA=="
    ),
    TorporError(.stopped, subject: "the request"),
    TorporError(.invalidTransfer, subject: "http://a b", cause: "It has a space. Leave it out."),
    TorporError(.invalidSession, subject: "episodes"),
    TorporError(.noContainer, subject: "TORPOR_CONTAINER"),
    TorporError(.stateUnreadable, subject: "/f", cause: "the text ends too early at byte 0"),
    TorporError(.stateNotSaved, subject: "/f", errno: 28),
    TorporError(TorporError.Code(rawValue: "new"), subject: "thing"),
  ]

  private static let descriptions: [String] = [
    "Nothing answers at '/s': Permission denied (EACCES). Start the daemon with `torpord`, or "
      + "set TORPOR_SOCKET to the path of its socket.",
    "The system at '/s' does not take this process for an app. Start it with `torpor launch`, "
      + "or with `torpor run` in front of the command.",
    "What listens at '/s' does not speak as Torpor does: org.varlink.service.MethodNotFound. "
      + "Check TORPOR_SOCKET, and that app and daemon are of matching versions.",
    "A name or reason is 300 bytes long; 255 are allowed. Use a shorter one.",
    "The system refused 'name'. `torpor log` may say why.",
    "The subscription to the broadcast channel 'AA==' is not changed: no gateway is near; wait.",
    "The application was stopped before 'the request' was answered. Ask again in the next run.",
    "The transfer of 'http://a b' was not started. It has a space. Leave it out.",
    "There can be no background session 'episodes': an identifier has 1 to 255 bytes in one line, "
      + "time-outs are longer than 0, and 1 to 16 connections go to one host. Correct its "
      + "configuration.",
    "This process has no container to save its state in: TORPOR_CONTAINER is not set. Install "
      + "the app with `torpor install` and start it with `torpor launch`.",
    "The saved state in '/f' cannot be read: the text ends too early at byte 0. Remove the file "
      + "to begin afresh.",
    "The state could not be saved in '/f': No space left on device (ENOSPC). What was saved "
      + "before is still there. Check the room on the disk and the rights of the folder.",
    "'thing' failed (new).",
  ]

  @Test(
    "says what failed, why, and what to do",
    arguments: zip(errors, descriptions)
  )
  func sentences(error: TorporError, sentence: String) {
    #expect(error.description == sentence)
  }

  /// A refusal of each code, with the code; names that programs compare must never change.
  private static let codes: [(Refusal, String)] = [
    (.textTooLong(bytes: 300, bytesMax: 255), "textTooLong"),
    (.notSaved(cause: "no space"), "notSaved"),
    (.unknownTask(.invalid), "unknownTask"),
    (.unknownCallback(CallbackToken(rawValue: 1)), "unknownCallback"),
    (.scheduler(.unavailable, because: []), "unavailable"),
    (.scheduler(.tooManyPendingTaskRequests, because: []), "tooManyPendingTaskRequests"),
    (.scheduler(.notPermitted, because: []), "notPermitted"),
    (.scheduler(.immediateRunIneligible, because: []), "immediateRunIneligible"),
    (.transfer(.unknownSession("s")), "unknownSession"),
    (.transfer(.sessionIsInvalid("s")), "sessionIsInvalid"),
    (.transfer(.sessionInUse("s")), "sessionInUse"),
    (.transfer(.tooManySessions(limit: 1)), "tooManySessions"),
    (.transfer(.unknownTransfer(TransferIdentifier(rawValue: 1))), "unknownTransfer"),
    (.transfer(.tooManyTransfers(limit: 1)), "tooManyTransfers"),
    (.transfer(.tooManyTransferBytes(bytesMax: 1)), "tooManyTransferBytes"),
    (.transfer(.transferIsOver(TransferIdentifier(rawValue: 1))), "transferIsOver"),
    (.transfer(.transferIsNotOver(TransferIdentifier(rawValue: 1))), "transferIsNotOver"),
    (.transfer(.fileOutsideContainer("/a", container: "/b")), "fileOutsideContainer"),
    (.transfer(.nothingAsked(TransferIdentifier(rawValue: 1))), "nothingAsked"),
    (.service(.modeNotDeclared(.audio)), "modeNotDeclared"),
    (.service(.notAuthorized(.bluetooth)), "notAuthorized"),
    (.service(.descriptor(.modeNotDeclared(.voip))), "modeNotDeclared"),
    (.service(.notification(.notAllowed)), "notificationsNotAllowed"),
    (.service(.notification(.impossibleDate)), "impossibleDate"),
    (.service(.notification(.notDelivered("n"))), "unknownNotification"),
    (.service(.notification(.intervalTooShort(.zero, least: .zero))), "intervalTooShort"),
    (.service(.audio(.insufficientPriority)), "insufficientPriority"),
    (.service(.audio(.cannotInterruptOthers)), "cannotInterruptOthers"),
    (.service(.audio(.recordingNotPermitted)), "recordingNotPermitted"),
    (.service(.audio(.notPermittedInBackground)), "notPermittedInBackground"),
    (.service(.descriptor(.tooMany(limit: 16))), "tooManyDescriptors"),
    (.service(.descriptor(.unknown(name: "d"))), "unknownDescriptor"),
    (.service(.descriptor(.notPollable(name: "d"))), "notPollable"),
    (.service(.descriptor(.noSockets)), "socketsUnavailable"),
    (.service(.descriptor(.keepAliveTooShort(.zero, least: .zero))), "keepAliveTooShort"),
    (.service(.accessory(.tooMany(limit: 1))), "accessoryFailed"),
    (.service(.location(.denied)), "locationDenied"),
    (.service(.location(.locationUnknown)), "locationUnknown"),
    (.service(.location(.regionMonitoringDenied)), "regionMonitoringDenied"),
    (.service(.location(.regionMonitoringFailure)), "regionMonitoringFailure"),
    (.service(.location(.deferredCanceled)), "deferredUpdatesFailed"),
    (.service(.location(.rangingFailure)), "rangingUnavailable"),
    (.service(.location(.promptDeclined)), "promptDeclined"),
    (.service(.monitor(.isOpen(monitor: "m"))), "monitorIsOpen"),
    (.service(.monitor(.isNotOpen(monitor: "m"))), "monitorIsNotOpen"),
    (.service(.monitor(.tooMany(limit: 1))), "tooManyMonitors"),
    (.service(.peripheral(.unsupported(profile: "ios4"))), "peripheralsUnsupported"),
    (
      .service(.peripheral(.unknownRequest(CentralRequestIdentifier(rawValue: 1)))),
      "unknownCentralRequest"
    ),
    (
      .service(.peripheral(.unknownCharacteristic(service: "s", characteristic: "c"))),
      "unknownCharacteristic"
    ),
    (.service(.pushToTalk(.unknown)), "channelsUnavailable"),
    (.service(.pushToTalk(.channelNotFound)), "channelNotFound"),
    (.service(.pushToTalk(.channelLimitReached)), "channelLimitReached"),
    (.service(.pushToTalk(.callActive)), "callActive"),
    (.service(.pushToTalk(.transmissionInProgress)), "transmissionInProgress"),
    (.service(.pushToTalk(.transmissionNotFound)), "transmissionNotFound"),
    (.service(.pushToTalk(.appNotForeground)), "appNotForeground"),
    (.service(.pushToTalk(.transmissionNotAllowed)), "transmissionNotAllowed"),
    (.misuse(.noHandler(identifier: "a")), "refused"),
  ]

  @Test("has a code for each cause, and the sentence of the refusal")
  func codes() {
    for (refusal, code) in Self.codes {
      let error = TorporError(WireError.refused(refusal), subject: "it")
      #expect(error.code.rawValue == code)
      #expect(error.description == WireError.refused(refusal).sentence)
    }
  }

  @Test("has Apple's code where Apple has one")
  func appleCodes() {
    func code(_ refusal: Refusal) -> AppleErrorCode? {
      TorporError(WireError.refused(refusal), subject: "it").appleCode
    }
    let scheduler = AppleErrorCode(domain: "BGTaskSchedulerErrorDomain", code: 2)
    #expect(code(.scheduler(.tooManyPendingTaskRequests, because: [])) == scheduler)
    #expect(code(.service(.location(.denied))) == AppleErrorCode(domain: "kCLErrorDomain", code: 1))
    let channel = AppleErrorCode(domain: "PTChannelErrorDomain", code: 3)
    #expect(code(.service(.pushToTalk(.callActive))) == channel)
    #expect(code(.textTooLong(bytes: 2, bytesMax: 1)) == nil)
  }
}
