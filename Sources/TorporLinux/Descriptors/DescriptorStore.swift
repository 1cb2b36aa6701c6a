import TorporModel
import TorporPosix

/// Where the descriptors of apps are when the daemon is gone: with a keeper, a process of ours.
///
/// A keeper is started with the first descriptor, and ends with the last. One that dies is replaced, and the
/// next gets all that the daemon has; only what both lose at once is lost
/// (`docs/decisions/0044-descriptors-outlive-the-daemon.md`).
final class DescriptorStore {
  private let start: () -> DescriptorKeeper.Start
  private let loop: EventLoop
  private var keeper: DescriptorKeeper?
  private var token: EventLoop.Token?
  private var isToBeReplaced = false
  /// All that the daemon has, for a keeper that takes the place of one that died.
  var contents: () -> [(label: DescriptorLabel, descriptor: Int32)] = { [] }

  /// How long a keeper holds what no daemon asks for: 10 min.
  ///
  /// The least interval of keep-alives (VO2): the other end of a line on which nothing has come for so long
  /// may give it up.
  static let patience = Duration.minutes(10)
  /// How long after the death of a keeper the next is started.
  ///
  /// 1 s: one that dies at once every time then costs one process a second. Our choice.
  private static let replacementInterval = Duration.seconds(1)

  init(
    in folder: String,
    by program: AttendantProgram?,
    groups: GroupTree,
    patience: Duration,
    on loop: EventLoop
  ) {
    start = {
      DescriptorKeeper.Start(
        folder: folder,
        patience: patience,
        groupDirectory: groups.keepers.number,
        program: program
      )
    }
    self.loop = loop
  }

  deinit { if let token { loop.cancel(token) } }

  /// Holds a duplicate of a descriptor, which stays the caller's.
  func hold(_ descriptor: Int32, under label: DescriptorLabel) {
    // The next keeper gets it with everything else.
    guard !isToBeReplaced else { return }
    do throws(SystemError) {
      try running().hold(descriptor, under: label.text)
    } catch {
      replace()
    }
  }

  /// Closes what is held under the label.
  func release(_ label: DescriptorLabel) {
    guard let keeper else { return }
    do throws(SystemError) {
      try keeper.release(label.text)
    } catch {
      replace()
    }
  }

  /// Nothing is held: no keeper is needed.
  func rest() { forget() }

  /// What an earlier daemon has had held, as duplicates that the caller closes.
  func recover() -> [(label: DescriptorLabel, descriptor: Int32)] {
    guard let found = try? DescriptorKeeper.connect(in: start().folder),
      let held = try? found.all()
    else { return [] }
    use(found)
    var known: [(label: DescriptorLabel, descriptor: Int32)] = []
    for (text, descriptor) in held {
      if let label = DescriptorLabel(text: text), let descriptor {
        known.append((label, descriptor))
      } else {
        // Nobody will ask for it again: what cannot be received now is lost to its app.
        if let descriptor { Descriptor.close([descriptor]) }
        try? found.release(text)
      }
    }
    return known
  }

  private func running() throws(SystemError) -> DescriptorKeeper {
    if let keeper { return keeper }
    let fresh = try DescriptorKeeper.start(start())
    use(fresh)
    return fresh
  }

  private func use(_ keeper: DescriptorKeeper) {
    self.keeper = keeper
    // Without the watch its death is seen at the next hand-over.
    token = try? loop.register(keeper.number, for: [.readable, .hangUp]) { [unowned self] _ in
      replace()
    }
  }

  private func forget() {
    if let token { loop.cancel(token) }
    token = nil
    keeper = nil
  }

  /// The keeper is gone, or was never there.
  private func replace() {
    forget()
    guard !isToBeReplaced else { return }
    isToBeReplaced = true
    _ = loop.schedule(after: DescriptorStore.replacementInterval) { [weak self] in
      guard let self else { return }
      isToBeReplaced = false
      for (label, descriptor) in contents() {
        hold(descriptor, under: label)
      }
    }
  }
}
