import TorporAppModel

// What the background services turn down: why, and what to do next.

extension ServiceRefusal {
  /// What was refused, why, and what to do next.
  var sentence: String {
    switch self {
    case .notification(.intervalTooShort(let length, let least)):
      "A notification after \(length.secondsText) is refused: \(least.secondsText) is the minimum for "
        + "one that repeats, and any other must be later than now. Schedule it with a longer interval."
    case .notification(.impossibleDate):
      "No date matches the trigger of the notification: a component is out of range, or the components "
        + "contradict each other. Correct them; omitted ones match any value."
    case .notification(.notAllowed):
      "The user does not let the app show notifications. `torpor settings APP allowsNotifications=on` "
        + "allows them."
    case .notification(.notAsked(let callback)):
      "No notification of callback \(callback) waits for an answer: it was answered before, or its "
        + "time is up. Answer each willPresent once, with its own callback."
    case .notification(.unknownAction(let action, let notification, let known)):
      "The notification '\(notification)' has no action '\(action)'. "
        + (known.isEmpty
          ? "It has none: tap it, or dismiss it."
          : "It has \(known.map { "'\($0)'" }.joined(separator: ", ")).")
    case .notification(.notDelivered(let notification)):
      "No notification '\(notification)' of the app is shown: it is not due yet, or was answered or "
        + "dismissed. `torpor notifications` lists those that are shown."
    case .audio(let error): error.sentence
    case .descriptor(.modeNotDeclared(let mode)):
      "A descriptor for that purpose needs the mode '\(mode.rawValue)', which the app does not "
        + "declare. Add it to UIBackgroundModes in its Info.plist and install the app again, or send "
        + "the descriptor with the purpose 'other'."
    case .descriptor(.tooMany(let limit)):
      "\(limit) descriptors are watched already, which is the limit. Remove one that is no "
        + "longer needed with UnwatchDescriptor."
    case .descriptor(.noSockets):
      "This profile does not watch sockets of VoIP apps, which use VoIP pushes instead. Register for those "
        + "with RegisterForPush, or send the descriptor with the purpose 'other'."
    case .descriptor(.unknown(let name)):
      "No descriptor '\(name)' of the app is watched: it was removed before, or was lost with its "
        + "process. Send it with WatchDescriptor."
    case .descriptor(.keepAliveTooShort(let length, let least)):
      "A keep-alive every \(length.secondsText) is refused: \(least.secondsText) is the minimum. Use a "
        + "longer time, and have the server wait as long."
    case .descriptor(.notPollable(let name)):
      "The descriptor '\(name)' did not come with the call, or cannot be polled, as a plain file "
        + "cannot. Send one descriptor of a socket, a pipe or a device beside the call."
    case .accessory(.alreadyConnected(let name)):
      "An accessory named '\(name)' is connected already. Disconnect it first, or connect this one "
        + "under another name; `torpor accessory` lists them."
    case .accessory(.notSimulated(let name)):
      "No accessory named '\(name)' was connected by a command: there is none, or the kernel reports it "
        + "and removes it when it is unplugged. `torpor accessory` lists them."
    case .accessory(.tooMany(let limit)):
      "\(limit) accessories are connected already, which is the limit. Disconnect one "
        + "that is no longer needed."
    case .location(let error): error.sentence
    case .monitor(.isOpen(let monitor)):
      "The monitor '\(monitor)' is open already: there is one of each name at a time. Continue with that "
        + "one, or close it first."
    case .monitor(.isNotOpen(let monitor)):
      "The monitor '\(monitor)' is not open in this process. Open it with OpenMonitor; its conditions "
        + "are still there."
    case .monitor(.tooMany(let limit)):
      "\(limit) monitors are open already, which is the limit. Close one that is no "
        + "longer needed; its conditions remain watched."
    case .peripheral(.unsupported(let profile)):
      "The profile of the device is \(profile), which has no Bluetooth peripherals of apps. Choose a newer "
        + "one: `torpor settings profile=ios26`."
    case .peripheral(.unknownRequest(let request)):
      "No central waits for the answer to request \(request): it was answered before, or its 10 s have "
        + "passed. Answer each centralRequest once, before the app is frozen."
    case .peripheral(.unknownCharacteristic(let service, let characteristic)):
      "The app publishes no characteristic '\(characteristic)' in a service '\(service)'. Publish it "
        + "with PublishServices, and spell both as there."
    case .pushToTalk(let error): error.sentence
    case .notAuthorized(let permission):
      "The user does not let the app use \(permission.subject). If they have not decided, ask with "
        + "RequestAuthorization while the app is in front. `torpor settings APP \(permission.setting)` allows it."
    case .modeNotDeclared(let mode):
      "The request needs the mode '\(mode.rawValue)', which the app does not declare. Add it to "
        + "UIBackgroundModes in its Info.plist and install the app again."
    }
  }
}

