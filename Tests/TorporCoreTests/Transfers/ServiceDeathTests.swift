import Testing
import TorporModel

@testable import TorporCore

/// What a death of the transfer service costs, and whom.
@Suite("A death of the transfer service")
struct ServiceDeathTests {
  /// The service dies with these requests under way, each with so many bytes on the disk; all other attempts
  /// wait for a connection.
  private func die(_ device: inout TestDevice, underWay: [TransferIdentifier: Int64]) {
    let running = device.device.transfers.running
    device.feed(
      .transfers(
        running.compactMap { transfer in
          device.device.transfers[transfer].map {
            TransferReport(
              transfer: transfer,
              attempt: $0.attempts,
              event: .interrupted,
              bytes: underWay[transfer] ?? 0,
              isUnderWay: underWay[transfer] != nil
            )
          }
        }
      )
    )
  }

  private func users(_ device: inout TestDevice, hosts: [UInt64]) -> [TransferIdentifier] {
    hosts.map { device.userDownload(TransferRequest(direction: .download, hostKey: $0)) }
  }

  @Test("costs a transfer that keeps new bytes nothing, however often it comes")
  func steadyProgress() {
    var device = TestDevice.withPodcast()
    let transfers = users(&device, hosts: [1, 1, 2, 3])
    for life in Int64(1)...60 {
      die(&device, underWay: [transfers[0]: life * 1000, transfers[2]: life * 1000])
      for transfer in transfers { #expect(device.state(of: transfer) == .running) }
    }
    #expect(device.device.transfers[transfers[0]]?.bytes == 60_000)
    #expect(transfers.allSatisfy { device.outcome(of: $0) == nil })
    #expect(device.broken.isEmpty)
  }

  @Test("leaves what was not asked for where it was: it waits for no interval and is never blamed")
  func waiting() {
    var device = TestDevice.withPodcast()
    let transfers = users(&device, hosts: [1, 2])
    for _ in 0..<30 {
      die(&device, underWay: [transfers[0]: 0])
      #expect(device.device.transfers[transfers[1]]?.deaths == 0)
      device.pass(.hours(1))
    }
    #expect(device.outcome(of: transfers[0])?.error == .serviceDied)
    #expect(device.outcome(of: transfers[1]) == nil)
    #expect(device.state(of: transfers[1]) == .running)
  }

  @Test(
    "twice in a row makes a suspect, tried alone at growing intervals until it fails"
  )
  func poison() {
    var device = TestDevice.withPodcast()
    let good = users(&device, hosts: [1, 2, 3])
    let poison = device.userDownload(TransferRequest(direction: .download, hostKey: 9))
    var waits: [Duration] = []
    var kept: Int64 = 0
    func underWay() -> [TransferIdentifier: Int64] {
      kept += 1000
      var all = Dictionary(uniqueKeysWithValues: good.map { ($0, kept) })
      all[poison] = 0
      return all
    }
    die(&device, underWay: underWay())
    #expect(device.state(of: poison) == .running)
    while device.outcome(of: poison) == nil, waits.count < 20 {
      die(&device, underWay: underWay())
      guard device.outcome(of: poison) == nil else { break }
      // The others continue at once; they show that they do no harm.
      for transfer in good {
        #expect(device.state(of: transfer) == .running)
        kept += 1
        device.progress(transfer, bytes: kept)
      }
      waits.append(device.passUntilRunning(poison))
    }
    let expected = [5, 10, 20, 40].map { Duration.seconds($0) }
    #expect(Array(waits.prefix(4)) == expected)
    #expect(waits.count == 8)
    #expect(device.outcome(of: poison)?.error == .serviceDied)
    for transfer in good { #expect(device.state(of: transfer) == .running) }
    #expect(device.broken.isEmpty)
  }

  @Test("while one is tried nobody else begins, until it has kept bytes or lived for 10 s")
  func trial() {
    var device = TestDevice.withPodcast()
    let suspect = device.userDownload(TransferRequest(direction: .download, hostKey: 9))
    die(&device, underWay: [suspect: 0])
    die(&device, underWay: [suspect: 0])
    #expect(device.passUntilRunning(suspect) == .seconds(5))
    let other = device.userDownload(TransferRequest(direction: .download, hostKey: 1))
    #expect(device.state(of: other) == .queued)
    #expect(device.blockers(of: other) == [.slotTaken])
    device.pass(.seconds(9))
    #expect(device.state(of: other) == .queued)
    device.pass(.seconds(1))
    #expect(device.state(of: other) == .running)
    die(&device, underWay: [suspect: 0, other: 0])
    #expect(device.state(of: other) == .running)
    device.progress(other, bytes: 1)
    #expect(device.passUntilRunning(suspect) == .seconds(10))
    let third = device.userDownload(TransferRequest(direction: .download, hostKey: 1))
    #expect(device.state(of: third) == .queued)
    device.progress(suspect, bytes: 1)
    #expect(device.state(of: third) == .running)
    #expect(device.broken.isEmpty)
  }

  @Test("that one user's suspect is tried for holds up nobody whom another service serves")
  func otherUsers() {
    var device = TestDevice.withPodcast()
    let request = TransferRequest(direction: .download, hostKey: 9)
    let suspect = device.userDownload(request)
    die(&device, underWay: [suspect: 0])
    die(&device, underWay: [suspect: 0])
    #expect(device.passUntilRunning(suspect) == .seconds(5))
    let own = device.userDownload(request)
    let others = device.userDownload(request, ownerUserID: 502)
    // Whose service an app's transfers go to is not known.
    let app = device.download(request)
    #expect(device.state(of: others) == .running)
    #expect(device.state(of: own) == .queued && device.state(of: app) == .queued)
    device.pass(.seconds(10))
    #expect(device.state(of: own) == .running && device.state(of: app) == .running)
    #expect(device.broken.isEmpty)
  }

  @Test("of one user's suspect waits for nobody whom another service serves")
  func unprovenOthers() {
    var device = TestDevice.withPodcast()
    let request = TransferRequest(direction: .download, hostKey: 9)
    let suspect = device.userDownload(request)
    die(&device, underWay: [suspect: 0])
    die(&device, underWay: [suspect: 0])
    device.pass(.seconds(4))
    let others = device.userDownload(request, ownerUserID: 502)
    #expect(device.state(of: others) == .running)
    #expect(device.passUntilRunning(suspect) == .seconds(1))
    #expect(!device.transferOrders.contains { if case .withdraw = $0 { true } else { false } })
    #expect(device.broken.isEmpty)
  }

  @Test("while a suspect is tried makes its host suspect: its transfers are tried one by one")
  func host() {
    var device = TestDevice.withPodcast()
    let poison = users(&device, hosts: [9, 9, 9])
    let good = device.userDownload(TransferRequest(direction: .download, hostKey: 1))
    die(&device, underWay: [poison[0]: 0, good: 1])
    die(&device, underWay: [poison[0]: 0, good: 2])
    device.progress(good, bytes: 3)
    device.pass(.seconds(5))
    // What only waits for a connection is taken back before the trial.
    for transfer in poison[1...] {
      let attempt = device.device.transfers[transfer]?.attempts ?? 0
      #expect(
        device.transferOrders.contains(
          .withdraw(transfer, owner: .user(501), attempt: attempt)
        )
      )
      device.report(transfer, .withdrawn)
    }
    #expect(device.state(of: poison[0]) == .running)
    die(&device, underWay: [poison[0]: 0, good: 4])
    device.progress(good, bytes: 5)
    // Of the host that the service died of nobody begins, whoever else of it had not been asked for.
    #expect(poison.allSatisfy { device.state(of: $0) != .running })
    _ = device.passUntilRunning(poison[1])
    #expect(poison.filter { device.state(of: $0) == .running }.count == 1)
    #expect(device.state(of: good) == .running)
    // One gets something from it: the others may ask too.
    device.progress(poison[1], bytes: 10)
    #expect(device.state(of: poison[2]) == .running)
    #expect(device.broken.isEmpty)
  }

  @Test("is remembered over a restart of the daemon")
  func restart() {
    var device = TestDevice.withPodcast()
    let suspect = device.userDownload(TransferRequest(direction: .download, hostKey: 9))
    die(&device, underWay: [suspect: 0])
    die(&device, underWay: [suspect: 0])
    device.tell(.daemonRestarted(survivors: device.survivors))
    #expect(device.state(of: suspect) == .waiting)
    #expect(device.device.transfers[suspect]?.deaths == 2)
    #expect(device.device.transfers[suspect]?.lastError == .serviceDied)
  }
}

/// When a transfer that failed is tried again.
@Suite("Attempts in a row")
struct RepeatedAttemptTests {
  @Test("that bring the same bytes again are no progress: the intervals grow")
  func sameBytes() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    var waits: [Duration] = []
    for _ in 0..<5 {
      // 20 MB from the beginning each time, of a server that knows no ranges.
      device.feed(
        .transfers([
          TransferReport(
            transfer: transfer,
            attempt: device.device.transfers[transfer]?.attempts ?? 0,
            event: .failed(.networkConnectionLost, status: 200, retryAfter: nil),
            bytes: 20_000_000,
            movedBytes: 20_000_000
          )
        ])
      )
      waits.append(device.passUntilRunning(transfer))
    }
    #expect(waits == [5, 5, 10, 20, 40].map { .seconds($0) })
  }

