import NIOCore
import TorporCrypto

/// The channels of a fleet in NATS: a value for each, and one for each app with the names of all of its channels.
///
/// Concurrency: belongs to the loop of its client.
final class FleetChannels {
  private let stream: JetStream
  private let client: NATSClient
  private let bucket: JetStream.Bucket
  private let words: FleetBroadcasts
  private let loop: any EventLoop
  private let queues: KeyQueues
  private var rates = PublishRates()
  private let subscribers: Subscribers
  private let metrics: Metrics
  private let clock: GatewayClock

  /// How long an order may take: as long as a registration, two elections of a leader.
  private static let patience = TimeAmount.seconds(5)
  /// The longest pause before a write is tried again that another gateway was before.
  private static let pauseMillisecondsMax: Int64 = 160
  /// The most bytes of a value: the names of 10,000 channels in Base64 are 213 KiB.
  private static let valueBytesMax = 320 << 10

  init(
    _ client: NATSClient,
    _ settings: FleetSettings,
    _ subscribers: Subscribers,
    _ metrics: Metrics,
    _ clock: GatewayClock,
    on loop: any EventLoop
  ) {
    (stream, self.client, self.loop) = (JetStream(client: client), client, loop)
    queues = KeyQueues(on: loop)
    bucket = JetStream.Bucket(
      name: "\(settings.prefix)-channels",
      replicas: settings.replicas,
      valueBytesMax: Self.valueBytesMax
    )
    words = FleetBroadcasts(client, stream, bucket, settings, subscribers, metrics, clock, on: loop)
    (self.subscribers, self.metrics, self.clock) = (subscribers, metrics, clock)
  }

  /// Makes what is missing.
  func prepare(_ answer: @escaping (Result<Void, NATSFailure>) -> Void) {
    stream.make(bucket, answer)
  }

  /// This gateway was without a server for a while.
  func connectedAgain() { words.connectedAgain() }

