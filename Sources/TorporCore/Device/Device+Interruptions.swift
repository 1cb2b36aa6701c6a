import TorporModel

// An interruption makes the apps on screen inactive, and its end makes them active: decision 0039.

extension Device {
  /// The machine comes between the user and the apps, or does no longer.
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

  /// What a service posts may lie over the screen: a call that rings.
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

  /// What a service orders may lie over the screen: a question of the system's to the user, which is a
  /// notification that no app may make.
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

  /// The user has the app in hand: its call is answered, and what was asked about it waits.
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
