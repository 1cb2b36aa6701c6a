import AppleSupport
import Foundation
import Torpor

@testable import UIKit

/// An app that runs in the test's process, connected to a system of the test's.
@MainActor
final class RunningApp {
  let system: StandInSystem
  private let connection: Torpor.Application
  private let bridge: DelegateBridge
  private let running: Task<Void, Never>

  init(_ delegate: any UIApplicationDelegate, _ system: StandInSystem = StandInSystem()) throws {
    self.system = system
    setenv("TORPOR_SOCKET", system.path, 1)
    let connection = try Torpor.Application()
    self.connection = connection
    AppleSystem.use(connection)
    let bridge = DelegateBridge(.shared, delegate)
    self.bridge = bridge
    running = Task { @MainActor in try? await bridge.serve(connection) }
  }

  /// Ends the connection, and waits until no callback runs.
  func stop() async {
    connection.stop()
    await running.value
    AppleSystem.use(nil)
    system.stop()
  }
}

/// What a test's delegate wrote down, from any thread.
final class Record: @unchecked Sendable {
  /// Under the lock.
  private final class Reader: @unchecked Sendable {
    let isReady: ([String]) -> Bool
    var continuation: CheckedContinuation<Void, Never>?
    var isCancelled = false

    init(_ isReady: @escaping ([String]) -> Bool) { self.isReady = isReady }
  }

  private let lock = NSLock()
  private var lines: [String] = []
  private var readers: [Reader] = []

  func add(_ line: String) {
    let ready = lock.withLock {
      lines.append(line)
      let ready = readers.filter { $0.isReady(lines) }
      readers.removeAll { $0.isReady(lines) }
      return ready
    }
    for reader in ready { reader.continuation?.resume() }
  }

  /// Returns once there are so many lines, or when the test has had its time.
  func filled(to count: Int) async { await wait { $0.count >= count } }

  /// Returns once there is the line, or when the test has had its time.
  func seen(_ line: String) async { await wait { $0.contains(line) } }

  private func wait(until isReady: @escaping ([String]) -> Bool) async {
    let reader = Reader(isReady)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = lock.withLock {
          if reader.isCancelled || isReady(lines) { return true }
          reader.continuation = continuation
          readers.append(reader)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      cancel(reader)
    }
  }

  private func cancel(_ reader: Reader) {
    let isWaiting = lock.withLock {
      reader.isCancelled = true
      defer { readers.removeAll { $0 === reader } }
      return readers.contains { $0 === reader }
    }
    if isWaiting { reader.continuation?.resume() }
  }

  var all: [String] { lock.withLock { lines } }
}

private let mainKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// The label of the queue on which this code runs.
///
/// Dispatch for Linux has the function without a declaration for Swift.
var queueLabel: String {
  typealias Label = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>
  let label = unsafeBitCast(dlsym(nil, "dispatch_queue_get_label"), to: Label.self)
  return String(cString: label(nil))
}

/// Whether this code runs where UIKit's callbacks do.
///
/// The main queue, whose thread in a test is not the process's first one; `UIApplicationMain` serves it there.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainKey) == true }
