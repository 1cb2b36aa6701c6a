import Testing
import TorporModel

@testable import TorporCore

/// What transfers wait for, and how they go on (US9 to US13, US17, US21).
@Suite("Conditions of transfers")
struct TransferConditionTests {
  @Test(
    "A transfer that the app on screen begins runs at once, on battery and over a mobile network"
  )
  func foreground() {
    var device = TestDevice.withPodcast(onPower: false, network: .cellular)
    let transfer = device.download()
    #expect(device.state(of: transfer) == .running)
  }

  @Test(
    "A discretionary transfer waits for a free network and external power, and stops without them"
  )
  func discretionary() {
    var device = TestDevice.withPodcast(onPower: false, network: .cellular)
    let transfer = device.download(TransferRequest(direction: .download, isDiscretionary: true))
    #expect(device.state(of: transfer) == .queued)
    #expect(device.blockers(of: transfer) == [.conditions, .network, .externalPower])
    device.tell(.network(NetworkState(link: .wifi)))
    device.power(true)
    #expect(device.state(of: transfer) == .running)
    device.power(false)
    #expect(device.state(of: transfer) == .waiting)
    let stop = TransferEffect.stop(
      transfer,
      owner: .app(device.app("podcast")),
      discards: false
    )
    #expect(device.transferOrders == [stop])
    device.power(true)
    device.user(.change(setting: .lowPowerMode(true)))
    #expect(device.blockers(of: transfer) == [.conditions, .lowPowerMode])
  }

  @Test("When its time is nearly over a discretionary transfer asks for a free network alone")
  func relaxed() {
    var device = TestDevice.withPodcast(onPower: false)
    let transfer = device.download(TransferRequest(direction: .download, isDiscretionary: true))
    device.pass(.days(6))
    #expect(device.state(of: transfer) == .queued)
    device.pass(.hours(8))
    device.tell(.network(NetworkState(link: .wired)))
    #expect(device.state(of: transfer) == .running)
  }

  @Test("What an app begins in the background is discretionary, whatever it says")
  func startedInBackground() {
    var device = TestDevice.withPodcast(onPower: false)
    device.openSession()
    _ = device.beginTask("podcast")
    device.home()
    let transfer = device.download()
    #expect(device.device.transfers[transfer]?.isDiscretionary == true)
    #expect(device.blockers(of: transfer).contains(.conditions))
  }

