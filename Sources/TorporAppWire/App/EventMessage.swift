import TorporAppModel

/// A callback as it stands on the wire, with what is told beside it of a transfer.
struct EventMessage {
  var token: CallbackToken
  /// The word for the callback.
  var name: String
  /// The callback; `nil` where this version does not know it.
  var callback: Callback?
  var suspendedFor: Duration?
  var terminationSave: TerminationSave?
  var detail: TransferDetail?

  /// - Throws: `WireError.malformedMessage` where what every event has is missing.
  init(_ json: JSON) throws(WireError) {
    let message = ParameterReader(reply: json)
    do throws(WireError) {
      token = try message.value("callback")
      name = try message.value("name")
      suspendedFor = try message.optional("suspendedMicroseconds")
      // A newer system may say more of it than this version knows.
      terminationSave = try? message.optional("terminationSave")
      var detail = try TransferDetail(message)
      detail.url = try message.optional("url")
      detail.taskDescription = try message.optional("label")
      detail.file = try message.optional("file")
      self.detail = detail == TransferDetail() ? nil : detail
    } catch {
      throw .malformedMessage(cause: "an event has a member that is missing or not of its type")
    }
    callback = try? Callback(name, message)
  }

  init(_ delivery: Delivery, detail: TransferDetail?) {
    token = delivery.token
    name = delivery.callback.word
    callback = delivery.callback
    suspendedFor = delivery.suspendedFor
    terminationSave = delivery.terminationSave
    self.detail = detail
  }

  init(unknown name: String, token: CallbackToken) {
    self.token = token
    self.name = name
  }

  /// What every event has in the order of its names, the members of the life cycle among it; those of a
  /// session or a service follow.
  package var json: JSON {
    var members: [(key: String, value: JSON?)] = [
      ("callback", token.json), ("hasCompletionHandler", callback?.hasCompletionHandler.json),
      ("name", name.json), ("suspendedMicroseconds", suspendedFor?.json),
      ("terminationSave", terminationSave?.json),
    ]
    switch callback {
    case .session(let session)?: members += Callback.session(session).ownMembers
    case .service(let mode)?: members += Callback.service(mode).ownMembers
    case nil: break
    case let callback?: members = (members + callback.ownMembers).sorted { $0.key < $1.key }
    }
    return .object(optional: members + (detail?.membersOfEvent ?? []))
  }
}

extension TransferDetail {
  /// With what the transfer was started as, which stands in a row beside the detail.
  fileprivate var membersOfEvent: [(key: String, value: JSON?)] {
    members + [("url", url?.json), ("label", taskDescription?.json), ("file", file?.json)]
  }
}

/// It has no object of its own.
extension LaunchDestination {
  package init(_ message: ParameterReader) throws(WireError) {
    let name: App.LaunchDestinationName = try message.value("destination")
    self =
      switch name {
      case .foreground: .foreground
      case .background: .background(try message.value("wakeReason"))
      }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .foreground: [("destination", App.LaunchDestinationName.foreground.json)]
    case .background(let reason):
      [
        ("destination", App.LaunchDestinationName.background.json), ("wakeReason", reason.json),
      ]
    }
  }
}
