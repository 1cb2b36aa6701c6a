import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("An error on the wire")
struct WireErrorTests {
  static let all: [WireError] =
    [
      .interfaceNotFound(interface: "io.torpor.Appp"),
      .methodNotFound(method: "io.torpor.App.Attache"),
      .methodNotImplemented(method: "io.torpor.App.Attach"),
      .invalidParameter(parameter: "task"),
      .permissionDenied,
      .expectedMore,
      .limitExceeded(.messageBytes(maximum: 1_048_576)),
      .limitExceeded(.openCalls(maximum: 64)),
      .limitExceeded(.heldReplyBytes(maximum: 1_048_576)),
      .limitExceeded(.descriptors(maximum: 16)),
      .malformedMessage(cause: "the text ends too early at byte 4"),
      .callInProgress(method: "io.torpor.App.Returned"),
      .unknownLaunch(LaunchIdentifier(rawValue: 9)),
      .storageFailed(operation: "write", path: "/s/journal", cause: "disk full", isDiskFull: true),
      .storageFailed(operation: "write", path: "/s/journal", cause: "I/O error", isDiskFull: false),
      .bridgeReplaced,
      .broadcastsFailed(channel: "AA==", cause: "no gateway is near; wait"),
    ] + Samples.refusals.map(WireError.refused)

  @Test("comes back from its reply as it was", arguments: all)
  func roundTrip(error: WireError) throws {
    let reply = try VarlinkReply(message: VarlinkReply(error).bytes.dropLast())
    #expect(throws: error) { try reply.result() }
  }

