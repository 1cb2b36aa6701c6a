import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("What a background service turns down")
struct ServiceRefusalTests {
  @Test("comes back from its reply as it was", arguments: Samples.serviceRefusals)
  func roundTrip(refusal: ServiceRefusal) throws {
    let error = WireError.refused(.service(refusal))
    let reply = try VarlinkReply(message: VarlinkReply(error).bytes.dropLast())
    #expect(throws: error) { try reply.result() }
    #expect(error.parameters["message"]?.text == refusal.sentence)
    #expect(!error.endsConnection)
  }

  @Test("has a name that its interface describes", arguments: Samples.serviceRefusals)
  func names(refusal: ServiceRefusal) {
    let name = WireError.refused(.service(refusal)).name.dropFirst("io.torpor.Modes.".count)
    #expect(ModesInterface.description.contains("error \(name) ("))
  }

  @Test(
    "says what was refused, why, and what to do",
    arguments: zip(Samples.serviceRefusals, sentences)
  )
  func sentence(refusal: ServiceRefusal, sentence: String) {
    #expect(refusal.sentence == sentence)
  }

  @Test("has a sentence that is pinned")
  func allArePinned() { #expect(Samples.serviceRefusals.count == Self.sentences.count) }

  private static let sentences = [
    "A notification after 59.5 s is refused: 60 s is the minimum for one that repeats, and any other "
      + "must be later than now. Schedule it with a longer interval.",
    "No date matches the trigger of the notification: a component is out of range, or the components "
      + "contradict each other. Correct them; omitted ones match any value.",
    "The user does not let the app show notifications. `torpor settings APP allowsNotifications=on` "
      + "allows them.",
    "No notification of callback 12 waits for an answer: it was answered before, or its time is "
      + "up. Answer each willPresent once, with its own callback.",
    "The notification 'tea' has no action 'pour'. It has 'drink', 'wait'.",
    "The notification 'tea' has no action 'pour'. It has none: tap it, or dismiss it.",
    "No notification 'tea' of the app is shown: it is not due yet, or was answered or dismissed. "
      + "`torpor notifications` lists those that are shown.",
    "A descriptor for that purpose needs the mode 'voip', which the app does not declare. Add it to "
      + "UIBackgroundModes in its Info.plist and install the app again, or send the descriptor with "
      + "the purpose 'other'.",
    "16 descriptors are watched already, which is the limit. Remove one that is no "
      + "longer needed with UnwatchDescriptor.",
    "No descriptor 'server' of the app is watched: it was removed before, or was lost with its "
      + "process. Send it with WatchDescriptor.",
    "A keep-alive every 599 s is refused: 600 s is the minimum. Use a longer time, and have the server "
      + "wait as long.",
    "The descriptor 'server' did not come with the call, or cannot be polled, as a plain file cannot. "
      + "Send one descriptor of a socket, a pipe or a device beside the call.",
    "The request needs the mode 'location', which the app does not declare. Add it to "
      + "UIBackgroundModes in its Info.plist and install the app again.",
    "The monitor 'house' is open already: there is one of each name at a time. Continue with that "
      + "one, or "
      + "close it first.",
    "The monitor 'house' is not open in this process. Open it with OpenMonitor; its conditions are "
      + "still there.",
    "20 monitors are open already, which is the limit. Close one that is no longer "
      + "needed; its conditions remain watched.",
    "The profile of the device is ios4, which has no Bluetooth peripherals of apps. Choose a newer "
      + "one: `torpor settings profile=ios26`.",
    "No central waits for the answer to request 7: it was answered before, or its 10 s have passed. "
      + "Answer each centralRequest once, before the app is frozen.",
    "The app publishes no characteristic '2A37' in a service '180D'. Publish it with PublishServices, "
      + "and spell both as there.",
    "An accessory named 'pump' is connected already. Disconnect it first, or connect this one under "
      + "another name; `torpor accessory` lists them.",
    "No accessory named 'pump' was connected by a command: there is none, or the kernel reports it "
      + "and removes it when it is unplugged. `torpor accessory` lists them.",
    "256 accessories are connected already, which is the limit. Disconnect one that is "
      + "no longer needed.",
    "This profile does not watch sockets of VoIP apps, which use VoIP pushes instead. Register for those "
      + "with RegisterForPush, or send the descriptor with the purpose 'other'.",
    "The user does not let the app use Bluetooth. If they have not decided, ask with RequestAuthorization while "
      + "the app is in front. `torpor settings APP allowsBluetooth=on` allows it.",
    "The user does not let the app use accessories. If they have not decided, ask with RequestAuthorization while "
      + "the app is in front. `torpor settings APP allowsAccessories=on` allows it.",
    "The audio session was not activated: a call is under way, which outranks every other sound. "
      + "Activate it again when the call has ended.",
    "The audio session was not activated: another app is playing, and an app in the background may not "
      + "interrupt it. Activate it with mixesWithOthers, or when the app is on screen.",
    "The audio session was not activated: the user does not let the app record. `torpor settings APP "
      + "allowsMicrophone=on` allows it.",
    "The audio session was not activated: in the background it needs the mode 'audio' and one of the "
      + "categories playback, record, playAndRecord and multiRoute. Add 'audio' to "
      + "UIBackgroundModes, or activate it when the app is on screen.",
    "The location service failed with locationUnknown (0): the location is not known at the moment. Keep waiting; a "
      + "fix may follow.",
    "The location service failed with denied (1): the user does not allow the app to use the location. `torpor settings APP location=whenInUse` allows it.",
    "The location service failed with regionMonitoringDenied (4): regions are monitored only for apps that "
      + "may always use the precise location. `torpor settings APP location=always "
      + "locationAccuracy=full` allows it.",
    "The location service failed with regionMonitoringFailure (5): the app has reached its limit of "
      + "regions, or the region is too large. Stop monitoring one, or choose a smaller one.",
    "The location service failed with deferredFailed (11): updates cannot be deferred now. Ask again "
      + "later.",
    "The location service failed with deferredNotUpdatingLocation (12): updates are deferred only "
      + "while they run. Start them first.",
    "The location service failed with deferredAccuracyTooLow (13): updates are deferred only if the best "
      + "accuracy is requested. Request 0 metres.",
    "The location service failed with deferredDistanceFiltered (14): updates with a distance filter "
      + "are not deferred. Start them without one.",
    "The location service failed with deferredCanceled (15): the deferral was withdrawn, or another "
      + "replaced it. There is nothing to do.",
    "The location service failed with rangingUnavailable (16): this version does not support beacons. Continue "
      + "without them.",
    "The location service failed with rangingFailure (17): the app has reached its limit of ranged "
      + "beacons. Stop ranging some.",
    "The location service failed with promptDeclined (18): the user was not asked, or declined. Continue "
      + "with the accuracy that the app has.",
    "The channel refused with unknown (0): this profile has no push to talk. Choose ios13 or a later "
      + "one.",
    "The channel refused with channelNotFound (1): the app has not joined that channel, or it was "
      + "left. Join it with JoinChannel.",
    "The channel refused with channelLimitReached (2): the device has already joined a channel, and can "
      + "join only one. Leave that one first.",
    "The channel refused with callActive (3): a call is under way. Try again when it has ended.",
    "The channel refused with transmissionInProgress (4): the app is transmitting. Stop transmitting first.",
    "The channel refused with transmissionNotFound (5): the app is not transmitting. Nothing needs to be "
      + "done.",
    "The channel refused with appNotForeground (6): the app is not on screen. Ask when the user has "
      + "opened it.",
    "The channel refused with transmissionNotAllowed (9): another participant is speaking. Try again when "
      + "the channel is quiet.",
  ]
}
