import Glibc

// What is there after a death between two steps, which is finished or taken back.

extension BundleArchive {
  /// Looks at what is there, after what was under way is finished or taken back.
  ///
  /// - Throws: `CommandFailure.failed`.
  func finding() throws(CommandFailure) -> Finding {
    if try places.isThere(places.workFolder) {
      let lock = try takeLock()
      defer { giveBack(lock) }
      try settle()
    }
    if try places.isThere(places.bundle) { return .bundle }
    return try places.archiveFound() == nil ? .nothing : .archive
  }

  /// Whether the bundle is in an archive, which is told before anybody else can work on it.
  ///
  /// - Throws: `CommandFailure.failed`.
  func isOffloaded(
    _ tell: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Bool {
    let lock = try takeLock()
    defer { giveBack(lock) }
    try settle()
    guard try !places.isThere(places.bundle), try places.archiveFound() != nil else { return false }
    try tell()
    return true
  }

  /// Finishes what was under way, or takes it back; with the lock.
  func settle() throws(CommandFailure) {
    try settleRestoring()
    try settleOffloading()
    unlink(places.packing)
    try places.remove(places.unpacking)
    try places.remove(places.rubbish)
  }

  private func settleRestoring() throws(CommandFailure) {
    let spentWay = try places.first { way throws(CommandFailure) in
      try places.isThere(places.spent(way))
    }
    if try places.isThere(places.ready) {
      guard try places.isThere(places.bundle) else {
        // The archive was not moved yet, unless its user has moved it.
        if spentWay == nil, try places.archiveFound() != nil {
          return try places.remove(places.ready)
        }
        try places.move(places.ready, to: places.bundle)
        try places.sync(places.parent)
        if let spentWay { unlink(places.spent(spentWay)) }
        return
      }
      // Somebody has put another one there: what is in the archive is theirs to judge.
      if let spentWay { try places.move(places.spent(spentWay), to: places.archive(spentWay)) }
      guard try places.archiveFound() != nil else { throw conflict(places.ready) }
      return try places.remove(places.ready)
    }
    guard let spentWay else { return }
    // Only its move to its place has taken `ready` away.
    if try places.isThere(places.bundle) {
      unlink(places.spent(spentWay))
    } else {
      try places.move(places.spent(spentWay), to: places.archive(spentWay))
    }
  }

  func settleOffloading() throws(CommandFailure) {
    guard try places.isThere(places.away) else { return }
    // The pack gets its name of an archive when it is whole; until then the bundle counts. Without either, its user has moved it.
    if try !places.isThere(places.packing), try places.archiveFound() != nil {
      try places.sync(places.parent)
      return try places.remove(places.away)
    }
    guard try !places.isThere(places.bundle) else { throw conflict(places.away) }
    try places.move(places.away, to: places.bundle)
    try places.sync(places.parent)
  }

  private func conflict(_ path: String) -> CommandFailure {
    .failed(
      "\(places.bundle) exists, and so does an earlier one, in \(path). Move one of them elsewhere and try again."
    )
  }
}
