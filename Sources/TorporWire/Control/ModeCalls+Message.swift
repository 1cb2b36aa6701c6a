import TorporModel

// The calls of `io.torpor.Control` about pushes, notifications, places and calls.

extension PushSubmission {
  init(call parameters: JSON) throws(WireError) {
    let call = try PartReader(
      control: parameters,
      known: "app",
      "payload",
      "type",
      "priority",
      "collapseIdentifier",
      "lifetimeMicroseconds"
    )
    let kind: PushKind? = try call.optionalWord("type")
    var priority: PushPriority?
    if let number = try call.optionalInteger("priority", in: 0...10) {
      guard let known = PushPriority(rawValue: number) else { throw call.invalid("priority") }
      priority = known
    }
    let text = try call.text("payload")
    let payload: PushPayload
    do throws(PushPayloadMistake) {
      payload = try PushPayload(text, kind: kind)
    } catch {
      throw call.invalid("payload")
    }
    self.init(
      app: try call.name("app"),
      payload: payload,
      kind: kind,
      priority: priority,
      collapseIdentifier: try call.optionalText(
        "collapseIdentifier",
        bytesMax: Self.collapseIdentifierBytesMax
      ),
      lifetime: try call.optionalLength("lifetimeMicroseconds")
    )
  }

  var parameters: JSON {
    .object(optional: [
      ("app", .string(app)), ("payload", .string(payload.text)),
      ("type", .text(kind?.rawValue)),
      ("priority", priority.map { .integer(Int64($0.rawValue)) }),
      ("collapseIdentifier", .text(collapseIdentifier)),
      ("lifetimeMicroseconds", lifetime.map { .integer($0.microseconds) }),
    ])
  }
}

extension ResponseSubmission {
  init(call parameters: JSON) throws(WireError) {
    let call = try PartReader(
      control: parameters,
      known: "app",
      "notification",
      "action",
      "text"
    )
    self.init(
      app: try call.name("app"),
      response: NotificationResponse(
        notification: try call.name("notification"),
        action: try call.optionalName("action") ?? NotificationResponse.defaultAction,
        text: try call.optionalText("text", bytesMax: ModeLimits.answerBytesMax)
      )
    )
  }

  var parameters: JSON {
    .object(optional: [
      ("app", .string(app)), ("notification", .string(response.notification)),
      ("action", .string(response.action)), ("text", .text(response.text)),
    ])
  }
}

extension FixSubmission {
  init(call parameters: JSON) throws(WireError) {
    let call = try PartReader(control: parameters, known: "latitude", "longitude", "accuracyMetres")
    self.init(
      coordinate: try Coordinate(call),
      accuracyMetres: try call.optionalMetres("accuracyMetres") ?? Self.accuracyDefaultMetres
    )
  }

  var parameters: JSON {
    .object(optional: coordinate.facts + [("accuracyMetres", .number(accuracyMetres))])
  }
}

extension NotificationQuery {
  init(call parameters: JSON) throws(WireError) {
    let call = try PartReader(control: parameters, known: "app", "after")
    self.init(
      app: try call.optionalName("app"),
      after: try call.optionalInteger("after", in: 0...Int.max) ?? 0
    )
  }

  var parameters: JSON {
    .object(optional: [
      ("app", .text(app)), ("after", after == 0 ? nil : .integer(Int64(after))),
    ])
  }
}

extension NotificationRow {
  var json: JSON {
    .object(optional: [
      ("app", .string(app.text)), ("isDelivered", .bool(isDelivered)),
      ("isShown", isShown ? .bool(true) : nil),
      ("dueMicroseconds", due.map { .integer($0.microseconds) }),
      ("notification", notification.json),
    ])
  }

  /// Reads the rows of a reply.
  ///
  /// - Throws: `WireError.malformedMessage`.
  static func rows(of reply: JSON) throws(WireError) -> [NotificationRow] {
    do throws(WireError) {
      var rows: [NotificationRow] = []
      for row in try PartReader(reply: reply).objects("notifications", countMax: .max, known: []) {
        guard let app = AppIdentifier(try row.name("app")) else { throw row.invalid("app") }
        let notification = try row.object("notification", known: [])
        rows.append(
          NotificationRow(
            app: app,
            isDelivered: try row.flag("isDelivered"),
            isShown: try row.optionalFlag("isShown") ?? false,
            due: try row.optionalInteger("dueMicroseconds", in: .min ... .max).map {
              Instant(microseconds: Int64($0))
            },
            notification: try LocalNotification(notification)
          )
        )
      }
      return rows
    } catch .invalidParameter(let parameter) {
      throw .malformedMessage(cause: "'\(parameter)' is missing or not of its type")
    }
  }
}
