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
}
