import TorporPages

/// The apps as they stand, for all open pages: one connection to the daemon while there is a page, and none without.
///
/// It asks once. From then on the daemon sends what has changed, and does nothing while nothing changes.
actor AppsFeed {
  /// What pages are told.
  enum Event: Sendable {
    /// The apps, as JSON.
    case apps([UInt8])
    /// The daemon is not there; a sentence.
    case lost(String)

    /// As a browser reads it (server-sent events).
    var bytes: [UInt8] {
      switch self {
      case .apps(let json): Array("event: apps\ndata: ".utf8) + json + Array("\n\n".utf8)
      case .lost(let sentence):
        Array("event: lost\ndata: ".utf8) + Array(sentence.utf8.filter { $0 >= 0x20 })
          + Array("\n\n".utf8)
      }
    }
  }

  /// The most pages at once; our choice.
  private static let readersMax = 16

  /// How long an absent daemon is given before it is looked for again: 2 s, which costs a daemon nothing, for there
  /// is none.
  private static let pause = Duration.seconds(2)

  private let link: DaemonLink
  private var readers: [Int: AsyncStream<Event>.Continuation] = [:]
  private var lastReader = 0
  private var latest: Event?
  private var following: Task<Void, Never>?

  init(_ link: DaemonLink) { self.link = link }

  /// The events for one more page; `nil` where there are too many.
  ///
  /// A page that reads slowly misses what a newer event replaces.
  func events() -> AsyncStream<Event>? {
    guard readers.count < Self.readersMax else { return nil }
    let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(1))
    lastReader += 1
    let number = lastReader
    readers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
    if let latest { continuation.yield(latest) }
    if following == nil { following = Task { await follow() } }
    return stream
  }

  private func leave(_ number: Int) {
    readers[number] = nil
    guard readers.isEmpty else { return }
    following?.cancel()
    (following, latest) = (nil, nil)
  }

  private func follow() async {
    while !Task.isCancelled {
      do {
        try await link.follow(.apps) { [self] json in await tell(.apps(json)) }
      } catch let failure as PageFailure {
        tell(.lost(failure.sentence))
      } catch {
        tell(.lost("The connection to the daemon was lost."))
      }
      try? await Task.sleep(for: Self.pause)
    }
  }

  private func tell(_ event: Event) {
    guard !Task.isCancelled else { return }
    latest = event
    for reader in readers.values { reader.yield(event) }
  }
}
