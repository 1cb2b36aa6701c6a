import CVirtualTime
import Foundation
import SimulatedDevice
import Synchronization
import Testing
import UIKit

/// Work that is done in pieces by threads that sleep in between: at no moment do all of them.
enum Relay: String, CaseIterable, Sendable {
  case computing, joined, semaphores, conditions, pipes, queues, synchronousQueues, tasks, threads

  /// As many handovers as give a look in between a chance.
  private static let count = 3000

  /// Does the work on threads of its own, and says when all of it is done.
  func run(_ done: @escaping @Sendable () -> Void) {
    switch self {
    case .computing:
      Thread.detachNewThread {
        compute(); done()
      }
    case .joined:
      Thread.detachNewThread {
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { compute() }
        group.wait()
        done()
      }
    case .semaphores:
      let (there, back) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      handOver(
        done,
        {
          there.signal(); back.wait()
        },
        {
          there.wait(); back.signal()
        }
      )
    case .conditions:
      let (there, back) = (Turn(), Turn())
      handOver(
        done,
        {
          there.give(); back.take()
        },
        {
          there.take(); back.give()
        }
      )
    case .pipes:
      let (there, back) = (Line(), Line())
      handOver(
        done,
        {
          there.give(); back.take()
        },
        {
          there.take(); back.give()
        }
      )
    case .queues: Self.hop(Self.count, done)
    case .synchronousQueues:
      let queue = DispatchQueue(label: "synchronous")
      DispatchQueue.global().async {
        for _ in 0..<Self.count { queue.sync { DispatchQueue.global().async {} } }
        done()
      }
    case .tasks:
      Task.detached {
        let place = Place()
        for _ in 0..<Self.count { await Task.detached { await place.visit() }.value }
        done()
      }
    case .threads: Self.follow(300, done)
    }
  }

  private func handOver(
    _ done: @escaping @Sendable () -> Void,
    _ there: @escaping @Sendable () -> Void,
    _ back: @escaping @Sendable () -> Void
  ) {
    Thread.detachNewThread { for _ in 0..<Self.count { back() } }
    Thread.detachNewThread {
      for _ in 0..<Self.count { there() }
      done()
    }
  }

  private static func hop(_ count: Int, _ done: @escaping @Sendable () -> Void) {
    guard count > 0 else { return done() }
    DispatchQueue.global(qos: count % 2 == 0 ? .utility : .userInitiated).async {
      hop(count - 1, done)
    }
  }

  /// Each thread begins the next one and ends.
  private static func follow(_ count: Int, _ done: @escaping @Sendable () -> Void) {
    guard count > 0 else { return done() }
    Thread.detachNewThread { follow(count - 1, done) }
  }
}

private actor Place {
  private var count = 0
  func visit() { count += 1 }
}

private final class Turn: @unchecked Sendable {
  private let condition = NSCondition()
  private var isGiven = false

  func give() {
    condition.lock()
    isGiven = true
    condition.signal()
    condition.unlock()
  }

  func take() {
    condition.lock()
    while !isGiven { condition.wait() }
    isGiven = false
    condition.unlock()
  }
}

/// A pipe, which the C library's functions for time know nothing of.
private final class Line: Sendable {
  let ends: [Int32]

  init() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    self.ends = ends
  }

  deinit { for end in ends { close(end) } }

  func give() { _ = Glibc.write(ends[1], [1], 1) }
  func take() {
    var byte: UInt8 = 0
    _ = Glibc.read(ends[0], &byte, 1)
  }
}

/// What has been done on the main thread.
private final class Rounds: @unchecked Sendable {
  static let all = 50
  var count = 0
  /// How often the device's clock has moved while the main thread had work.
  var movedCount = 0

  /// Works for some ten milliseconds, or until the clock moves.
  func work(since begun: DispatchTime) {
    for _ in 0..<400_000 where DispatchTime.now() != begun {
      movedCount += 1
      break
    }
    count += 1
  }
}

/// A thread that works until it is looked at for the second time.
private enum Burst {
  static let thread = Atomic<Int32>(0)
  static let isSeen = Atomic<Bool>(false)
  /// The round whose work it has begun.
  static let round = Atomic<Int>(0)
}

/// Whether this thread, when it is woken, lets another one that runs go on: a policy of the kernel's (`sched(7)`).
private func letOthersGoOn(_ isOn: Bool) {
  // SCHED_BATCH and SCHED_OTHER.
  var parameters = sched_param(sched_priority: 0)
  sched_setscheduler(0, isOn ? 3 : 0, &parameters)
}

/// The number of this thread, by the kernel.
private func ownThread() -> Int32 {
  var path = [CChar](repeating: 0, count: 64)
  let count = readlink("/proc/thread-self", &path, path.count)
  let bytes = path.prefix(max(0, count)).map(UInt8.init(bitPattern:))
  let text = String(decoding: bytes, as: UTF8.self)
  return text.split(separator: "/").last.flatMap { Int32($0) } ?? 0
}

