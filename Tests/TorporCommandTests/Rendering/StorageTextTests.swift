import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("The page of storage")
struct StorageTextTests {
  private let clock = WallClock(
    now: .at(.days(40)),
    wallMicroseconds: 1_000_000_000,
    calendar: { _ in
      WallClock.CalendarTime(year: 2026, month: 11, day: 26, hour: 9, minute: 5, second: 0)
    }
  )

  private func app(
    _ name: String,
    data: Int64? = nil,
    caches: Int64? = nil,
    lastOnScreen: Instant? = nil,
    cause: String? = nil
  ) -> AppStorage {
    AppStorage(
      app: AppIdentifier("com.example.\(name)")!,
      name: name,
      state: .notRunning,
      lastOnScreen: lastOnScreen,
      dataBytes: data,
      cacheBytes: caches,
      cause: cause,
      isPurging: false
    )
  }

  private func lines(
    _ apps: [AppStorage],
    free: Int64? = 20_000_000_000,
    isShort: Bool = false
  ) -> [String] {
    let reply = Control.GetStorage.Reply(
      freeBytes: free,
      totalBytes: 100_000_000_000,
      isShort: isShort,
      apps: apps
    )
    return StorageText.lines(reply, clock, .plain, width: 80)
  }

  @Test("has the largest app first, with units, and fits into 80 columns")
  func order() {
    let lines = lines([
      app("mail", data: 4_096, caches: 0),
      app("maps", data: 1_234_567_890, caches: 12_300_000, lastOnScreen: .at(.days(39))),
    ])
    #expect(
      lines == [
        "The disk of the apps: 20 GB of 100 GB free.", "",
        "NAME               TOTAL  PROGRAM    DATA  CACHES  DOWNLOADS  LOG  LAST USE",
        "com.example.maps  1.2 GB        -  1.2 GB   12 MB          -    -        1d",
        "com.example.mail  4.0 kB        -  4.0 kB       0          -    -     never",
      ]
    )
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("says what a short disk means, and what cannot be counted")
  func trouble() {
    let lines = lines(
      [app("mail", data: 1, cause: "cannot look at x: Permission denied (EACCES)")],
      isShort: true
    )
    #expect(
      lines[1]
        == "Disk space is short: caches are being removed, those of the least recently used app first."
    )
    #expect(
      lines.last
        == "Not all of com.example.mail is counted: cannot look at x: Permission denied (EACCES)."
    )
  }

  @Test("advises with a figure and a command, of large caches and of apps that are not used")
  func advice() {
    let lines = lines([
      app("maps", caches: 60_000_000, lastOnScreen: .at(.days(39))),
      app("film", data: 900_000_000, lastOnScreen: .at(.days(5))),
      app("mail", caches: 49_000_000, lastOnScreen: .at(.days(39))),
    ])
    #expect(
      lines.suffix(2) == [
        "60 MB are caches of com.example.maps: `torpor purge com.example.maps` removes them.",
        "com.example.film was not used for 35d and takes 900 MB: `torpor uninstall com.example.film` removes it with "
          + "its data.",
      ]
    )
  }

  @Test("advises on the largest apps that are not used, and on no caches of one that runs")
  func advisedApps() {
    var sync = app("sync", caches: 80_000_000, lastOnScreen: .at(.days(39)))
    sync.state = .background
    let lines = lines([
      app("a", data: 60_000_000, lastOnScreen: .zero),
      app("b", data: 80_000_000, lastOnScreen: .zero),
      app("c", data: 70_000_000, lastOnScreen: .zero), sync,
    ])
    #expect(lines.suffix(2).map { $0.prefix(13) } == ["com.example.b", "com.example.c"])
    #expect(!lines.contains { $0.contains("torpor purge") })
  }

  @Test("without apps says how one comes")
  func empty() {
    #expect(
      lines([], free: nil) == [
        "No app is installed. `torpor install BUNDLE.app` installs one.",
        "Files that commands of `torpor run` keep in your home folder are not counted.",
      ]
    )
  }

  @Test("says that nothing new is accepted while the journal cannot be written")
  func journal() {
    let lost = Capability(
      name: "journal",
      isAvailable: false,
      text: "/s/journal.sqlite cannot be written (the disk is full), so new jobs are refused"
    )
    let others = [Capability(name: "paging", isAvailable: false, text: "there is no swap")]
    #expect(
      JournalText.lines([lost] + others, .plain) == [
        "Nothing new is accepted: /s/journal.sqlite cannot be written (the disk is full), so new jobs are refused."
      ]
    )
    #expect(JournalText.lines(others, .plain).isEmpty)
  }

  @Test("of one app says what each figure is, and what was removed of its caches, and why")
  func details() {
    var row = app("mail", data: 4_096, caches: 12_300_000, lastOnScreen: .at(.days(40)))
    row.purge = CachePurgeStatus(
      at: .at(.days(40)),
      freedBytes: 5_000_000,
      isByUser: false,
      isStopped: false,
      cause: "Device or resource busy (EBUSY)"
    )
    let lines = StorageText.details(row, clock, .plain)
    #expect(lines[0] == "com.example.mail, not running")
    #expect(
      lines.contains("  data         4.0 kB  its container, except the following")
    )
    #expect(
      lines.contains(
        "  caches        12 MB  what it can create again; `torpor purge com.example.mail` removes it"
      )
    )
    #expect(
      lines.last?.hasSuffix(
        ": 5.0 MB of caches were removed, because disk space was short; some of them are left: Device or "
          + "resource busy (EBUSY)"
      ) == true
    )
  }

  @Test("of a purge that its app has stopped says so")
  func stopped() {
    var row = app("mail", data: 4_096, caches: 12_300_000, lastOnScreen: .at(.days(40)))
    row.purge = CachePurgeStatus(
      at: .at(.days(40)),
      freedBytes: 5_000_000,
      isByUser: true,
      isStopped: true
    )
    #expect(
      StorageText.details(row, clock, .plain).last?.hasSuffix(
        ": 5.0 MB of caches were removed, because you asked for it; some of them are left: the app began to run"
      ) == true
    )
  }

  @Test("of `torpor purge` is what came of this request, and of no earlier one")
  func purge() {
    var row = app("mail", data: 4_096, caches: 0, lastOnScreen: nil)
    let (earlier, later) = (Instant.at(.days(40)), Instant.at(.days(41)))
    let before = CachePurgeStatus(
      at: earlier,
      freedBytes: 7_000_000,
      isByUser: true,
      isStopped: false
    )
    row.requestedPurge = before
    #expect(
      CachePurgeText.report(row, since: before)
        == CachePurgeText(
          failure:
            "Nothing is known of the purge of 'com.example.mail': the daemon no longer keeps it. "
            + "`torpor storage com.example.mail` shows what is left of its caches; try again."
        )
    )
    var now = before
    now.at = later
    // A purge for want of room came after it, and is another row.
    row.purge = CachePurgeStatus(at: later, freedBytes: 1, isByUser: false, isStopped: false)
    row.requestedPurge = now
    #expect(
      CachePurgeText.report(row, since: before)
        == CachePurgeText(done: "Removed 7.0 MB of caches of com.example.mail.")
    )
    now.isStopped = true
    row.requestedPurge = now
    #expect(
      CachePurgeText.report(row, since: nil)
        == CachePurgeText(
          done: "Removed 7.0 MB of caches of com.example.mail.",
          failure:
            "The other caches of 'com.example.mail' were not removed: it began to run. Send it off "
            + "the screen (`torpor home com.example.mail`) and try again."
        )
    )
    now.freedBytes = 0
    row.requestedPurge = now
    #expect(
      CachePurgeText.report(row, since: nil)
        == CachePurgeText(
          failure:
            "The caches of 'com.example.mail' were not removed: it began to run. Send it off the "
            + "screen (`torpor home com.example.mail`) and try again."
        )
    )
    now.isStopped = false
    now.cause = "Directory not empty (ENOTEMPTY)"
    row.requestedPurge = now
    #expect(
      CachePurgeText.report(row, since: nil)
        == CachePurgeText(
          failure:
            "Some of the caches of 'com.example.mail' could not be removed: Directory not empty "
            + "(ENOTEMPTY). `torpor storage com.example.mail` shows what is left."
        )
    )
    now.isStopped = true
    now.cause = "the app is exempt"
    row.requestedPurge = now
    #expect(
      CachePurgeText.report(row, since: nil)
        == CachePurgeText(
          failure:
            "The caches of 'com.example.mail' were not removed: the app is exempt. "
            + "`torpor storage com.example.mail` shows what is left; try again."
        )
    )
    now.isStopped = false
    now.cause = nil
    row.requestedPurge = now
    #expect(
      CachePurgeText.report(row, since: nil)
        == CachePurgeText(done: "Removed 0 bytes of caches of com.example.mail.")
    )
  }

  @Test("of memory says how much of each suspended app was written to swap")
  func memory() {
    func paged(_ name: String, _ bytes: Int64) -> PagedApp {
      PagedApp(
        app: AppIdentifier("com.example.\(name)")!,
        name: name,
        freedBytes: bytes,
        isWaiting: false
      )
    }
    #expect(
      MemoryPurge.lines([], [])
        == ["No app is suspended, so there was nothing to write to swap."]
    )
    let before = [paged("mail", 0), paged("maps", 2_000_000), paged("notes", 0)]
    #expect(
      MemoryPurge.lines(before, [paged("mail", 5_000_000), paged("maps", 2_000_000)])
        == [
          "Wrote 5.0 MB of com.example.mail to swap.",
          "Nothing more of com.example.maps could be written to swap (2.0 MB since it was frozen).",
          "com.example.notes runs again, and reads back what it needs.",
          "5.0 MB of memory in all.",
        ]
    )
  }

  @Test("says of an offloaded app where its program is, and what brings it back")
  func offloaded() {
    let row = AppStorage(
      app: AppIdentifier("com.example.mail")!,
      name: "mail",
      state: .notRunning,
      bundle: "/home/u/Mail.app",
      bundleBytes: 4_000_000,
      isPurging: false,
      offloadedSince: .at(.days(39))
    )
    let lines = StorageText.details(row, clock, .plain)
    #expect(lines.contains { $0.hasSuffix("4.0 MB  in an archive beside /home/u/Mail.app") })
    #expect(
      lines.contains {
        $0.hasPrefix("  offloaded since ")
          && $0.hasSuffix(
            ": only you can start it, and `torpor launch com.example.mail` restores its program"
          )
      }
    )
  }

  @Test(
    "advises to offload an app that is not used and is mostly a program, and to uninstall others"
  )
  func unused() {
    func advice(bundle: Int64, data: Int64, offloadedSince: Instant? = nil) -> String? {
      let row = AppStorage(
        app: AppIdentifier("com.example.mail")!,
        name: "mail",
        state: .notRunning,
        lastOnScreen: .at(.days(1)),
        bundleBytes: bundle,
        dataBytes: data,
        isPurging: false,
        offloadedSince: offloadedSince
      )
      return lines([row]).last
    }
    #expect(
      advice(bundle: 90_000_000, data: 10_000_000)
        == "com.example.mail was not used for 39d and takes 100 MB: `torpor offload com.example.mail` packs its program and "
        + "keeps its data."
    )
    #expect(
      advice(bundle: 10_000_000, data: 90_000_000)?.hasSuffix(
        "`torpor uninstall com.example.mail` removes it with its data."
      ) == true
    )
    // Most of it is in an archive, which stays.
    let offloaded = advice(bundle: 90_000_000, data: 10_000_000, offloadedSince: .at(.days(2)))
    #expect(offloaded?.contains("torpor") == false)
  }

  @Test("names an app with control characters without them")
  func names() {
    let row = AppStorage(
      app: AppIdentifier("com.example.mail")!,
      name: "Ma\u{1B}[31mil\n",
      state: .active,
      isPurging: false
    )
    let lines = lines([row])
    #expect(!lines.joined().contains("\u{1B}"))
    #expect(lines.allSatisfy { !$0.contains("\n") })
  }
}
