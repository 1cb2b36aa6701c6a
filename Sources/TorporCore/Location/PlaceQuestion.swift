import TorporModel

/// Something that the system itself asks the user about an app and places.
///
/// It is shown as a notification of the app, with buttons; the setting answers it as well.
enum PlaceQuestion: String, Hashable, Sendable, Codable, CaseIterable {
  /// Whether the app may know the exact place while it is in use.
  case fullAccuracy
  /// Whether the app may go on knowing places while nobody looks at it (LO14).
  case keepAlways

  /// What the identifiers of the system's own notifications begin with; apps may not use it.
  static let prefix = "io.torpor.location."

  init?(identifier: String) {
    guard identifier.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(identifier.dropFirst(Self.prefix.count)))
  }

  var identifier: String { Self.prefix + rawValue }

  /// What the user can answer.
  enum Answer: String, CaseIterable {
    case allowOnce, decline, keepAlways, whenInUse
  }

  var actions: [NotificationAction] {
    switch self {
    case .fullAccuracy:
      [
        NotificationAction(identifier: Answer.allowOnce.rawValue, title: "Allow Once"),
        NotificationAction(identifier: Answer.decline.rawValue, title: "Keep Approximate"),
      ]
    case .keepAlways:
      [
        NotificationAction(
          identifier: Answer.whenInUse.rawValue,
          title: "Change to Only While Using"
        ),
        NotificationAction(identifier: Answer.keepAlways.rawValue, title: "Always Allow"),
      ]
    }
  }

  func content(for name: String, saying purpose: String) -> NotificationContent {
    switch self {
    case .fullAccuracy:
      NotificationContent(
        title: "Let \(name) know the exact place while you use it?",
        body: purpose,
        level: .timeSensitive
      )
    case .keepAlways:
      NotificationContent(
        title: "\(name) has used your location in the background",
        body: "Do you want it to go on knowing where you are while you do not use it?"
      )
    }
  }
}

extension Device {
  /// Asks the user; a question that stands is not asked twice.
  mutating func ask(
    _ question: PlaceQuestion,
    of app: AppIdentifier,
    saying purpose: String = "",
    in turn: inout Turn
  ) {
    guard var wishes = places[app], let record = apps[app],
      !wishes.questions.contains(question)
    else { return }
    wishes.questions.append(question)
    places[app] = wishes
    let name = record.manifest.name
    let shown = ShownNotification(
      key: NotificationKey(app: app, identifier: question.identifier),
      appName: name,
      content: question.content(for: name, saying: purpose),
      actions: question.actions
    )
    turn.order(.mode(.show(shown)))
    turn.record(
      .show(notification: question.identifier),
      of: app,
      because: [Condition(.userDecides)]
    )
  }

  /// Takes back a question that stands no more.
  mutating func withdraw(
    _ question: PlaceQuestion,
    from wishes: inout AppPlaces,
    in turn: inout Turn
  ) {
    guard let index = wishes.questions.firstIndex(of: question) else { return }
    wishes.questions.remove(at: index)
    let key = NotificationKey(app: wishes.app, identifier: question.identifier)
    turn.order(.mode(.withdraw(key)))
  }

  /// The user answers a question; `false`: the response is to none that stands.
  mutating func answer(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    in turn: inout Turn
  ) -> Bool {
    guard let question = PlaceQuestion(identifier: response.notification),
      var wishes = places[app], wishes.questions.contains(question)
    else { return false }
    // A tap on the text says neither yes nor no.
    if response.action == NotificationResponse.defaultAction { return true }
    withdraw(question, from: &wishes, in: &turn)
    places[app] = wishes
    switch (question, PlaceQuestion.Answer(rawValue: response.action)) {
    case (.fullAccuracy, .allowOnce):
      places[app]?.hasFullAccuracyInUse = true
      followAccuracy(of: app, in: &turn)
    case (.fullAccuracy, _): tell(.didFail(.promptDeclined), to: app, in: &turn)
    case (.keepAlways, .whenInUse):
      var settings = apps[app]?.settings ?? AppSettings()
      settings.location = .whenInUse
      _ = change(.appSettings(app: app, settings: settings), in: &turn)
    // Whoever waves it away has seen it: it stays as it is.
    case (.keepAlways, _): break
    }
    tellNews(of: nil, to: app, in: &turn)
    planPlaces(in: &turn)
    return true
  }
}