extension Duration {
  /// The length in seconds: `0.5 s`, `60 s`.
  fileprivate var secondsText: String {
    let milliseconds = microseconds / 1000
    let rest = milliseconds % 1000
    guard rest != 0 else { return "\(milliseconds / 1000) s" }
    var digits = String(1000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(milliseconds / 1000).\(digits) s"
  }
}

extension Permission {
  fileprivate var subject: String {
    switch self {
    case .location, .microphone: "the \(rawValue)"
    case .bluetooth: "Bluetooth"
    case .notifications, .accessories: rawValue
    }
  }

  /// What allows it.
  fileprivate var setting: String {
    switch self {
    case .location: "location=whenInUse"
    case .microphone: "allowsMicrophone=on"
    case .notifications: "allowsNotifications=on"
    case .bluetooth: "allowsBluetooth=on"
    case .accessories: "allowsAccessories=on"
    }
  }
}

extension AudioError {
  fileprivate var sentence: String {
    switch self {
    case .insufficientPriority:
      "The audio session was not activated: a call is under way, which outranks every other sound. "
        + "Activate it again when the call has ended."
    case .cannotInterruptOthers:
      "The audio session was not activated: another app is playing, and an app in the background may not "
        + "interrupt it. Activate it with mixesWithOthers, or when the app is on screen."
    case .recordingNotPermitted:
      "The audio session was not activated: the user does not let the app record. `torpor settings APP "
        + "allowsMicrophone=on` allows it."
    case .notPermittedInBackground:
      "The audio session was not activated: in the background it needs the mode 'audio' and one of the "
        + "categories playback, record, playAndRecord and multiRoute. Add 'audio' to UIBackgroundModes, "
        + "or activate it when the app is on screen."
    }
  }
}

extension LocationError {
  fileprivate var sentence: String {
    let what = "The location service failed with \(self) (\(rawValue)): "
    switch self {
    case .locationUnknown:
      return what + "the location is not known at the moment. Keep waiting; a fix may follow."
    case .denied:
      return what + "the user does not allow the app to use the location. `torpor settings APP "
        + "location=whenInUse` allows it."
    case .regionMonitoringDenied:
      return what
        + "regions are monitored only for apps that may always use the precise location. `torpor settings APP location=always locationAccuracy=full` allows it."
    case .regionMonitoringFailure:
      return what + "the app has reached its limit of regions, or the region is too large. Stop "
        + "monitoring one, or choose a smaller one."
    case .deferredFailed:
      return what + "updates cannot be deferred now. Ask again later."
    case .deferredNotUpdatingLocation:
      return what + "updates are deferred only while they run. Start them first."
    case .deferredAccuracyTooLow:
      return what
        + "updates are deferred only if the best accuracy is requested. Request 0 metres."
    case .deferredDistanceFiltered:
      return what + "updates with a distance filter are not deferred. Start them without one."
    case .deferredCanceled:
      return what + "the deferral was withdrawn, or another replaced it. There is nothing to do."
    case .rangingUnavailable:
      return what + "this version does not support beacons. Continue without them."
    case .rangingFailure:
      return what + "the app has reached its limit of ranged beacons. Stop ranging some."
    case .promptDeclined:
      return what
        + "the user was not asked, or declined. Continue with the accuracy that the app has."
    }
  }
}
