import NIOCore
import TorporCrypto

/// The channels of a fleet in NATS: one value for each, and one for each app with the names of all its channels.
///
/// Concurrency: used on the event loop of its client.
final class FleetChannels {
  private let stream: JetStream
  private let bucket: JetStream.Bucket
  private let words: FleetBroadcasts
  private let turns: FleetTurns
  private let lists: FleetChannelLists
  private var rates = PublishRates()
  private let subscribers: Subscribers
  private let metrics: Metrics
  private let clock: GatewayClock

  /// The maximum size of a value in bytes: the names of 10,000 channels in Base64 are 213 KiB.
  private static let valueBytesMax = 320 << 10

  init(
    _ client: NATSClient,
    _ settings: FleetSettings,
    _ subscribers: Subscribers,
    _ metrics: Metrics,
    _ clock: GatewayClock,
    on loop: any EventLoop
  ) {
    stream = JetStream(client: client, patience: settings.patience)
    turns = FleetTurns(metrics, patience: settings.patience * 5, on: loop)
    bucket = JetStream.Bucket(
      name: "\(settings.prefix)-channels",
      replicas: settings.replicas,
      valueBytesMax: Self.valueBytesMax
    )
    lists = FleetChannelLists(stream, bucket, turns, metrics)
    words = FleetBroadcasts(client, stream, bucket, settings, subscribers, metrics, clock, on: loop)
    (self.subscribers, self.metrics, self.clock) = (subscribers, metrics, clock)
  }

  /// Creates missing buckets.
  func prepare(_ answer: @escaping (Result<Void, NATSFailure>) -> Void) {
    stream.make(bucket, answer)
  }

  /// Handles a reconnection after a time without a server.
  func connectedAgain() { words.connectedAgain() }