  @Test("Flags of the network make a transfer wait, not fail")
  func networkFlags() {
    var device = TestDevice.withPodcast(network: .cellular)
    let request = TransferRequest(
      direction: .download,
      network: TransferNetwork(allowsCellular: false)
    )
    let transfer = device.download(request)
    #expect(device.blockers(of: transfer) == [.network])
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.state(of: transfer) == .running)
    device.tell(.network(NetworkState(link: .cellular)))
    #expect(device.state(of: transfer) == .waiting)
  }

  @Test("A lost network is waited for, and the transfer goes on when it is back")
  func lostNetwork() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.tell(.network(NetworkState(link: .none)))
    #expect(device.state(of: transfer) == .waiting)
    #expect(device.blockers(of: transfer) == [.network])
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.state(of: transfer) == .running)
    #expect(device.attempts(of: transfer).count == 2)
  }

  @Test("A host on this machine needs no network")
  func ownMachine() {
    var device = TestDevice.withPodcast(network: .none)
    let request = TransferRequest(direction: .download, staysOnMachine: true)
    let own = device.download(request)
    let other = device.download()
    #expect(device.state(of: own) == .running)
    #expect(device.state(of: other) == .queued)
  }

  @Test("Attempts that fail are repeated at growing intervals until the resource time-out")
  func retries() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    var intervals: [Duration] = []
    for _ in 0..<5 {
      device.fail(transfer, .cannotConnectToHost)
      intervals.append(device.passUntilRunning(transfer))
    }
    #expect(intervals == [5, 10, 20, 40, 80].map { .seconds($0) })
    device.fail(transfer, .cannotConnectToHost)
    device.pass(.days(7))
    #expect(device.outcome(of: transfer)?.error == .timedOut)
    #expect(device.broken.isEmpty)
  }

  @Test(
    "An attempt that moved something begins the intervals anew; a server may ask for a longer one"
  )
  func intervals() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    for _ in 0..<4 {
      device.fail(transfer, .networkConnectionLost, status: 200, movedBytes: 10)
      device.pass(.seconds(5))
    }
    #expect(device.state(of: transfer) == .running)
    device.fail(transfer, .httpStatus, status: 503, retryAfter: .minutes(10))
    device.pass(.minutes(9))
    #expect(device.blockers(of: transfer) == [.retryInterval])
    device.pass(.minutes(2))
    #expect(device.state(of: transfer) == .running)
  }

  @Test("Bytes that are thrown away are no progress: the intervals grow all the same")
  func bytesInVain() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    var intervals: [Duration] = []
    for _ in 0..<5 {
      device.report(
        transfer,
        .failed(.httpStatus, status: 503, retryAfter: nil),
        movedBytes: 20_000_000,
        newBytes: 0
      )
      intervals.append(device.passUntilRunning(transfer))
    }
    #expect(intervals == [5, 10, 20, 40, 80].map { .seconds($0) })
    device.report(
      transfer,
      .failed(.networkConnectionLost, status: 200, retryAfter: nil),
      movedBytes: 20_000_000,
      newBytes: 1
    )
    #expect(device.passUntilRunning(transfer) == .seconds(5))
    #expect(device.broken.isEmpty)
  }

  @Test("An attempt whose way was lost is followed by another at once, on the new way")
  func rerouted() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    device.report(
      transfer,
      .failed(.networkConnectionLost, status: 200, retryAfter: nil),
      newBytes: 0,
      isRerouted: true
    )
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken.isEmpty)
  }

  @Test("A new network is tried at once, whatever interval is left")
  func newNetwork() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    for _ in 0..<8 {
      device.fail(transfer, .timedOut)
      device.pass(.hours(1))
    }
    device.fail(transfer, .timedOut)
    #expect(device.state(of: transfer) == .waiting)
    device.tell(.network(NetworkState(link: .wired)))
    #expect(device.state(of: transfer) == .running)
  }

  @Test(
    "What only the owner can mend is not tried again",
    arguments: [TransferError.serverCertificateUntrusted, .digestMismatch, .cannotCreateFile]
  )
  func finalErrors(error: TransferError) {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    device.fail(transfer, error, status: 200)
    #expect(device.outcome(of: transfer)?.error == error)
  }

  @Test("A server that always breaks off at the same place is given up after ten attempts")
  func hopeless() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    for _ in 0..<10 {
      device.fail(transfer, .networkConnectionLost, status: 200)
      device.pass(.hours(2))
    }
    #expect(device.outcome(of: transfer)?.error == .networkConnectionLost)
    #expect(device.attempts(of: transfer).count == 10)
  }

  @Test("The resume rate limiter holds what is begun in a wake for 60 s, then 120 s, then 240 s")
  func limiter() {
    var device = TestDevice.withPodcast()
    var transfer = device.download()
    device.home()
    device.pass(.seconds(30))
    var holds: [Duration] = []
    for _ in 0..<3 {
      device.finish(transfer)
      transfer = device.download()
      #expect(device.blockers(of: transfer) == [.rateLimit])
      #expect(device.answer(.downloadsStop, "podcast").cause == .resumeLimiter)
      #expect(device.questions("podcast").contains(.downloadsStop))
      device.completeEvents()
      holds.append(device.passUntilRunning(transfer))
      device.pass(.seconds(2))
    }
    #expect(holds == [60, 120, 240].map { .seconds($0) })
    device.open("podcast")
    #expect(device.device.apps[device.app("podcast")]?.work.resumeLimiter.delay == .zero)
    #expect(device.broken.isEmpty)
  }

  @Test("A delay without a wake ends the limiter")
  func limiterPasses() {
    var limiter = ResumeRateLimiter()
    limiter.wake(at: .at(.seconds(100)))
    #expect(limiter.hold(at: .at(.seconds(100))) == .at(.seconds(160)))
    // Let go at 160 s: until 220 s another wake doubles it.
    limiter.wake(at: .at(.seconds(219)))
    #expect(limiter.delay == .seconds(120))
    limiter.wake(at: .at(.seconds(400)))
    #expect(limiter.delay == .seconds(60))
  }

  @Test("Transfers of one host do not stand in the way of another's")
  func hosts() {
    var device = TestDevice.withPodcast()
    let stalled = (0..<300).map { _ in TransferRequest(direction: .download, hostKey: 1) }
    let transfers = device.start(stalled + [TransferRequest(direction: .download, hostKey: 2)])
    #expect(device.device.transfers.running.count == TransferPolicy.runningOfHostMax + 1)
    #expect(device.state(of: transfers[300]) == .running)
    device.finish(transfers[0])
    #expect(device.state(of: transfers[256]) == .running)
    #expect(device.broken.isEmpty)
  }

  @Test("A held transfer stops, and goes on when its owner lets it go")
  func suspended() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    device.ask("podcast", .session(.suspend(transfer)))
    #expect(device.state(of: transfer) == .suspended)
    // What was finished before the order came is finished.
    device.ask("podcast", .session(.resume(transfer)))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken.isEmpty)
  }

  @Test("A transfer that is started suspended begins as what it has become, at that time")
  func startedSuspended() throws {
    var device = TestDevice.withPodcast()
    let transfer = device.download(TransferRequest(direction: .download, isSuspended: true))
    device.pass(.hours(1))
    #expect(device.state(of: transfer) == .suspended)
    #expect(device.attempts(of: transfer).isEmpty)
    let request = TransferRequest(
      direction: .download,
      earliestBegin: .hours(2),
      expectedBytes: 5,
      network: TransferNetwork(allowsCellular: false)
    )
    #expect(device.ask("podcast", .session(.begin(transfer, request))) == .done)
    #expect(device.blockers(of: transfer).contains(.notBefore))
    let record = try #require(device.device.transfers[transfer])
    #expect(record.earliest == device.now + .hours(2))
    #expect(record.deadline == device.now + .hours(2) + .days(7))
    #expect(record.expectedBytes == 5)
    #expect(!record.network.allowsCellular)
    device.pass(.hours(2))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken.isEmpty)
  }

  @Test("A transfer that has begun, or is another's, does not begin as another one")
  func begunOnce() {
    var device = TestDevice.withPodcast()
    device.install("other")
    let suspended = device.download(TransferRequest(direction: .download, isSuspended: true))
    let running = device.download()
    let request = TransferRequest(direction: .download)
    #expect(
      device.ask("podcast", .session(.begin(running, request)))
        == .refused(.transfer(.nothingAsked(running)))
    )
    #expect(
      device.ask("podcast", .session(.begin(suspended, TransferRequest(direction: .upload))))
        == .refused(.transfer(.nothingAsked(suspended)))
    )
    // Its user has let it begin.
    device.user(.transfer(.resume(suspended)))
    #expect(device.state(of: suspended) == .running)
    #expect(
      device.ask("podcast", .session(.begin(suspended, request)))
        == .refused(.transfer(.nothingAsked(suspended)))
    )
    device.finish(running)
    device.open("other")
    #expect(
      device.ask("other", .session(.begin(suspended, request)))
        == .refused(.transfer(.unknownTransfer(suspended)))
    )
    #expect(device.broken.isEmpty)
  }

  @Test(
    "The rate limiter holds a transfer that was started suspended from when its app lets it begin"
  )
  func suspendedLimit() {
    var device = TestDevice.withPodcast()
    let first = device.download()
    device.home()
    device.pass(.seconds(30))
    device.finish(first)
    let transfer = device.download(TransferRequest(direction: .download, isSuspended: true))
    device.pass(.seconds(10))
    #expect(device.blockers(of: transfer) == [.suspendedByOwner])
    device.ask("podcast", .session(.begin(transfer, TransferRequest(direction: .download))))
    #expect(device.blockers(of: transfer) == [.rateLimit])
    device.completeEvents()
    #expect(device.passUntilRunning(transfer) == .seconds(60))
    #expect(device.broken.isEmpty)
  }

  @Test("A restart of the daemon or the machine begins again what ran", arguments: [true, false])
  func restart(isMachine: Bool) {
    var device = TestDevice.withPodcast()
    let transfers = device.start([.init(direction: .download), .init(direction: .upload)])
    device.tell(isMachine ? .booted : .daemonRestarted(survivors: device.survivors))
    for transfer in transfers {
      #expect(device.state(of: transfer) == .running)
      #expect(device.attempts(of: transfer).count == 2)
    }
    #expect(device.broken.isEmpty)
  }

  @Test("A request that is repeated with its key gives the same numbers")
  func keys() {
    var device = TestDevice.withPodcast()
    let first = device.start(key: "a")
    #expect(device.start(key: "a") == first)
    #expect(device.start(key: "b") != first)
  }

  @Test("A report of an attempt that is no more changes nothing")
  func staleReport() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    device.report(transfer, .interrupted)
    let stale = TransferEvent.failed(.badURL, status: 0, retryAfter: nil)
    device.feed(.transfers([TransferReport(transfer: transfer, attempt: 1, event: stale)]))
    #expect(device.state(of: transfer) == .running)
  }
}
