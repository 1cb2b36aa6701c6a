import TorporModel

// What the system itself asks the user about an app and places.

extension LocationService {
  /// Asks the user; a question that stands is not asked twice.
  mutating func ask(
    _ question: LocationPrompt,
    of app: AppIdentifier,
    saying purpose: String = "",
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard var client = table[app], let slot = device.apps.slot(of: app),
      let name = device.apps.read(slot: slot, { $0.manifest.name }),
      !client.questions.contains(question)
    else { return }
    client.questions.append(question)
    table[app] = client
    let shown = ShownNotification(
      key: NotificationKey(app: app, identifier: question.identifier),
      appName: name,
      content: question.content(for: name, saying: purpose),
      actions: question.actions
    )
    out.order(.service(.show(shown)))
    out.record(
      .show(notification: question.identifier),
      of: app,
      because: [Condition(.userDecides)]
    )
  }

  /// Withdraws a question that is no longer pending.
  func withdraw(
    _ question: LocationPrompt,
    from client: inout LocationClient,
    _ out: inout Outbox
  ) {
    guard let index = client.questions.firstIndex(of: question) else { return }
    client.questions.remove(at: index)
    let key = NotificationKey(app: client.app, identifier: question.identifier)
    out.order(.service(.withdraw(key)))
  }

  /// Whether the response is to a question that stands.
  func hasAsked(_ response: NotificationResponse, of app: AppIdentifier) -> Bool {
    guard let question = LocationPrompt(identifier: response.notification) else { return false }
    return table[app]?.questions.contains(question) ?? false
  }

  /// The user answers a question.
  mutating func answer(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    // A tap on the text means neither yes nor no.
    guard let question = LocationPrompt(identifier: response.notification), var client = table[app],
      client.questions.contains(question), response.action != NotificationResponse.defaultAction
    else { return }
    withdraw(question, from: &client, &out)
    table[app] = client
    switch (question, LocationPrompt.Answer(rawValue: response.action)) {
    case (.fullAccuracy, .allowOnce):
      table[app]?.hasFullAccuracyInUse = true
      followAccuracy(of: app, device, &out)
    case (.fullAccuracy, _): out.then(.tell(.didFail(.promptDeclined), app))
    case (.keepAlways, .whenInUse):
      var settings = device.apps[app]?.settings ?? AppSettings()
      settings.location = .whenInUse
      out.change(.appSettings(app: app, settings: settings))
    // A user who dismisses it has seen it: it stays as it is.
    case (.keepAlways, _): break
    }
    out.then(.news(of: nil, app))
    out.then(.plan)
  }
}