  func perform(_ order: ChannelOrder) {
    switch order {
    case .create(let app, let policy, let most, let answer):
      turns.run(FleetChannelLists.key(app), answer) { [self] in
        create(app, policy, most, until: $0, $1)
      }
    case .read(let name, let answer): read(name) { answer($0.map { $0.channel }) }
    case .remove(let name, let answer):
      turns.run(Self.key(name.id), answer) { [self] in remove(name, until: $0, $1) }
    // In the same order as in a file.
    case .list(let app, let answer):
      lists.read(app) {
        answer($0.map { $0.ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } })
      }
    case .publish(let push, let name, let answer):
      turns.run(Self.key(name.id), answer) { [self] in publish(push, name, until: $0, $1) }
    case .subscribe(let port, let name, let answer): subscribe(port, name, answer)
    }
  }

  // MARK: One channel

  private struct Found {
    var channel: BroadcastChannel
    let revision: UInt64
  }

  private static func key(_ id: ChannelID) -> String { Hex.encode(id.bytes) }

  private func read(_ name: ChannelName, _ answer: @escaping (Result<Found, Refusal>) -> Void) {
    stream.read(bucket, Self.key(name.id)) { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(turns.refusal(failure)))
      case .success(let entry):
        answer(
          BroadcastChannel.checked(entry.value, name.app)
            .map { Found(channel: $0, revision: entry.revision) }
        )
      }
    }
  }

  /// Writes a new channel, and then adds it to the app's list.
  ///
  /// A channel that is not in a list yet belongs to no app; one that is in a list but does not exist would be found by
  /// its sender.
  private func create(
    _ app: ChannelApp,
    _ policy: BroadcastChannel.Policy,
    _ most: Int,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<ChannelID, Refusal>) -> Void
  ) {
    // This is checked first: a sender with the maximum number of channels leaves nothing behind.
    lists.read(app) { [self] result in
      let listed: FleetChannelLists.Listed
      switch result {
      case .failure(let refusal): return answer(.failure(refusal))
      case .success(let found): listed = found
      }
      guard listed.ids.count < most else {
        return answer(.failure(Refusal(.cannotCreateChannelConfig)))
      }
      let (id, channel) = (ChannelID.make(), BroadcastChannel(app: app, policy: policy))
      stream.write(bucket, Self.key(id), channel.json.utf8, expecting: 0) { [self] result in
        if case .failure(let failure) = result { return answer(.failure(turns.refusal(failure))) }
        lists.change(app, as: listed, until: deadline) { ids in
          guard ids.count < most else { return Refusal(.cannotCreateChannelConfig) }
          ids.append(id)
          return nil
        } _: { [self] change in
          switch change {
          case .done: answer(.success(id))
          // It may be in the list after all, and must then exist.
          case .unknown(let refusal): answer(.failure(refusal))
          case .refused(let refusal):
            stream.purge(bucket, Self.key(id)) { _ in answer(.failure(refusal)) }
          }
        }
      }
    }
  }

  /// Removes a channel: marks it, so that no gateway writes to it any more, then removes its key, and its name from the
  /// list.
  ///
  /// If this is interrupted, the sender repeats the request, and the rest is removed.
  private func remove(
    _ name: ChannelName,
    until deadline: NIODeadline,
    attempt: Int = 0,
    _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) {
    stream.read(bucket, Self.key(name.id)) { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(turns.refusal(failure)))
      case .success(let entry):
        switch BroadcastChannel.checked(entry.value, name.app) {
        case .failure(let refusal) where refusal.reason == .channelNotRegistered:
          let isMarked = entry.value == Array("{}".utf8)
          takeAway(name, isKeyLeft: isMarked, until: deadline) {
            answer($0.flatMap { .failure(refusal) })
          }
        case .failure(let refusal): answer(.failure(refusal))
        case .success:
          stream.write(bucket, Self.key(name.id), "{}".utf8, expecting: entry.revision) {
            [self] result in
            switch result {
            case .success: takeAway(name, isKeyLeft: true, until: deadline, answer)
            case .failure(.conflict):
              turns.again(attempt, until: deadline, answer) { [self] in
                remove(name, until: deadline, attempt: $0, answer)
              }
            case .failure(let failure): answer(.failure(turns.refusal(failure)))
            }
          }
        }
      }
    }
  }

  /// Removes the key of a marked channel, and its name from the app's list.
  private func takeAway(
    _ name: ChannelName,
    isKeyLeft: Bool,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) {
    guard isKeyLeft else { return takeOffList(name, until: deadline, answer) }
    stream.purge(bucket, Self.key(name.id)) { [self] result in
      if case .failure(let failure) = result { return answer(.failure(turns.refusal(failure))) }
      takeOffList(name, until: deadline, answer)
    }
  }

  private func takeOffList(
    _ name: ChannelName,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) {
    turns.run(FleetChannelLists.key(name.app), until: deadline, answer) { [self] deadline, answer in
      lists.change(name.app, until: deadline) { ids in
        ids.removeAll { $0 == name.id }
        return nil
      } _: { change in
        switch change {
        case .done: answer(.success(()))
        case .refused(let refusal), .unknown(let refusal): answer(.failure(refusal))
        }
      }
    }
  }

  private func publish(
    _ push: Push,
    _ name: ChannelName,
    until deadline: NIODeadline,
    attempt: Int = 0,
    _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) {
    read(name) { [self] result in
      guard case .success(var found) = result else { return answer(result.map { _ in }) }
      let now = clock.nowMilliseconds()
      guard attempt > 0 || rates.take(name.id, at: now) else {
        return answer(.failure(Refusal(.tooManyRequests)))
      }
      let isToWrite: Bool
      do throws(Refusal) {
        isToWrite = try found.channel.take(push, at: now)
      } catch {
        return answer(.failure(error))
      }
      let message = BroadcastChannel.Message(push: push, acceptedMilliseconds: now)
      func accept() {
        words.tellAll(message, name.id)
        metrics.noteBroadcast()
        answer(.success(()))
      }
      guard isToWrite else { return accept() }
      let json = found.channel.json
      stream.write(bucket, Self.key(name.id), json.utf8, expecting: found.revision) {
        [self] result in
        switch result {
        case .success: accept()
        case .failure(.conflict):
          turns.again(attempt, until: deadline, answer) { [self] in
            publish(push, name, until: deadline, attempt: $0, answer)
          }
        case .failure(let failure): answer(.failure(turns.refusal(failure)))
        }
      }
    }
  }

  private func subscribe(
    _ port: LinkPort,
    _ name: ChannelName,
    _ answer: @escaping ChannelOrder.Answer<Void>
  ) {
    // Before the read: a push that is published in the meantime arrives one way or the other.
    subscribers.add(port, to: name.id)
    read(name) { [self] result in
      switch result {
      case .failure(let refusal):
        // The connection knows whether another app or a later order needs the channel.
        answer(.failure(refusal))
      case .success(let found):
        answer(.success(()))
        if let message = found.channel.waiting(at: clock.nowMilliseconds()) {
          port.send(message, by: name.id) { [metrics] in metrics.noteBroadcast(devices: $0) }
        }
      }
    }
  }
}