private func sleeps(_ thread: Int32) -> Bool {
  var text = [UInt8](repeating: 0, count: 64)
  let file = open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
  let count = read(file, &text, text.count)
  close(file)
  guard let end = text.prefix(max(0, count)).lastIndex(of: UInt8(ascii: ")")) else { return true }
  return text.dropFirst(end + 2).first == UInt8(ascii: "S")
}

@inline(never)
private func compute(_ steps: Int = 5_000_000) {
  var number: UInt64 = 1
  for _ in 0..<steps { number = number &* 6_364_136_223_846_793_005 &+ 1 }
  precondition(number != 0)
}

@inline(never)
private func handOverForever(_ there: DispatchSemaphore, _ back: DispatchSemaphore) {
  while !isOver.isSet {
    there.signal()
    back.wait()
  }
  there.signal()
}

private let isOver = Flag()

private final class Working: UIResponder, UIApplicationDelegate {
  nonisolated(unsafe) static var work: () -> Void = {}

  func applicationDidEnterBackground(_ application: UIApplication) { Self.work() }
}

/// Something that has happened, on any thread.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var isRaised = false
  func raise() { lock.withLock { isRaised = true } }
  var isSet: Bool { lock.withLock { isRaised } }
}

extension OneDevice {
  @MainActor
  @Suite("An app on a device")
  struct QuietTests {
    @Test(
      "is not taken for one at rest while any of its threads has work",
      arguments: Relay.allCases
    )
    func relay(_ relay: Relay) async throws {
      let device = try await SimulatedDevice(app: Working.self, infoPlist: plain)
      for _ in 0..<3 {
        let flag = Flag()
        Working.work = { relay.run { flag.raise() } }
        try await device.launch()
        try await device.background()
        #expect(flag.isSet, "\(relay)")
      }
    }

    // The thread is at work at the first look, and has handed its work to the main thread, whose second look is over, by its
    // own second look: it sleeps then, and was not given a processor in between. A device that is taken in by that moves its
    // clock while the main thread works.
    @Test("is not taken for one at rest while a thread that has worked hands it to the main thread")
    func bursts() async throws {
      let (line, rounds) = (Line(), Rounds())
      Thread.detachNewThread {
        Burst.thread.store(ownThread(), ordering: .sequentiallyConsistent)
        for round in 1...Rounds.all {
          line.take()
          Burst.isSeen.store(false, ordering: .sequentiallyConsistent)
          Burst.round.store(round, ordering: .sequentiallyConsistent)
          // At most some milliseconds.
          var steps = 0
          while !Burst.isSeen.load(ordering: .relaxed), steps < 3_000_000 { steps += 1 }
          let begun = DispatchTime.now()
          DispatchQueue.main.async { rounds.work(since: begun) }
        }
      }
      let device = try await SimulatedDevice(app: Working.self, infoPlist: plain)
      try await device.launch()
      torpor_vt_watch_second_looks { thread in
        guard thread == Burst.thread.load(ordering: .sequentiallyConsistent) else { return }
        Burst.isSeen.store(true, ordering: .sequentiallyConsistent)
        for _ in 1...1000 where !sleeps(thread) {}
      }
      defer { torpor_vt_watch_second_looks(nil) }
      // With few processors the main thread would take that of the other one, which then has another turn.
      letOthersGoOn(true)
      defer { letOthersGoOn(false) }
      for round in 1...Rounds.all {
        line.give()
        // It was given its processor before anybody looks.
        while Burst.round.load(ordering: .sequentiallyConsistent) < round {}
        try await device.advance(by: .nanoseconds(1))
        #expect(rounds.count == round)
      }
      #expect(rounds.movedCount == 0)
    }

    @Test("rests while a thread of it sleeps by the machine's clock, and is seen when that wakes")
    func asleep() async throws {
      let (line, flag) = (Line(), Flag())
      Working.work = {
        Thread.detachNewThread {
          // Without the functions of the C library that take a time.
          var wait = pollfd(fd: line.ends[0], events: Int16(POLLIN), revents: 0)
          poll(&wait, 1, -1)
          compute()
          flag.raise()
        }
      }
      let device = try await SimulatedDevice(app: Working.self, infoPlist: plain)
      try await device.launch()
      try await device.background()
      try await device.advance(by: .days(1))
      #expect(!flag.isSet)
      line.give()
      try await device.advance(by: .seconds(1))
      #expect(flag.isSet)
    }

    @Test("whose threads hand work to each other without an end is a runaway")
    func endless() async throws {
      let (there, back) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Working.work = {
        Thread.detachNewThread { handOverForever(there, back) }
        Thread.detachNewThread { handOverForever(back, there) }
      }
      let device = try await SimulatedDevice(
        app: Working.self,
        infoPlist: plain,
        patience: .milliseconds(500)
      )
      try await device.launch()
      let runaway = await #expect(throws: Runaway.self) { try await device.background() }
      isOver.raise()
      let text = try #require(runaway?.description)
      #expect(runaway?.kind == .busy && text.contains("handOverForever"), "\(text)")
    }
  }
}
