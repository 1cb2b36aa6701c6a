import NIOCore
import TorporCrypto

/// The channels of a fleet in NATS: a value for each, and one for each app with the names of all of its channels.
///
/// What is published is said to all gateways by one subject.
///
/// Concurrency: belongs to the loop of its client.
final class FleetChannels {
  private let stream: JetStream
  private let client: NATSClient
  private let bucket: JetStream.Bucket
  private let subject: String
  private let subscribers: Subscribers
  private let metrics: Metrics
  private let clock: GatewayClock

  /// How often a write is tried where others write at the same time.
  private static let attemptsMax = 8
  /// The most bytes of a value: the names of 10,000 channels in Base64 are 213 KiB.
  private static let valueBytesMax = 320 << 10

  init(
    _ client: NATSClient,
    _ settings: FleetSettings,
    _ subscribers: Subscribers,
    _ metrics: Metrics,
    _ clock: GatewayClock
  ) {
    (stream, self.client) = (JetStream(client: client), client)
    bucket = JetStream.Bucket(
      name: "\(settings.prefix)-channels",
      replicas: settings.replicas,
      valueBytesMax: Self.valueBytesMax
    )
    subject = "\(settings.prefix).broadcast"
    (self.subscribers, self.metrics, self.clock) = (subscribers, metrics, clock)
    client.subscribe(subject) { [self] in receive($0) }
  }

  /// Makes what is missing.
  func prepare(_ answer: @escaping (Result<Void, NATSFailure>) -> Void) {
    stream.make(bucket, answer)
  }

  func perform(_ order: ChannelOrder) {
    switch order {
    case .create(let app, let policy, let most, let answer): create(app, policy, most, answer)
    case .read(let name, let answer): read(name) { answer($0.map { $0.channel }) }
    case .remove(let name, let answer): remove(name, answer)
    case .list(let app, let answer): list(app) { answer($0.map { $0.ids }) }
    case .publish(let push, let name, let answer): publish(push, name, answer)
    case .subscribe(let port, let name, let answer): subscribe(port, name, answer)
    }
  }

  // MARK: One channel

  private struct Found {
    var channel: BroadcastChannel
    let revision: UInt64
  }

  private func refusal(_ failure: NATSFailure) -> Refusal {
    metrics.noteStoreFailure("\(failure)")
    return Refusal(failure.isPassing ? .serviceUnavailable : .internalServerError)
  }

  private static func key(_ id: ChannelID) -> String { Hex.encode(id.bytes) }

