package import TorporPosix

/// The file in which an administrator fixes settings, read at first and whenever it is written, put in place, removed,
/// or given to somebody else.
///
/// Nothing is opened by a mistake: what cannot be trusted or read is reported, and is no news of what is fixed. That
/// goes for a file that is missing, too, where others could have removed it.
package final class RestrictionsAdapter {
  /// The text of the file, `nil`: there is none; or why it does not count.
  package typealias Reading = Result<String?, RestrictionsFailure>

  private let source: RestrictionsSource
  private let loop: EventLoop
  private let handler: (Reading) -> Void
  private var watch: FileWatch?
  private var entries: Set<FileWatch.Entry> = []
  private var names: Set<String> = []

  /// Makes an adapter that says nothing before `start`.
  package init(
    _ source: RestrictionsSource,
    on loop: EventLoop,
    handler: @escaping (Reading) -> Void
  ) {
    self.source = source
    self.loop = loop
    self.handler = handler
  }

  /// Tells of the present file, and of every later one.
  ///
  /// - Throws: `SystemError` where changes cannot be watched; the present file is told.
  package func start() throws(SystemError) {
    defer { handler(source.read()) }
    let watch = try FileWatch(on: loop) { [unowned self] name in
      // A folder that changes itself has no name here.
      guard name.map({ $0.isEmpty || names.contains($0) }) ?? true else { return }
      followFolders()
      handler(source.read())
    }
    self.watch = watch
    followFolders()
  }

  /// Watches the folders in which something can change that counts.
  private func followFolders() {
    guard let watch else { return }
    var places = source.places()
    // What comes between the look and the watch is seen by another look; each adds a folder, so that this ends.
    while true {
      let watched = places.folders.compactMap { folder, changes in
        try? watch.watch(folder, for: changes)
      }
      let later = source.places()
      if later == places {
        for entry in entries.subtracting(watched) { watch.end(entry) }
        (entries, names) = (Set(watched), places.names)
        return
      }
      entries.formUnion(watched)
      places = later
    }
  }
}
