import NIOCore
import TorporCrypto

/// The messages that the gateways of a fleet exchange about publications, on one subject: each gateway hands them to
/// its own devices.
///
/// A message may be lost, with the server of its sender or of a receiver; therefore all gateways read the channels'
/// stored pushes again when one was without a server.
///
/// Concurrency: used on the event loop of its client.
final class FleetBroadcasts {
  // Shape: the parts that it connects; four properties record the messages received, and the channels to read again.
  private let client: NATSClient
  private let stream: JetStream
  private let bucket: JetStream.Bucket
  private let subject: String
  private let subscribers: Subscribers
  private let metrics: Metrics
  private let clock: GatewayClock
  private let loop: any EventLoop
  /// Identifies the sender of a message.
  private let ownName = Hex.encode(Digest.random(count: 8))
  /// The last push received for each channel, which no device here needs again.
  private var heard: [ChannelID: String] = [:]
  private var toLookAt: Set<ChannelID> = []
  private var looksUnderWay = 0
  private var isLookDue = false

  /// The maximum number of simultaneous reads: our choice, a fraction of what a server has in progress for one
  /// connection.
  private static let looksMax = 16
  /// The time within which all gateways read after one has asked for it: not all at once.
  private static let spreadMilliseconds: Int64 = 1000
  /// The pause before a failed read is repeated: a fraction of the time that the election of a leader takes.
  private static let pause = TimeAmount.milliseconds(250)

  init(
    _ client: NATSClient,
    _ stream: JetStream,
    _ bucket: JetStream.Bucket,
    _ settings: FleetSettings,
    _ subscribers: Subscribers,
    _ metrics: Metrics,
    _ clock: GatewayClock,
    on loop: any EventLoop
  ) {
    (self.client, self.stream, self.bucket, self.loop) = (client, stream, bucket, loop)
    subject = "\(settings.prefix).broadcast"
    (self.subscribers, self.metrics, self.clock) = (subscribers, metrics, clock)
    client.subscribe(subject) { [self] in receive($0) }
  }

  func tellAll(_ message: BroadcastChannel.Message, _ id: ChannelID) {
    var text = JSONText()
    text.set("channel", id.text)
    text.set("accepted", message.acceptedMilliseconds)
    message.push.write(to: &text)
    // This gateway also receives it.
    _ = client.publish(subject, NATSHeaders(), text.finished.utf8)
  }

  private func receive(_ message: NATSMessage) {
    guard let value = try? message.json() else { return }
    if let name = value["look"]?.text {
      if name != ownName { lookSoon() }
      return
    }
    guard let id = value["channel"]?.text.flatMap({ ChannelID($0) }),
      let accepted = value["accepted"]?.integer, let push = Push(json: value)
    else { return }
    handOver(BroadcastChannel.Message(push: push, acceptedMilliseconds: accepted), id)
  }

  private func handOver(_ message: BroadcastChannel.Message, _ id: ChannelID) {
    let count = subscribers.send(message, by: id) { [metrics] in
      metrics.noteBroadcast(devices: $0)
    }
    heard[id] = count == 0 ? nil : message.push.id
  }

  // MARK: Lost messages

  /// Handles a reconnection: this gateway has missed messages of others, and they may have missed its own.
  func connectedAgain() {
    lookAtAll()
    var text = JSONText()
    text.set("look", ownName)
    _ = client.publish(subject, NATSHeaders(), text.finished.utf8)
  }

  private func lookSoon() {
    guard !isLookDue else { return }
    isLookDue = true
    let bound = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: .milliseconds(Int64.random(in: 0...Self.spreadMilliseconds))) {
      bound.value.isLookDue = false
      bound.value.lookAtAll()
    }
  }

  /// Hands over the stored pushes that were missed.
  private func lookAtAll() {
    toLookAt = Set(subscribers.channels)
    heard = heard.filter { toLookAt.contains($0.key) }
    lookOn()
  }

  private func lookOn() {
    while looksUnderWay < Self.looksMax, let id = toLookAt.popFirst() {
      looksUnderWay += 1
      stream.read(bucket, Hex.encode(id.bytes)) { [self] result in
        looksUnderWay -= 1
        switch result {
        case .success(let entry):
          if let channel = entry.value.flatMap({ BroadcastChannel($0) }),
            let message = channel.waiting(at: clock.nowMilliseconds()), heard[id] != message.push.id
          {
            handOver(message, id)
          }
          lookOn()
        // Without a server, all of them are read once there is one.
        case .failure(let failure) where failure.isPassing && client.isConnected:
          toLookAt.insert(id)
          let bound = NIOLoopBound(self, eventLoop: loop)
          loop.scheduleTask(in: Self.pause) { bound.value.lookOn() }
        case .failure: lookOn()
        }
      }
    }
  }
}