  private func read(_ name: ChannelName, _ answer: @escaping (Result<Found, Refusal>) -> Void) {
    stream.read(bucket, Self.key(name.id)) { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(refusal(failure)))
      case .success(let entry):
        let found = entry.value.flatMap { BroadcastChannel($0) }
        answer(
          BroadcastChannel.checked(found, name.app)
            .map { Found(channel: $0, revision: entry.revision) }
        )
      }
    }
  }

  private func create(
    _ app: ChannelApp,
    _ policy: BroadcastChannel.Policy,
    _ most: Int,
    _ answer: @escaping ChannelOrder.Answer<ChannelID>
  ) {
    // Looked at first: a sender with all that it may have leaves nothing behind.
    list(app) { [self] result in
      switch result {
      case .failure(let refusal): answer(.failure(refusal))
      case .success(let listed) where listed.ids.count >= most:
        answer(.failure(Refusal(.cannotCreateChannelConfig)))
      case .success:
        write(ChannelID.make(), BroadcastChannel(app: app, policy: policy), most, answer)
      }
    }
  }

  /// Writes a new channel, and then that the app has it.
  ///
  /// A channel that is in no list yet is nobody's; one in a list that is not there would be found by its sender.
  private func write(
    _ id: ChannelID,
    _ channel: BroadcastChannel,
    _ most: Int,
    _ answer: @escaping ChannelOrder.Answer<ChannelID>
  ) {
    stream.write(bucket, Self.key(id), channel.json.utf8, expecting: 0) { [self] result in
      if case .failure(let failure) = result { return answer(.failure(refusal(failure))) }
      changeList(of: channel.app, attempt: 0) { ids in
        guard ids.count < most else { return Refusal(.cannotCreateChannelConfig) }
        ids.append(id)
        return nil
      } _: {
        answer($0.map { id })
      }
    }
  }

  private func remove(_ name: ChannelName, _ answer: @escaping ChannelOrder.Answer<Void>) {
    read(name) { [self] result in
      switch result {
      case .failure(let refusal): answer(.failure(refusal))
      case .success(let found):
        stream.write(bucket, Self.key(name.id), "{}".utf8, expecting: found.revision) {
          [self] result in
          if case .failure(let failure) = result { return answer(.failure(refusal(failure))) }
          changeList(of: name.app, attempt: 0) { ids in
            ids.removeAll { $0 == name.id }
            return nil
          } _: {
            answer($0)
          }
        }
      }
    }
  }

  private func publish(
    _ push: Push,
    _ name: ChannelName,
    attempt: Int = 0,
    _ answer: @escaping ChannelOrder.Answer<Void>
  ) {
    read(name) { [self] result in
      guard case .success(var found) = result else { return answer(result.map { _ in }) }
      let now = clock.nowMilliseconds()
      let isToWrite: Bool
      do throws(Refusal) {
        isToWrite = try found.channel.take(push, at: now)
      } catch {
        return answer(.failure(error))
      }
      let message = BroadcastChannel.Message(push: push, acceptedMilliseconds: now)
      guard isToWrite else {
        tellAll(message, name.id)
        return answer(.success(()))
      }
      let json = found.channel.json
      stream.write(bucket, Self.key(name.id), json.utf8, expecting: found.revision) {
        [self] result in
        switch result {
        case .success:
          tellAll(message, name.id)
          answer(.success(()))
        case .failure(.conflict) where attempt < Self.attemptsMax:
          publish(push, name, attempt: attempt + 1, answer)
        case .failure(let failure): answer(.failure(refusal(failure)))
        }
      }
    }
  }

  private func subscribe(
    _ port: LinkPort,
    _ name: ChannelName,
    _ answer: @escaping ChannelOrder.Answer<Void>
  ) {
    // Before the read: what is published meanwhile comes by the one way or the other.
    subscribers.add(port, to: name.id)
    read(name) { [self] result in
      switch result {
      case .failure(let refusal):
        subscribers.remove(port, from: name.id)
        answer(.failure(refusal))
      case .success(let found):
        answer(.success(()))
        if let message = found.channel.waiting(at: clock.nowMilliseconds()) {
          port.send(message, by: name.id)
        }
      }
    }
  }

  // MARK: All gateways

  private func tellAll(_ message: BroadcastChannel.Message, _ id: ChannelID) {
    var text = JSONText()
    text.set("channel", id.text)
    text.set("accepted", message.acceptedMilliseconds)
    message.push.write(to: &text)
    // This gateway hears it, too.
    _ = client.publish(subject, NATSHeaders(), text.finished.utf8)
  }

  private func receive(_ message: NATSMessage) {
    guard let value = try? message.json(),
      let id = value["channel"]?.text.flatMap({ ChannelID($0) }),
      let accepted = value["accepted"]?.integer, let push = Push(json: value)
    else { return }
    subscribers.send(
      BroadcastChannel.Message(push: push, acceptedMilliseconds: accepted),
      by: id
    )
  }

  /// What was published while no server was connected is lost as a word; what channels keep is handed over again.
  func lookAtAll() {
    for id in subscribers.channels {
      stream.read(bucket, Self.key(id)) { [self] result in
        guard case .success(let entry) = result,
          let channel = entry.value.flatMap({ BroadcastChannel($0) }),
          let message = channel.waiting(at: clock.nowMilliseconds())
        else { return }
        subscribers.send(message, by: id)
      }
    }
  }

  // MARK: The channels of an app

  private struct Listed {
    var ids: [ChannelID]
    let revision: UInt64
  }

  private static func key(_ app: ChannelApp) -> String {
    "app-" + Hex.encode(Digest.sha256(Array("\(app.environment.rawValue) \(app.name)".utf8)))
  }

  private func list(_ app: ChannelApp, _ answer: @escaping (Result<Listed, Refusal>) -> Void) {
    stream.read(bucket, Self.key(app)) { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(refusal(failure)))
      case .success(let entry):
        let value = entry.value.flatMap { JSONValue($0) }
        let bytes = value?["ids"]?.text.flatMap { Base64URL.decode($0) } ?? []
        let ids = stride(from: 0, to: bytes.count, by: ChannelID.byteCount).map {
          ChannelID(known: Array(bytes[$0..<min($0 + ChannelID.byteCount, bytes.count)]))
        }
        answer(.success(Listed(ids: ids, revision: entry.revision)))
      }
    }
  }

  /// Changes the list, unless that is refused; begins anew where another gateway has changed it.
  private func changeList(
    of app: ChannelApp,
    attempt: Int,
    _ change: @escaping (inout [ChannelID]) -> Refusal?,
    _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) {
    list(app) { [self] result in
      guard case .success(var listed) = result else { return answer(result.map { _ in }) }
      if let refusal = change(&listed.ids) { return answer(.failure(refusal)) }
      var text = JSONText()
      text.set("app", app.name)
      text.set("ids", Base64URL.encode(listed.ids.flatMap { $0.bytes }))
      stream.write(bucket, Self.key(app), text.finished.utf8, expecting: listed.revision) {
        [self] result in
        switch result {
        case .success: answer(.success(()))
        case .failure(.conflict) where attempt < Self.attemptsMax:
          changeList(of: app, attempt: attempt + 1, change, answer)
        case .failure(let failure): answer(.failure(refusal(failure)))
        }
      }
    }
  }
}
