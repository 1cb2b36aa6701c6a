import TorporModel

// An interruption makes the apps on screen inactive, and its end makes them active: decision 0039.

extension Device {
  /// Handles the beginning or end of an interruption by the machine.
  mutating func interrupt(
    by machine: MachineInterruption,
    begins: Bool,
    in turn: inout Turn
  ) {
    if begins { screen.begin(.machine(machine)) } else { screen.end { $0 == .machine(machine) } }
    screenChanged()
    followCover(in: &turn)
  }

  /// The bridge that reported the machine's state has ended.
  mutating func endMachineInterruptions(in turn: inout Turn) {
    endInterruptions(in: &turn) { kind in if case .machine = kind { true } else { false } }
  }

  /// Notes an event of a service that covers the screen: a ringing call.
  mutating func noteInterruption(_ event: SystemEvent, in turn: inout Turn) {
    switch event {
    case .call(.began(by: let caller?)):
      screen.begin(.call(caller), until: turn.now + AppPushes.ringTime)
    case .call(.ended):
      let pushes = services.push
      let hasEnded = screen.end { kind in
        if case .call(let caller) = kind { pushes[caller].call == nil } else { false }
      }
      guard hasEnded else { return }
    default: return
    }
    screenChanged()
    turn.steps.append(.followCover)
  }

  /// Notes an order of a service that covers the screen: a question of the system to the user, which
  /// is a notification that apps may not make.
  mutating func noteInterruption(_ effect: Effect, in turn: inout Turn) {
    switch effect {
    case .service(.show(let shown)):
      let name = shown.key.identifier
      guard
        LocationPrompt(identifier: name) != nil
          || ConsentPrompt.permission(ofNotification: name) != nil,
        screen.front.contains(shown.key.app)
      else { return }
      let question = Interruption.Kind.question(shown.key.app, name: shown.key.identifier)
      screen.begin(question, until: turn.now + Interruption.questionLength)
    case .service(.withdraw(let key)):
      guard screen.end(where: { $0 == .question(key.app, name: key.identifier) }) else { return }
    default: return
    }
    screenChanged()
    turn.steps.append(.followCover)
  }

  /// Ends interruptions because the user is using the app: its call is answered, and questions about it wait.
  mutating func endInterruptions(by app: AppIdentifier, in turn: inout Turn) {
    endInterruptions(in: &turn) { kind in
      switch kind {
      case .call(let caller): caller == app
      case .question(let subject, _): subject == app
      case .machine: false
      }
    }
  }

  private mutating func endInterruptions(
    in turn: inout Turn,
    where hasEnded: (Interruption.Kind) -> Bool
  ) {
    guard screen.end(where: hasEnded) else { return }
    screenChanged()
    followCover(in: &turn)
  }
}
