import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

/// A state folder with the container of one app in it.
final class StorageScene {
  static let app = AppIdentifier("com.example.mail")!

  let loop: EventLoop
  let folder: TemporaryFolder
  let adapter: StorageAdapter
  private let recorder = EventRecorder()
  private let app = StorageScene.app
  var reports: [CacheReport] {
    recorder.events.compactMap { event in
      if case .input(.device(.caches(let report))) = event { report } else { nil }
    }
  }
  var container: String { "\(folder.path)/containers/\(getuid())/com.example.mail" }
  var caches: String { container + "/Library/Caches" }
  var owner: RecipeOwner {
    RecipeOwner(userID: getuid(), groupID: getgid(), container: container)
  }

  init() throws {
    loop = try EventLoop()
    folder = try TemporaryFolder()
    adapter = StorageAdapter(
      stateFolder: folder.path,
      on: loop,
      sink: recorder,
      now: { Instant(nanoseconds: BootClock.nanoseconds()) },
      emptyTrash: {}
    ) {
      Issue.record("\($0)")
    }
    for path in ["/containers", "/containers/\(getuid())", "/logs", "/logs/\(getuid())"] {
      try Files.makeFolder(folder.path + path, mode: 0o711)
    }
    try Files.makeFolder(container, mode: 0o700)
    for inner in ContainerAdapter.folders {
      try Files.makeFolder(container + "/" + inner, mode: 0o700)
    }
  }

  func write(_ path: String, bytes: Int) throws {
    try Files.replace(path, with: [UInt8](repeating: 7, count: bytes))
  }

  func wait(until condition: () -> Bool) {
    let end = BootClock.nanoseconds() + 30_000_000_000
    while !condition(), BootClock.nanoseconds() < end { loop.runOnce(timeoutMilliseconds: 10) }
  }

  func measured(bundle: String? = nil) -> StorageUsage? {
    adapter.measure([MeasuredApp(app: app, owner: owner, bundle: bundle)])
    wait { adapter.progress(of: [app]) == nil }
    return adapter.usage(of: app)
  }

  func purged(keeping: [String] = []) -> CacheReport? {
    let before = reports.count
    adapter.perform(.purgeCaches(app), for: owner, keeping: keeping)
    wait { reports.count > before }
    return reports.last
  }
}

/// What stat(2) says that a file takes.
func blocks(_ paths: String...) throws -> Int64 {
  try paths.reduce(0) { sum, path in
    var facts = stat()
    try #require(lstat(path, &facts) == 0)
    return sum + Int64(facts.st_blocks) * 512
  }
}
