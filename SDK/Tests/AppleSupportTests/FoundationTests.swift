import Dispatch
import Foundation
import Testing

@testable import AppleSupport

/// What a handler was told, from any thread.
private final class Told: @unchecked Sendable {
  private let condition = NSCondition()
  private var lines: [String] = []

  func add(_ line: String) {
    condition.lock()
    lines.append(line)
    condition.broadcast()
    condition.unlock()
  }

  /// The lines, once there are so many.
  func all(_ count: Int) -> [String] {
    condition.lock()
    defer { condition.unlock() }
    while lines.count < count { condition.wait() }
    return lines
  }
}

extension UserDefaults {
  fileprivate var page: Int {
    get { integer(forKey: "page") }
    set { set(newValue, forKey: "page") }
  }
}

@Suite("What Apple's Foundation has", .timeLimit(.minutes(1)))
struct FoundationTests {
  @Test("observes the values of a Progress until the observation ends")
  func observation() {
    let told = Told()
    let progress = Progress(totalUnitCount: 4)
    let observation = progress.observe(\.completedUnitCount, options: [.initial, .new, .old]) {
      progress,
      change in
      told.add(
        "\(progress.totalUnitCount): \(change.oldValue ?? -1) \(change.newValue ?? -1) \(change.kind)"
      )
    }
    #expect(told.all(1) == ["4: -1 0 setting"])
    progress.completedUnitCount = 3
    #expect(told.all(2)[1] == "4: 0 3 setting")
    observation.invalidate()

    var gone: Progress? = Progress(totalUnitCount: 1)
    let other = gone?.observe(\.fractionCompleted) { _, change in
      told.add("\(change.newValue == nil)")
    }
    gone?.completedUnitCount = 1
    #expect(told.all(3)[2] == "true")
    weak let weakProgress = gone
    gone = nil
    while weakProgress != nil { Thread.sleep(forTimeInterval: 0.01) }
    other?.invalidate()
  }

  @Test("observes tasks, operations, queues and defaults")
  func observedClasses() throws {
    let told = Told()
    let queue = OperationQueue()
    queue.isSuspended = true
    let operation = BlockOperation {}
    let defaults = try #require(UserDefaults(suiteName: "io.torpor.tests.observed"))
    defer { defaults.removePersistentDomain(forName: "io.torpor.tests.observed") }
    let address = try #require(URL(string: "http://127.0.0.1:1/"))
    let task = URLSession.shared.dataTask(with: address)
    let observations: [NSKeyValueObservation] = [
      queue.observe(\.operationCount, options: .new) { _, change in
        told.add("queue \(change.newValue ?? -1)")
      },
      operation.observe(\.isFinished, options: .new) { _, change in
        told.add("operation \(change.newValue == true)")
      },
      defaults.observe(\.page, options: .new) { _, change in
        told.add("defaults \(change.newValue ?? -1)")
      },
      task.observe(\.taskDescription, options: .new) { _, change in
        told.add("task \((change.newValue ?? nil) ?? "nil")")
      },
      // It has none from beginning to end, which is no change.
      task.observe(\.error, options: .new) { _, _ in told.add("error") },
    ]
    queue.addOperation(operation)
    #expect(told.all(1) == ["queue 1"])
    defaults.page = 7
    #expect(told.all(2)[1] == "defaults 7")
    task.taskDescription = "front page"
    #expect(told.all(3)[2] == "task front page")
    queue.isSuspended = false
    #expect(Set(told.all(5).suffix(2)) == ["operation true", "queue 0"])
    for observation in observations { observation.invalidate() }
  }

  @Test("sends the values of a property to subscribers, and reads notifications one by one")
  func publishers() async throws {
    let told = Told()
    let progress = Progress(totalUnitCount: 4)
    let subscription = progress.publisher(for: \.completedUnitCount).sink { told.add("\($0)") }
    #expect(told.all(1) == ["0"])
    progress.completedUnitCount = 3
    #expect(told.all(2) == ["0", "3"])
    subscription.cancel()
    let later = progress.publisher(for: \.completedUnitCount, options: [.new]).sink {
      told.add("then \($0)")
    }
    progress.completedUnitCount = 4
    #expect(told.all(3).last == "then 4")
    later.cancel()

    let name = Notification.Name("io.torpor.tests.read")
    let center = NotificationCenter()
    let notifications: NotificationCenter.Notifications = center.notifications(named: name)
    var iterator = notifications.makeAsyncIterator()
    for number in 1...2 { center.post(name: name, object: nil, userInfo: ["n": number]) }
    #expect(await iterator.next()?.userInfo?["n"] as? Int == 1)
    #expect(await iterator.next()?.userInfo?["n"] as? Int == 2)
    let reading = Task {
      for await _ in center.notifications(named: name) {}
      return true
    }
    reading.cancel()
    #expect(await reading.value)
  }

  @Test("knows what the user does now")
  func activity() {
    let activity = NSUserActivity(activityType: "reading")
    activity.title = "News"
    activity.userInfo = ["page": 1]
    activity.addUserInfoEntries(from: ["page": 2, "line": 3])
    #expect(activity.userInfo as? [String: Int] == ["page": 2, "line": 3])
    activity.becomeCurrent()
    #expect(NSUserActivity.currentActivity === activity)
    let other = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    other.becomeCurrent()
    activity.resignCurrent()
    #expect(NSUserActivity.currentActivity === other)
    other.invalidate()
    #expect(NSUserActivity.currentActivity == nil)
    let told = Told()
    NSUserActivity.deleteAllSavedUserActivities { told.add("deleted") }
    NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["a"]) {
      told.add("deleted")
    }
    #expect(told.all(2).count == 2)
  }

  @Test("runs an activity of the process after its interval, and again where it was left for later")
  func activities() {
    let told = Told()
    let scheduler = NSBackgroundActivityScheduler(identifier: "a.b")
    #expect(scheduler.interval == 600 && scheduler.tolerance == 300 && !scheduler.shouldDefer)
    scheduler.interval = 1
    scheduler.qualityOfService = .utility
    scheduler.schedule { completion in
      told.add("run")
      completion(told.all(1).count == 1 ? .deferred : .finished)
    }
    #expect(told.all(2) == ["run", "run"])
    scheduler.repeats = true
    scheduler.invalidate()
    #expect(scheduler.identifier == "a.b" && scheduler.repeats)
  }

  @Test(
    "has a publisher of timers under the name that sources are rewritten to, and sets defaults by either word"
  )
  func others() {
    let publisher = AppleTimer.publish(every: 0.01, on: .current, in: .default).autoconnect()
    var count = 0
    let subscription = publisher.sink { _ in count += 1 }
    while count == 0 {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    }
    subscription.cancel()
    let defaults = UserDefaults(suiteName: "io.torpor.tests.words")
    defaults?.setValue(3, forKey: "a")
    #expect(defaults?.integer(forKey: "a") == 3)
    defaults?.setValue(nil, forKey: "a")
    #expect(defaults?.object(forKey: "a") == nil)
    #expect(!ProcessInfo.processInfo.isiOSAppOnMac && !ProcessInfo.processInfo.isMacCatalystApp)
  }
}