  @Test("of a newer daemon keeps its name, its facts and its sentence")
  func unknown() throws {
    let fields: JSON = .object(["message": .string("Too cold. Wait for summer.")])
    let reply = VarlinkReply(parameters: fields, error: "io.torpor.App.TooCold")
    let error = WireError.other(name: "io.torpor.App.TooCold", parameters: fields)
    #expect(throws: error) { try reply.result() }
    #expect(error.sentence == "Too cold. Wait for summer.")
    #expect(
      WireError.other(name: "a.B", parameters: .object([])).sentence
        == "The daemon answered with 'a.B', which this program does not know. It may be older than "
        + "the daemon."
    )
  }

  @Test("carries its sentence, except those of Varlink itself", arguments: all)
  func message(error: WireError) {
    let isStandard = error.name.hasPrefix("org.varlink.service.")
    #expect(error.parameters["message"]?.text == (isStandard ? nil : error.sentence))
  }

  @Test("says what happened, to what, and what to do", arguments: zip(all, sentences))
  func sentence(error: WireError, sentence: String) {
    #expect(error.sentence == sentence)
  }

  @Test("has a sentence that is pinned")
  func allArePinned() {
    #expect(Self.all.count == Self.sentences.count)
  }

  @Test("ends the connection only where nothing can follow", arguments: all)
  func endsConnection(error: WireError) {
    let isOfConnection = error.name.hasPrefix("io.torpor.Connection.")
    let isStorage = error.name.hasSuffix(".StorageFailed") || error.name.hasSuffix(".NotSaved")
    #expect(error.endsConnection == (isOfConnection && !isStorage))
  }

  private static let sentences = [
    "This daemon has no interface 'io.torpor.Appp'. `org.varlink.service.GetInfo` lists those it "
      + "has; a newer daemon may have more.",
    "This daemon has no method 'io.torpor.App.Attache'. "
      + "`org.varlink.service.GetInterfaceDescription` describes those it has; a newer daemon may "
      + "have more.",
    "The method 'io.torpor.App.Attach' is described but not built in this daemon. A newer one may "
      + "have it.",
    "The parameter 'task' is missing, unknown, or not of its type. Compare the call with the "
      + "description of its interface; an older daemon may not know the parameter.",
    "This process may not do that. An app may be controlled by its owner and root, and the device by root "
      + "and the user whose daemon it is: run this as one of them. A program inside an app may act only for its own "
      + "app, even as root.",
    "This method gives several replies. Make the call with 'more' set to true.",
    "A message is longer than 1048576 bytes, so the connection is closed. Pass large data as a file "
      + "or a descriptor, and end every message with a byte 0.",
    "More than 64 calls wait for their replies on this connection, so it is closed. Read replies "
      + "before making more calls.",
    "More than 1048576 bytes of replies wait behind a call that is not answered yet, so the "
      + "connection is closed. Make long calls on a connection of their own.",
    "More than 16 descriptors came with one message, so the connection is closed. Send only those "
      + "that the method names.",
    "A message could not be read: the text ends too early at byte 4. The connection is closed, since "
      + "it is unknown where the next message begins.",
    "'io.torpor.App.Returned' was called while replies to a call with 'more' were still coming, so its reply could not be "
      + "distinguished from those. Call it on a second connection, or, while attached, "
      + "with 'oneway' and a 'key'.",
    "No process 9 of an app is known: it ended long ago, or never existed. `torpor log` shows what ended "
      + "lately.",
    "The daemon could not write '/s/journal': disk full. Nothing was done. Free some space on that "
      + "disk and try again.",
    "The daemon could not write '/s/journal': I/O error. Nothing was done. `torpor doctor` checks "
      + "the folder and its rights.",
    "A newer torpor-session of the same user has replaced this one. End one of the two: the daemon works "
      + "with one for each user.",
    "The subscription to the broadcast channel 'AA==' is not changed: no gateway is near; wait.",
    "There is no app 'com.example.mial'. Did you mean 'com.example.mail'? `torpor ps` lists all "
      + "apps.",
    "There is no app 'x'. `torpor ps` lists all apps.",
    "'x' matches several apps: 'com.example.mail' and 'com.example.notes'. Use one of these identifiers.",
    "There is no background task 3: it was ended before, or it belongs to another process. End each "
      + "task once, with the token that BeginBackgroundTask returned.",
    "No callback 12 is under way: it was returned from before, or it was called in another process. "
      + "Return from each callback once.",
    "The callback 12 has no completion handler, so there is nothing to complete. Only callbacks that "
      + "say so have one.",
    "The app 'com.example.mail' is not running. `torpor launch com.example.mail` starts it.",
    "The identifier 'com.example.mail' is in use. To run a command, choose another --id, or end the one "
      + "that has it with `torpor quit com.example.mail`. To install a new version of an app, use "
      + "`torpor install --replace`.",
    "The app 'com.example.mail' is running, and may be reading its caches. Send it off the screen (`torpor home "
      + "com.example.mail`) or end it (`torpor quit com.example.mail`), then try again.",
    "The app 'com.example.mail' is exempt, so it is not ended to remove its caches. End the exemption (`torpor "
      + "exempt --end com.example.mail`) or the app (`torpor quit com.example.mail`), and try again.",
    "The app 'com.example.mail' was started by the desktop, and Torpor only freezes and thaws it: it is not ended, "
      + "changed or written to swap. Close it in the desktop; `torpor exempt com.example.mail` keeps it from being "
      + "frozen.",
    "The app 'com.example.mail' cannot be offloaded: it runs.",
    "'com.example.mail' is a plain command and has no folder of its own, so its caches cannot be "
      + "identified. Only installed apps have one (`torpor install`).",
    "The app 'com.example.mail' is not suspended, and only the memory of a frozen app is written to swap. "
      + "Send it off the screen (`torpor home com.example.mail`); `torpor why com.example.mail` shows what keeps it running.",
    "There is no swap that memory could be written to. Add some (`mkswap`, `swapon`, or zram); `torpor doctor` "
      + "says whether it can be used.",
    "Swap is full except for the tenth that is reserved for the kernel, so no more memory is written to it. Add some, or "
      + "end an app (`torpor quit`).",
    "The app 'com.example.mail' cannot be started until the device has been unlocked once after it "
      + "was switched on. Unlock it first.",
    "A name or reason is 300 bytes long; 255 are allowed. Use a shorter one.",
    "The device keeps records of 1000 apps, which is the limit. Remove one with `torpor "
      + "uninstall`.",
    "The setting 'wifiOnly' cannot be changed, because the administrator of this machine has fixed it in "
      + "/etc/torpor/restrictions.conf. Ask the administrator, or change that file as root.",
    "The daemon could not save this to its journal (No space left on device (ENOSPC)), so nothing "
      + "was done. `torpor doctor` shows whether it can be written; then try again.",
    "The request was not accepted: Background App Refresh is off, for the app or for the device. "
      + "`torpor settings backgroundRefresh=on` turns it on for the device, with the app's name "
      + "before it for the app.",
    "The request was not accepted: the profile of the device is ios7, which has no task scheduler. "
      + "Choose a newer one: `torpor settings profile=ios26`.",
    "The request was not accepted: the limit of pending requests is reached, one for a refresh and ten for "
      + "processing. Cancel one with CancelTaskRequest, or submit this one again when another has run.",
    "The request was not accepted: UIBackgroundModes in the app's Info.plist does not list 'fetch'. "
      + "Add it there and install the app again.",
    "The request was not accepted: BGTaskSchedulerPermittedIdentifiers in the app's Info.plist does "
      + "not list 'com.example.mail.refresh'. Add it there and install the app again.",
    "The request was not accepted: the graphics processor is not available in the background. "
      + "Submit it without 'gpu'.",
    "The request was not accepted: the app lacks the entitlement "
      + "'com.apple.developer.backgroundtasks.healthresearch'. Add it to the app and install it "
      + "again.",
    "The request was not accepted: the app's Info.plist does not allow it. Add the mode to "
      + "UIBackgroundModes, 'fetch' for a refresh and 'processing' for processing, and the "
      + "identifier to BGTaskSchedulerPermittedIdentifiers.",
    "The request was not accepted: it must start at once or not at all, and no slot is free. Submit it "
      + "with the strategy 'queue' to let it wait for its turn.",
    "The request was not accepted: the app is not on screen, where the user would start the work. Submit "
      + "it in response to an action of the user.",
    "All launch handlers must be registered before application finishes launching. Register "
      + "'com.example.mail.refresh' before the app returns from didFinishLaunching.",
    "Launch handler for task with identifier com.example.mail.refresh has already been registered. "
      + "Register each identifier once in the life of a process.",
    "No launch handler registered for task with identifier com.example.mail.refresh. Register "
      + "'com.example.mail.refresh' at launch, in every launch of the app.",
    "No task 'com.example.mail.refresh' is pending or running: it was never submitted, has run, or was "
      + "cancelled. The app submits it with SubmitTask; `torpor log` shows what became of earlier "
      + "requests.",
    "You have no job 'bakup'. Did you mean 'backup'? `torpor jobs --all` lists all of them.",
    "You have no job 'x'. `torpor jobs --all` lists all of them.",
    "The name 'backup' belongs to job 3, which has not finished. Replace it with `--replace`, "
      + "keep it with `--keep`, or choose another name with `--name`.",
    "4096 jobs exist already, which is the limit. Cancel one with `torpor jobs "
      + "cancel`, or remove a finished one with `torpor jobs remove`.",
    "The deadline is earlier than the time before which the job must not begin, so the job could never "
      + "run. Give a later `--deadline` or an earlier `--not-before`.",
    "The calendar expression never matches in the future, so the job would never run. "
      + "`systemd-analyze calendar` shows what an expression means.",
    "Job 3 has already finished. `torpor jobs remove 3` removes it, and "
      + "`torpor jobs run 3` runs it again.",
    "Job 3 has not finished, so it cannot be removed. Cancel it first with `torpor jobs cancel 3`.",
    "Job 3 cannot be removed, because job 'report' waits for it to succeed. Run it again with "
      + "`torpor jobs run 3`, or cancel the other with `torpor jobs cancel report`.",
    "The profile of the device is ios6, which has no background sessions. Choose a newer one: "
      + "`torpor settings profile=ios26`.",
    "The app is not connected to a background session 'com.example.mail.episodes'. Create the session first, "
      + "with the same identifier as before; each new process creates it again.",
    "The background session 'com.example.mail.episodes' was invalidated, so it accepts no more transfers. "
      + "Create a session with another identifier, or wait until it reports that it is invalid.",
    "Another process of the app has the background session 'com.example.mail.episodes'. Create a session with "
      + "another identifier, or create this one when that process has ended.",
    "The app has 16 background sessions, which is the limit. Invalidate one that is no "
      + "longer used.",
    "You have no transfer 12. `torpor transfers --all` lists all of them.",
    "4096 transfers exist already, which is the limit. Wait until some are done, or "
      + "cancel some with `torpor transfers cancel`.",
    "Transfer 12 has finished; there is nothing to pause, resume or cancel. If it failed or was cancelled, "
      + "`torpor transfers retry 12` starts it again.",
    "Transfer 12 has not finished. Cancel it first with `torpor transfers cancel 12`.",
    "Transfer 12 does not wait for an answer: the challenge was answered before, or the transfer "
      + "has ended.",
    "The app cannot upload '/etc/hosts', because it is not in the app's container "
      + "'/var/lib/torpor/containers/0/mail' ($TORPOR_CONTAINER). Copy the file there first.",
    "What your transfers carry (URLs, headers, paths) would be longer than 67108864 bytes in all, which is the "
      + "limit. Wait until some are done, or cancel some with `torpor transfers "
      + "cancel`.",
  ]

  @Test("of the scheduler leaves out conditions that only a newer daemon knows")
  func newerConditions() throws {
    let fields = try JSON(
      parsing: Array(
        (#"{"conditions":[{"reason":"tooCold","holds":false},"#
          + #"{"reason":"network","holds":false}]}"#).utf8
      )
    )
    #expect(
      WireError(name: "io.torpor.TaskScheduler.Unavailable", parameters: fields)
        == .refused(.scheduler(.unavailable, because: [Condition(.network, holds: false)]))
    )
  }

  @Test("of a misuse that only a newer daemon knows keeps its sentence")
  func newerMisuse() {
    let fields: JSON = .object([
      "which": .string("registeredAtNight"), "identifier": .string("a.b"),
      "message": .string("Not at night. Register by day."),
    ])
    let error = WireError(name: "io.torpor.TaskScheduler.Misuse", parameters: fields)
    #expect(error.sentence == "Not at night. Register by day.")
  }

  @Test("names several apps that may have been meant")
  func suggestions() {
    let refusal = Refusal.unknownApp(name: "x", similar: [Samples.mail, Samples.notes])
    #expect(
      refusal.sentence
        == "There is no app 'x'. Did you mean 'com.example.mail' or 'com.example.notes'? `torpor ps` "
        + "lists all apps."
    )
  }
}
