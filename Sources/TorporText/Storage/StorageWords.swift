package import TorporModel
package import TorporWire

/// What apps take of the disk as people read it: the same words for a terminal and for a browser.
package enum StorageWords {
  /// "0", "912 B", "1.2 GB".
  package static func size(_ bytes: Int64) -> String {
    bytes == 0 ? "0" : bytes < 1000 ? "\(bytes) B" : bytes.sizePhrase
  }

  /// What a short disk means.
  package static let short =
    "Disk space is short: caches are being removed, those of the least recently used app first."

  /// How an app comes onto the page.
  package static let noApps = "No app is installed. `torpor install BUNDLE.app` installs one."
}

extension AppStorage {
  /// All of it, as far as it was measured.
  package var totalBytes: Int64 {
    [bundleBytes, dataBytes, cacheBytes, downloadBytes, logBytes].reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Whether most of what it takes is a program that can go; our choice.
  fileprivate var isWorthOffloading: Bool {
    (bundleBytes ?? 0) > totalBytes / 2
  }

  /// Whether its caches may be removed now: it does not run, so it reads none of them.
  package var mayBePurged: Bool { state == .suspended || state == .notRunning }

  /// "now", "never", "35d"; "35d 02h ago" where it is not brief.
  package func lastUse(at now: Instant, brief: Bool = true) -> String {
    if state.isForeground { return "now" }
    guard let lastOnScreen else { return "never" }
    let age = (now - lastOnScreen).phrase
    return brief ? String(age.prefix { $0 != " " }) : "\(age) ago"
  }

  /// That not all of it is counted, and why; `nil`: it is.
  package var shortfall: String? { cause.map { "Not all of \(app) is counted: \($0)." } }
}

extension CachePurgeStatus {
  /// What was removed, why, and what is left: "5.0 MB of caches were removed, because you asked for it".
  package var phrase: String {
    let why = isByUser ? "you asked for it" : "disk space was short"
    let rest: String? = isStopped ? cause ?? "the app began to run" : cause
    let left = rest.map { "; some of them are left: \($0)" } ?? ""
    return "\(freedBytes.sizePhrase) of caches were removed, because \(why)\(left)"
  }
}

/// What a figure of storage is worth doing, with the command that does it.
package struct StorageAdvice: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case caches, unused }

  package let kind: Kind
  package let app: AppStorage
  /// The figure: "60 MB are caches of com.example.maps".
  package let figure: String
  package let command: String
  /// What the command does: "removes them".
  package let effect: String

  /// From 50 MB on caches are worth a line; our choice.
  private static let bytesMin: Int64 = 50_000_000
  /// Two lines of each kind, so that a page keeps to its subject; our choice.
  private static let countMax = 2
  /// An app is not used if it was not on screen for 30 days, as iOS counts that for its own advice.
  private static let unusedAfter = Duration.days(30)

  /// The largest caches, and the largest apps that are not used.
  package static func rows(_ apps: [AppStorage], at now: Instant) -> [StorageAdvice] {
    let caches = apps.filter { $0.cacheBytes ?? 0 >= bytesMin && $0.mayBePurged }
      .sorted { ($1.cacheBytes ?? 0, $0.app) < ($0.cacheBytes ?? 0, $1.app) }
    let unused = apps.filter { app in
      guard let last = app.lastOnScreen, !app.state.isForeground else { return false }
      // Of an app that is offloaded already, most is in an archive that stays.
      return app.offloadedSince == nil && now - last >= unusedAfter && app.totalBytes >= bytesMin
    }
    .sorted { ($1.totalBytes, $0.app) < ($0.totalBytes, $1.app) }
    return caches.prefix(countMax).map { app in
      StorageAdvice(
        kind: .caches,
        app: app,
        figure: "\(StorageWords.size(app.cacheBytes ?? 0)) are caches of \(app.app)",
        command: "torpor purge \(app.app)",
        effect: "removes them"
      )
    }
      + unused.prefix(countMax).map { app in
        StorageAdvice(
          kind: .unused,
          app: app,
          figure: "\(app.app) was not used for \(app.lastUse(at: now)) and takes "
            + StorageWords.size(app.totalBytes),
          command: app.isWorthOffloading
            ? "torpor offload \(app.app)" : "torpor uninstall \(app.app)",
          effect: app.isWorthOffloading
            ? "packs its program and keeps its data" : "removes it with its data"
        )
      }
  }
}
