internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// Freezes groups and makes sure of it.
///
/// The kernel freezes a group after the write returns, when each thread reaches a safe point:
/// usually within microseconds, some milliseconds for a spinning one. `cgroup.events` also notifies,
/// but at most once in 10 ms, so the file is read again instead: at once for a moment, then from the
/// loop's timer. The loop is never held up for longer than `spinNanoseconds`.
package final class Freezer {
  private let loop: EventLoop
  private let limit: Duration
  private let report: (LaunchIdentifier, ProcessEvent) -> Void
  /// Freezes and thaws that are not confirmed yet, each with its next look.
  private var pending: [LaunchIdentifier: EventLoop.Token] = [:]
  /// Groups that stand still, each with the watch for other processes that let it run.
  private var watches: [LaunchIdentifier: EventLoop.Token] = [:]

  /// Reports `.frozen` or `.freezeFailed` of each order through `report`, on the loop's thread, and
  /// `.thawedFromOutside` of a group that does not stay frozen.
  package init(
    on loop: EventLoop,
    limit: Duration = Freezer.limit,
    report: @escaping (LaunchIdentifier, ProcessEvent) -> Void
  ) {
    self.loop = loop
    self.limit = limit
    self.report = report
  }

  deinit {
    for token in pending.values { loop.cancel(token) }
    for token in watches.values { loop.cancel(token) }
  }

  /// Freezes the group.
  ///
  /// Where it does not freeze within the limit (helper threads of the kernel, as of KVM and NFS, can
  /// prevent it: systemd issue 33083) it is thawed again and `.freezeFailed(ETIMEDOUT)` is reported.
  package func freeze(_ launch: LaunchIdentifier, _ group: ControlGroup) {
    cancel(launch)
    do throws(SystemError) {
      try group.setFreeze(true)
      let begin = BootClock.nanoseconds()
      repeat {
        if try group.events().isFrozen { return confirm(launch, group) }
      } while BootClock.nanoseconds() - begin < Freezer.spinNanoseconds
      check(launch, group, deadlineNanoseconds: begin + limit.nanoseconds)
    } catch {
      fail(launch, group, error.code)
    }
  }

  /// Lets the group run, and makes sure of it; a confirmation that is still awaited is dropped.
  ///
  /// An app that stays frozen is lost to its user, so what did not work is tried again until it does
  /// or the launch is forgotten.
  package func thaw(_ launch: LaunchIdentifier, _ group: ControlGroup) {
    cancel(launch)
    thaw(launch, group, retryAfter: Freezer.interval)
  }

  /// Forgets a freeze or thaw that is not confirmed yet, and watches no more; for a launch that has ended.
  package func cancel(_ launch: LaunchIdentifier) {
    if let token = pending.removeValue(forKey: launch) { loop.cancel(token) }
    if let token = watches.removeValue(forKey: launch) { loop.cancel(token) }
  }

  /// Reports it once when another process thaws the group, which is frozen now.
  ///
  /// Any process that may write to the files of the group may thaw it, and one file does not count who wants it
  /// frozen. While nobody does, it costs one wake-up after each freeze: the kernel holds its notices back
  /// for 10 ms.
  package func watch(_ launch: LaunchIdentifier, _ group: ControlGroup) {
    cancel(launch)
    // Best effort: without it the app is frozen all the same.
    watches[launch] = try? loop.register(group.eventsNumber, for: .urgent) { [unowned self] _ in
      do throws(SystemError) {
        if try group.events().isFrozen { return }
        // A process of a frozen group that is killed runs for its last moment; the rest has not been thawed.
        if try group.isToBeFrozen() { return }
        cancel(launch)
        report(launch, .thawedFromOutside)
      } catch {
        // It is gone; its end is reported by its process.
        cancel(launch)
      }
    }
  }

  private func confirm(_ launch: LaunchIdentifier, _ group: ControlGroup) {
    watch(launch, group)
    report(launch, .frozen)
  }

  /// How long a group may take to freeze: 500 ms.
  ///
  /// A hundred processes need 1 ms and ten spinning ones on a loaded machine 5 ms (measured); what
  /// takes a hundred times that does not freeze. Our choice.
  package static let limit = Duration.milliseconds(500)

  /// How long the file is re-read at once, in nanoseconds: 200 µs, above the 60 µs that a few
  /// sleeping processes take (measured) and below what a caller would notice.
  ///
  /// Our choice.
  private static let spinNanoseconds: Int64 = 200_000

  /// How long between looks after that: 1 ms, as short as a timer is worth its wake-up.
  ///
  /// Our choice.
  private static let interval = Duration.milliseconds(1)

  private func check(
    _ launch: LaunchIdentifier,
    _ group: ControlGroup,
    deadlineNanoseconds: Int64
  ) {
    pending[launch] = loop.schedule(after: Freezer.interval) { [unowned self] in
      pending[launch] = nil
      do throws(SystemError) {
        if try group.events().isFrozen { return confirm(launch, group) }
      } catch {
        return fail(launch, group, error.code)
      }
      guard BootClock.nanoseconds() < deadlineNanoseconds else {
        return fail(launch, group, ETIMEDOUT)
      }
      check(launch, group, deadlineNanoseconds: deadlineNanoseconds)
    }
  }

  // The longest rest between attempts to thaw: what fails a dozen times is no moment's trouble, and
  // one wake-up a second is bearable for as long as a user misses the app. Our choice.
  private static let retryIntervalMax = Duration.seconds(1)

  private func thaw(
    _ launch: LaunchIdentifier,
    _ group: ControlGroup,
    retryAfter rest: Duration
  ) {
    do throws(SystemError) {
      try group.setFreeze(false)
      let begin = BootClock.nanoseconds()
      repeat {
        if try !group.events().isFrozen { return }
      } while BootClock.nanoseconds() - begin < Freezer.spinNanoseconds
    } catch {
      // A group that is gone needs no thaw; its end is reported by its process.
      if error.code == ENODEV || error.code == ENOENT { return }
    }
    pending[launch] = loop.schedule(after: rest) { [unowned self] in
      pending[launch] = nil
      thaw(launch, group, retryAfter: min(rest * 2, Freezer.retryIntervalMax))
    }
  }

  private func fail(_ launch: LaunchIdentifier, _ group: ControlGroup, _ code: Int32) {
    thaw(launch, group)
    report(launch, .freezeFailed(errno: code))
  }
}
