import TorporModel

// What facts may hold, beyond the limits of the interface.

extension Bridge.Report {
  package func check() throws(WireError) {
    for (index, fact) in facts.enumerated() {
      if let fault = fact.fault { throw .invalidParameter(parameter: "facts.\(index).\(fault)") }
    }
  }
}

extension BridgeFact {
  /// Which member is not such as the interface says in words: `part.name`; `nil`: none.
  fileprivate var fault: String? {
    switch self {
    case .part(let name, _, let cause):
      first(("part.name", name.isLine), ("part.cause", cause?.isLine))
    case .bluetooth(let event): event.fault.map { "bluetooth.event.\($0)" }
    case .beacons(let sightings):
      sightings.firstIndex { BeaconIdentity(uuid: $0.uuid)?.uuid != $0.uuid }
        .map { "beacons.sightings.\($0).uuid" }
    case .notificationAnswered(_, let action, let text):
      first(
        ("notificationAnswered.action", action.isLine),
        ("notificationAnswered.text", text?.isText)
      )
    case .busCallWaits(_, let name, let member):
      first(("busCallWaits.name", name.isLine), ("busCallWaits.member", member.isLine))
    case .snapshot(_, let path, _):
      first(("snapshot.path", path.map { $0.isLine && $0.isAbsolutePath }))
    case .pushChannels(let channels, let ended):
      channels.firstIndex {
        !PushChannel.isChannel($0.channel) || $0.key.map(PushChannel.isKey) == false
      }
      .map { "pushChannels.channels.\($0)" }
        ?? ended.firstIndex { !PushChannel.isChannel($0) }.map { "pushChannels.ended.\($0)" }
    case .pushMessageWaits(_, let name): first(("pushMessageWaits.name", name.isLine))
    case .pushMessageAnswered(let identifier, _):
      first(("pushMessageAnswered.identifier", identifier.isLine))
    // The key of a notification is the daemon's own word; whether it names one is for the daemon to say.
    case .notificationShown, .notificationClosed: nil
    case .power, .metered, .idle, .locked, .prepareForSleep, .screenSaver, .prepareForShutdown,
      .focus,
      .pointerFocus,
      .windows, .audio, .mediaPlaying, .location, .statusItems, .grab:
      nil
    }
  }
}

extension BluetoothEvent {
  fileprivate var fault: String? {
    switch self {
    case .power: nil
    case .centralRequest(_, let request):
      first(
        ("centralRequest.request.service", request?.service.isText),
        ("centralRequest.request.characteristic", request?.characteristic.isText),
        ("centralRequest.request.central", request?.central?.isText)
      )
    case .connected(let peripheral): first(("connected.peripheral", peripheral.isText))
    case .disconnected(let peripheral): first(("disconnected.peripheral", peripheral.isText))
    case .data(let peripheral): first(("data.peripheral", peripheral.isText))
    case .discovered(let peripheral, let services):
      first(
        ("discovered.peripheral", peripheral.isText),
        ("discovered.services", services.allSatisfy(\.isText))
      )
    }
  }
}

extension String {
  /// Whether it has no control characters but for line feeds.
  fileprivate var isText: Bool { allSatisfy(BridgeText.isPrintable) }

  /// Whether it has no control characters.
  fileprivate var isLine: Bool { isText && !contains("\n") }
}

/// The first member that is at fault; one that is not there is not.
private func first(_ members: (name: String, isRight: Bool?)...) -> String? {
  members.first { $0.isRight == false }?.name
}