  func perform(_ order: ChannelOrder) {
    switch order {
    case .create(let app, let policy, let most, let answer):
      inTurn(Self.key(app), answer) { [self] in create(app, policy, most, until: $0, $1) }
    case .read(let name, let answer): read(name) { answer($0.map { $0.channel }) }
    case .remove(let name, let answer):
      inTurn(Self.key(name.id), answer) { [self] in remove(name, until: $0, $1) }
    // In the order in which a file has them.
    case .list(let app, let answer):
      list(app) {
        answer($0.map { $0.ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } })
      }
    case .publish(let push, let name, let answer):
      inTurn(Self.key(name.id), answer) { [self] in publish(push, name, until: $0, $1) }
    case .subscribe(let port, let name, let answer): subscribe(port, name, answer)
    }
  }

  // MARK: One after the other

  /// Carries out what writes to a key after what was asked for before: those of one gateway do not get in each other's
  /// way.
  private func inTurn<Value>(
    _ key: String,
    _ answer: @escaping (Result<Value, Refusal>) -> Void,
    _ act: @escaping (NIODeadline, @escaping (Result<Value, Refusal>) -> Void) -> Void
  ) {
    let deadline = NIODeadline.now() + Self.patience
    queues.run(key) { done in
      let answered: (Result<Value, Refusal>) -> Void = {
        answer($0)
        done()
      }
      guard deadline > .now() else { return answered(.failure(Refusal(.serviceUnavailable))) }
      act(deadline, answered)
    }
  }

  /// Tries again what another gateway was before at, after a pause that differs from gateway to gateway; refuses where
  /// there is no time left.
  private func again<Value>(
    _ attempt: Int,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<Value, Refusal>) -> Void,
    _ act: @escaping (Int) -> Void
  ) {
    let most = min(5 << Int64(min(attempt, 16)), Self.pauseMillisecondsMax)
    let pause = TimeAmount.milliseconds(Int64.random(in: 1...most))
    guard .now() + pause < deadline else { return answer(.failure(refusal(.conflict))) }
    let bound = NIOLoopBound(act, eventLoop: loop)
    loop.scheduleTask(in: pause) { bound.value(attempt + 1) }
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
        answer(
          BroadcastChannel.checked(entry.value, name.app)
            .map { Found(channel: $0, revision: entry.revision) }
        )
      }
    }
  }

  /// Writes a new channel, and then that the app has it.
  ///
  /// A channel that is in no list yet is nobody's; one in a list that is not there would be found by its sender.
  private func create(
    _ app: ChannelApp,
    _ policy: BroadcastChannel.Policy,
    _ most: Int,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<ChannelID, Refusal>) -> Void
  ) {
    // Looked at first: a sender with all that it may have leaves nothing behind.
    list(app) { [self] result in
      let listed: Listed
      switch result {
      case .failure(let refusal): return answer(.failure(refusal))
      case .success(let found): listed = found
      }
      guard listed.ids.count < most else {
        return answer(.failure(Refusal(.cannotCreateChannelConfig)))
      }
      let (id, channel) = (ChannelID.make(), BroadcastChannel(app: app, policy: policy))
      stream.write(bucket, Self.key(id), channel.json.utf8, expecting: 0) { [self] result in
        if case .failure(let failure) = result { return answer(.failure(refusal(failure))) }
        changeList(of: app, as: listed, until: deadline) { ids in
          guard ids.count < most else { return Refusal(.cannotCreateChannelConfig) }
          ids.append(id)
          return nil
        } _: { [self] change in
          switch change {
          case .done: answer(.success(id))
          // It may be in the list after all, and then has to be there.
          case .unknown(let refusal): answer(.failure(refusal))
          case .refused(let refusal):
            stream.purge(bucket, Self.key(id)) { _ in answer(.failure(refusal)) }
          }
        }
      }
    }
  }

  /// Removes a channel: marks it, so that no gateway writes to it any more, takes its key away, and then its name from the
  /// list.
  ///
  /// Where that is cut short, the sender repeats it, and what is left is taken away.
  private func remove(
    _ name: ChannelName,
    until deadline: NIODeadline,
    attempt: Int = 0,
    _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) {
    stream.read(bucket, Self.key(name.id)) { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(refusal(failure)))
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
              again(attempt, until: deadline, answer) { [self] in
                remove(name, until: deadline, attempt: $0, answer)
              }
            case .failure(let failure): answer(.failure(refusal(failure)))
            }
          }
        }
      }
    }
  }

  /// Takes away the key of a channel that is marked, and its name from the app's list.
  private func takeAway(
    _ name: ChannelName,
    isKeyLeft: Bool,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) {
    guard isKeyLeft else { return takeOffList(name, until: deadline, answer) }
    stream.purge(bucket, Self.key(name.id)) { [self] result in
      if case .failure(let failure) = result { return answer(.failure(refusal(failure))) }
      takeOffList(name, until: deadline, answer)
    }
  }

  private func takeOffList(
    _ name: ChannelName,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) {
    queues.run(Self.key(name.app)) { [self] done in
      guard deadline > .now() else {
        answer(.failure(Refusal(.serviceUnavailable)))
        return done()
      }
      changeList(of: name.app, until: deadline) { ids in
        ids.removeAll { $0 == name.id }
        return nil
      } _: { change in
        switch change {
        case .done: answer(.success(()))
        case .refused(let refusal), .unknown(let refusal): answer(.failure(refusal))
        }
        done()
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
          again(attempt, until: deadline, answer) { [self] in
            publish(push, name, until: deadline, attempt: $0, answer)
          }
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
    let isNew = subscribers.add(port, to: name.id)
    read(name) { [self] result in
      switch result {
      case .failure(let refusal):
        // One that was confirmed outlasts a store that cannot answer.
        if isNew || refusal.reason.status < 500 { subscribers.remove(port, from: name.id) }
        answer(.failure(refusal))
      case .success(let found):
        // An order before this one may have failed meanwhile, and taken the device off the list.
        _ = subscribers.add(port, to: name.id)
        answer(.success(()))
        if let message = found.channel.waiting(at: clock.nowMilliseconds()) {
          port.send(message, by: name.id)
        }
      }
    }
  }

  // MARK: The channels of an app

  private struct Listed {
    var ids: [ChannelID]
    let revision: UInt64
  }

  /// What became of a change of a list.
  private enum ListChange {
    case done
    case refused(Refusal)
    /// No answer has come: it may be written.
    case unknown(Refusal)
  }

  /// The format of a list; another build's is not read.
  private static let listFormat: Int64 = 1

  private static func key(_ app: ChannelApp) -> String {
    "app-" + Hex.encode(Digest.sha256(Array("\(app.environment.rawValue) \(app.name)".utf8)))
  }

  private func list(_ app: ChannelApp, _ answer: @escaping (Result<Listed, Refusal>) -> Void) {
    stream.read(bucket, Self.key(app)) { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(refusal(failure)))
      case .success(let entry):
        // One that cannot be read must not be written over, as if there were none.
        guard let ids = Self.ids(entry.value) else {
          metrics.noteStoreFailure("the list of the channels of \(app.name) cannot be read")
          return answer(.failure(Refusal(.internalServerError)))
        }
        answer(.success(Listed(ids: ids, revision: entry.revision)))
      }
    }
  }

  /// The names in a list, of which there may be none yet; `nil` where it cannot be read.
  static func ids(_ value: [UInt8]?) -> [ChannelID]? {
    guard let value else { return [] }
    guard let object = JSONValue(value),
      // The first lists had no number.
      object["format"].map({ $0.integer == listFormat }) ?? true,
      let bytes = object["ids"]?.text.flatMap({ Base64URL.decode($0) }),
      bytes.count.isMultiple(of: ChannelID.byteCount)
    else { return nil }
    return stride(from: 0, to: bytes.count, by: ChannelID.byteCount).map {
      ChannelID(known: Array(bytes[$0..<$0 + ChannelID.byteCount]))
    }
  }

  /// Changes the list, as it was read just now or is to be read, unless that is refused; begins anew where another
  /// gateway has changed it.
  private func changeList(
    of app: ChannelApp,
    as known: Listed? = nil,
    until deadline: NIODeadline,
    attempt: Int = 0,
    _ change: @escaping (inout [ChannelID]) -> Refusal?,
    _ answer: @escaping (ListChange) -> Void
  ) {
    guard var listed = known else {
      return list(app) { [self] result in
        switch result {
        case .failure(let refusal): answer(.refused(refusal))
        case .success(let listed):
          changeList(of: app, as: listed, until: deadline, attempt: attempt, change, answer)
        }
      }
    }
    let before = listed.ids
    if let refusal = change(&listed.ids) { return answer(.refused(refusal)) }
    if listed.ids == before { return answer(.done) }
    var text = JSONText()
    text.set("format", Self.listFormat)
    text.set("app", app.name)
    text.set("ids", Base64URL.encode(listed.ids.flatMap { $0.bytes }))
    stream.write(bucket, Self.key(app), text.finished.utf8, expecting: listed.revision) {
      [self] result in
      switch result {
      case .success: answer(.done)
      case .failure(.conflict):
        let refused: (Result<Void, Refusal>) -> Void = {
          if case .failure(let refusal) = $0 { answer(.refused(refusal)) }
        }
        again(attempt, until: deadline, refused) { [self] in
          changeList(of: app, until: deadline, attempt: $0, change, answer)
        }
      case .failure(let failure):
        let isUnknown =
          switch failure {
          case .timedOut, .connectionLost, .unavailable, .garbled: true
          default: false
          }
        answer(isUnknown ? .unknown(refusal(failure)) : .refused(refusal(failure)))
      }
    }
  }
}