  @Test("that are answered with an error and its body wait longer each time")
  func errorBodies() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    var waits: [Duration] = []
    for _ in 0..<4 {
      device.feed(
        .transfers([
          TransferReport(
            transfer: transfer,
            attempt: device.device.transfers[transfer]?.attempts ?? 0,
            event: .failed(.httpStatus, status: 503, retryAfter: nil),
            movedBytes: 5
          )
        ])
      )
      waits.append(device.passUntilRunning(transfer))
    }
    #expect(waits == [5, 10, 20, 40].map { .seconds($0) })
  }

  @Test("A server's Retry-After holds for all that is asked of it, and one transfer asks first")
  func retryAfter() {
    var device = TestDevice.withPodcast()
    let request = TransferRequest(direction: .download, hostKey: 4)
    let transfers = (0..<3).map { _ in device.userDownload(request) }
    let other = device.userDownload(TransferRequest(direction: .download, hostKey: 5))
    device.fail(transfers[0], .httpStatus, status: 429, retryAfter: .seconds(30))
    for transfer in transfers[1...] {
      let attempt = device.device.transfers[transfer]?.attempts ?? 0
      #expect(
        device.transferOrders.contains(
          .withdraw(transfer, owner: .user(501), attempt: attempt)
        )
      )
      device.report(transfer, .withdrawn)
      #expect(device.state(of: transfer) != .running)
      #expect(device.blockers(of: transfer) == [.retryInterval])
    }
    let late = device.userDownload(request)
    #expect(device.blockers(of: late) == [.retryInterval])
    #expect(device.state(of: other) == .running)
    device.pass(.seconds(30))
    let asking = (transfers + [late]).filter { device.state(of: $0) == .running }
    #expect(asking.count == 1)
    device.fail(asking[0], .httpStatus, status: 429, retryAfter: .seconds(60))
    device.pass(.seconds(59))
    #expect(device.device.transfers.running == [other])
    device.pass(.seconds(1))
    let again = device.device.transfers.running.filter { $0 != other }
    #expect(again.count == 1)
    device.finish(again[0])
    #expect(
      (transfers + [late]).allSatisfy {
        device.outcome(of: $0) != nil || device.state(of: $0) == .running
      }
    )
    #expect(device.broken.isEmpty)
  }

  @Test("A Retry-After stays, whatever comes of a request that was under way")
  func retryAfterStays() {
    var device = TestDevice.withPodcast()
    let request = TransferRequest(direction: .download, hostKey: 4)
    let transfers = (0..<3).map { _ in device.userDownload(request) }
    device.fail(transfers[0], .httpStatus, status: 429, retryAfter: .hours(1))
    device.progress(transfers[1], bytes: 1000)
    device.finish(transfers[1])
    device.fail(transfers[2], .networkConnectionLost)
    let late = device.userDownload(request)
    device.pass(.minutes(59))
    #expect(device.device.transfers.running.isEmpty)
    #expect(device.blockers(of: late) == [.retryInterval])
    device.pass(.minutes(1))
    #expect(device.device.transfers.running.count == 1)
  }

  @Test("Hosts that are left alone are remembered for their owner, 256 of them at most")
  func hostCount() {
    var backoffs = HostBackoffs()
    for host in UInt64(0)..<300 {
      let key = HostBackoffs.Key(owner: .user(501), hostKey: host)
      backoffs[key] = .init(until: .at(.seconds(Int64(host))), deaths: host % 2 == 0 ? 1 : 0)
    }
    let kept = (UInt64(0)..<300).filter {
      backoffs[HostBackoffs.Key(owner: .user(501), hostKey: $0)] != nil
    }
    #expect(kept == Array(44..<300))
    #expect(backoffs.haveDeaths)
    backoffs.remove(owner: .user(501))
    #expect(backoffs.isEmpty)
    #expect(!backoffs.haveDeaths)
  }

  @Test("A disk without room says nothing of the server: the first failure there is not the last")
  func roomFirst() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    for _ in 0..<20 {
      device.fail(transfer, .diskFull)
      device.pass(.minutes(1))
    }
    #expect(device.state(of: transfer) == .running)
    device.fail(transfer, .badServerResponse)
    #expect(device.outcome(of: transfer) == nil)
  }

  @Test("A Retry-After of any length is a day at most")
  func longRetryAfter() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    device.fail(transfer, .httpStatus, status: 503, retryAfter: .days(300))
    device.pass(.days(1))
    #expect(device.state(of: transfer) == .running)
  }

  @Test("An answer to a challenge may be refused three times; then the transfer has failed")
  func challenges() {
    var device = TestDevice.withPodcast()
    let transfer = device.download()
    for answers in UInt8(0)..<3 {
      device.report(transfer, .challenged)
      #expect(device.device.transfers[transfer]?.challengeAnswers == answers)
      device.ask("podcast", .session(.answerChallenge(transfer, .useCredential)))
      #expect(device.state(of: transfer) == .running)
    }
    device.slowCallbacks = ["didCompleteWithError"]
    device.report(transfer, .challenged)
    #expect(device.outcome(of: transfer)?.error == .userAuthenticationRequired)
    #expect(device.news().filter { $0 == "didReceiveChallenge" }.count == 3)
  }

  @Test("that find no room look again after a minute at most, and say what is there")
  func room() {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload(
      TransferRequest(direction: .download, expectedBytes: 50_000_000_000)
    )
    // The disk of the state folder is none of a user's download.
    device.tell(.storage(freeBytes: 1000))
    #expect(device.state(of: transfer) == .running)
    let upload = device.userDownload(TransferRequest(direction: .upload))
    #expect(device.state(of: upload) == .running)
    var waits: [Duration] = []
    for _ in 0..<6 {
      device.fail(transfer, .diskFull, status: 200)
      #expect(device.blockers(of: transfer) == [.storage])
      waits.append(device.passUntilRunning(transfer))
    }
    #expect(waits == [5, 10, 20, 40, 60, 60].map { .seconds($0) })
    #expect(device.broken.isEmpty)
  }

  @Test("that are stopped leave what they have brought in every list", arguments: [true, false])
  func stopped(isPaused: Bool) {
    var device = TestDevice.withPodcast()
    let transfer = device.userDownload()
    if isPaused {
      _ = device.user(.transfer(.pause(transfer)))
    } else {
      device.tell(.network(NetworkState(link: .none)))
    }
    device.feed(
      .transfers([
        TransferReport(transfer: transfer, attempt: 1, event: .stopped, bytes: 44_000_000)
      ])
    )
    #expect(device.state(of: transfer) == (isPaused ? .suspended : .waiting))
    #expect(device.device.transferStatus(of: transfer, at: device.now)?.bytes == 44_000_000)
  }
}
