import TorporAppModel

// What the task scheduler does not accept: why, and what to do next.

extension TaskSchedulerError {
  /// What was refused, why, and what to do next.
  func sentence(because conditions: [Condition]) -> String {
    let broken = conditions.filter { !$0.holds }
    return "The request was not accepted: "
      + {
        switch self {
        case .unavailable: Self.unavailable(broken)
        case .tooManyPendingTaskRequests:
          "the limit of pending requests is reached, one for a refresh and ten for processing. "
            + "Cancel one with CancelTaskRequest, or submit this one again when another has run."
        case .notPermitted: Self.notPermitted(broken.first { $0.reason == .notPermitted }?.subject)
        case .immediateRunIneligible: Self.ineligible(broken)
        }
      }()
  }

  private static func unavailable(_ broken: [Condition]) -> String {
    if let missing = broken.first(where: { $0.reason == .notInProfile })?.subject {
      let words = missing.split(separator: " ")
      let what =
        switch words.last {
        case "multitasking": "multitasking"
        case "continuedProcessing": "continued processing"
        case "healthResearch": "health research tasks"
        default: "task scheduler"
        }
      return
        "the profile of the device is \(words.first ?? ""), which has no \(what). Choose a newer one: "
        + "`torpor settings profile=ios26`."
    }
    return "Background App Refresh is off, for the app or for the device. `torpor settings "
      + "backgroundRefresh=on` turns it on for the device, with the app's name before it for the app."
  }

  /// Which key lacks which value: the subject is a mode, an identifier, an entitlement or a resource.
  private static func notPermitted(_ subject: String?) -> String {
    guard let subject else {
      return "the app's Info.plist does not allow it. Add the mode to UIBackgroundModes, 'fetch' "
        + "for a refresh and 'processing' for processing, and the identifier to "
        + "BGTaskSchedulerPermittedIdentifiers."
    }
    if subject == "gpu" {
      return "the graphics processor is not available in the background. Submit it without 'gpu'."
    }
    if subject.hasPrefix("com.apple.developer.") {
      return "the app lacks the entitlement '\(subject)'. Add it to the app and install it again."
    }
    let key =
      BackgroundMode(rawValue: subject) == nil
      ? "BGTaskSchedulerPermittedIdentifiers" : "UIBackgroundModes"
    return "\(key) in the app's Info.plist does not list '\(subject)'. Add it there and install "
      + "the app again."
  }

  private static func ineligible(_ broken: [Condition]) -> String {
    if broken.contains(where: { $0.reason == .onScreen }) {
      return
        "the app is not on screen, where the user would start the work. Submit it in response to "
        + "an action of the user."
    }
    return
      "it must start at once or not at all, and no slot is free. Submit it with the strategy "
      + "'queue' to let it wait for its turn."
  }
}

extension SchedulerMisuse {
  package init(_ message: ParameterReader) throws(WireError) {
    let identifier: String = try message.value("identifier")
    switch try message.value("which") as String {
    case "registeredTooLate": self = .registeredTooLate(identifier: identifier)
    case "registeredTwice": self = .registeredTwice(identifier: identifier)
    case "noHandler": self = .noHandler(identifier: identifier)
    default: throw message.invalid("which")
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .registeredTooLate(let identifier):
      [("which", "registeredTooLate".json), ("identifier", identifier.json)]
    case .registeredTwice(let identifier):
      [("which", "registeredTwice".json), ("identifier", identifier.json)]
    case .noHandler(let identifier):
      [("which", "noHandler".json), ("identifier", identifier.json)]
    }
  }

  /// Apple's words, and what to change in the app.
  var sentence: String {
    switch self {
    case .registeredTooLate(let identifier):
      message + ". Register '\(identifier)' before the app returns from didFinishLaunching."
    case .registeredTwice:
      message + ". Register each identifier once in the life of a process."
    case .noHandler(let identifier):
      message + ". Register '\(identifier)' at launch, in every launch of the app."
    }
  }
}
