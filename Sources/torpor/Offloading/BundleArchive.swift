import Glibc
import TorporModel
import TorporPosix
import TorporText

/// A bundle, and the archive that takes its place beside it.
///
/// Whatever happens, a death between two steps included, the whole bundle is there or the whole archive. What is under way
/// lies in a hidden folder beside them, so that each step is one rename on one file system, and the names that are there
/// say how far it was: `settle` finishes it or takes it back. That folder is the lock, too.
///
/// This process works with the rights of its user, and on nothing of another's.
final class BundleArchive {
  /// What is where the bundle was installed.
  enum Finding: Hashable { case bundle, archive, nothing }

  /// What is done, in this order; for tests, which look at what a death after it would leave.
  enum Step: Hashable, CaseIterable {
    case packed, movedAway, archived, unpacked, ready, archiveMoved, restored
  }

  /// What came of offloading.
  struct Offloaded: Hashable {
    let archive: String
    /// How many bytes of the disk are free again.
    let freedBytes: Int64
    /// Where something of the bundle is left that could not be removed, as an immutable file.
    let rest: String?
  }

  let places: BundlePlaces
  private let toolFolders: [String]
  var reached: (Step) -> Void = { _ in }
  /// Told how large the archive is, while it grows.
  var progressed: (Int64) -> Void = { _ in }

  /// Works on the bundle that is, or was, at the path, with programs of the folders.
  init(of bundle: String, toolFolders: [String] = ArchiveTool.systemFolders) {
    places = BundlePlaces(of: bundle)
    self.toolFolders = toolFolders
  }

  /// The archive that is there.
  ///
  /// - Throws: `CommandFailure.failed` where that cannot be seen, or is not a file of this user's.
  func archiveFound() throws(CommandFailure) -> (path: String, way: Int)? {
    try places.archiveFound()
  }

  // MARK: Offloading

  /// Puts the bundle into an archive, and removes it once that is whole.
  ///
  /// `begin` is called when the archive is ready, and returns when no process of the app is there and none will be. Where it
  /// throws, the bundle stays. `stayed` is called after `begin` where the bundle stays, and before anybody else can work on it.
  ///
  /// - Throws: `CommandFailure.failed`; the bundle is where it was then.
  func offload(
    _ begin: () throws(CommandFailure) -> Void,
    orElse stayed: () -> Void = {}
  ) throws(CommandFailure) -> Offloaded {
    let lock = try takeLock()
    defer { giveBack(lock) }
    try settle()
    var hasBegun = false
    do throws(CommandFailure) {
      return try replaceByArchive(lock.rawValue) { () throws(CommandFailure) in
        hasBegun = true
        try begin()
      }
    } catch {
      if hasBegun, (try? places.isThere(places.bundle)) == true { stayed() }
      throw error
    }
  }

  private func replaceByArchive(
    _ lock: Int32,
    _ begin: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Offloaded {
    if let found = try places.archiveFound() {
      guard try places.isThere(places.bundle) else {
        throw .failed("\(places.bundle) is already offloaded: it is in \(found.path).")
      }
      throw .failed(
        "\(places.bundle) exists, and so does an archive of an earlier one, \(found.path). Move that elsewhere and try again."
      )
    }
    let before = try listing(of: places.bundle)
    guard before.entries.contains(where: { $0.path == Array("Info.plist".utf8) }) else {
      throw .failed("\(places.bundle) has no Info.plist, so it is not a bundle. Nothing was done.")
    }
    let way = try wayToPack()
    let bytes: Int64
    do throws(CommandFailure) {
      bytes = try pack(before, way, lock)
      reached(.packed)
      try begin()
    } catch {
      unlink(places.packing)
      throw error
    }
    try exchange(before, way)
    // Whole from here on, whatever becomes of the rest.
    reached(.archived)
    try? places.remove(places.away)
    let hasRest = (try? places.isThere(places.rubbish)) ?? true
    let isRemoved = !hasRest && (try? places.isThere(places.away)) == false
    return Offloaded(
      archive: places.archive(way),
      freedBytes: isRemoved ? before.bytes - bytes : 0,
      rest: isRemoved ? nil : hasRest ? places.rubbish : places.away
    )
  }

  /// The bundle is moved away, in which nobody can have changed anything since it was packed, and the archive takes its place.
  private func exchange(_ before: FolderListing, _ way: Int) throws(CommandFailure) {
    do throws(CommandFailure) {
      try places.move(places.bundle, to: places.away)
    } catch {
      // The rename may be done, and only its way to the disk has failed.
      try settleOffloading()
      unlink(places.packing)
      throw error
    }
    reached(.movedAway)
    var hasName = false
    do throws(CommandFailure) {
      if let processID = FolderUsers.first(in: Files.resolved(places.away) ?? places.away) {
        throw .failed(
          "Process \(processID) uses files of \(places.bundle), so it stays. End that process and try again."
        )
      }
      guard try listing(of: places.away) == before else {
        throw .failed("\(places.bundle) was changed while it was packed, so it stays. Try again.")
      }
      try places.move(places.packing, to: places.archive(way))
      hasName = true
      try places.sync(places.parent)
    } catch {
      // The bundle first: while the pack has its own name, `settle` knows that the bundle counts.
      if hasName { try places.move(places.archive(way), to: places.packing) }
      try places.move(places.away, to: places.bundle)
      unlink(places.packing)
      throw error
    }
  }

  /// Packs, and returns how many bytes the archive takes.
  private func pack(
    _ before: FolderListing,
    _ way: Int,
    _ lock: Int32
  ) throws(CommandFailure) -> Int64 {
    var tool = ArchiveTool(
      compression: OffloadArchive.ways[way].0,
      folders: toolFolders,
      lock: lock
    )
    let packing = places.packing
    tool.proceed = { [progressed] in
      if let size = try? Files.facts(of: packing).st_size { progressed(Int64(size)) }
    }
    // Of its user alone, as the bundle may be.
    try places.wrap { () throws(SystemError) in
      // For what is removed then, when the archive may have filled the disk.
      try Files.makeFolder(places.rubbish, mode: 0o700)
      _ = try Files.open(packing, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    }
    try tool.create(places.packing, of: places.name, in: places.parent)
    let bytes = try places.wrap { () throws(SystemError) -> Int64 in
      let file = try Files.open(places.packing, O_RDONLY | O_NOFOLLOW)
      try Files.syncFileSystem(of: file, places.packing)
      return Int64(try Files.facts(of: places.packing).st_blocks) * 512
    }
    guard bytes <= before.bytes / 10 * 9 else {
      throw .failed(
        "The archive of \(places.bundle) would take \(bytes.sizePhrase) of its \(before.bytes.sizePhrase), so offloading it would "
          + "free next to nothing. It stays."
      )
    }
    try tool.compare(places.packing, with: places.parent)
    // That compares what is in the archive; this says that nothing is missing there.
    let members = try tool.members(of: places.packing)
    guard members.count == before.entries.count + 1, isFirst(members.first) else {
      throw .failed(
        "tar has packed \(members.count) of the \(before.entries.count + 1) files and folders of \(places.bundle), so it stays."
      )
    }
    return bytes
  }

  /// Whether an archive begins with the bundle; a name that tar writes otherwise is not compared.
  private func isFirst(_ member: String) -> Bool {
    let isPlain = places.name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x5c }
    return isPlain ? member == "./\(places.name)/" : member.hasPrefix("./")
  }

  private func wayToPack() throws(CommandFailure) -> Int {
    guard
      let way = places.ways.first(where: {
        ArchiveTool.isThere(OffloadArchive.ways[$0].0, in: toolFolders)
      })
    else {
      throw .failed("Neither zstd nor gzip is installed to pack with. Install one of them.")
    }
    return way
  }

  private func listing(of folder: String) throws(CommandFailure) -> FolderListing {
    do throws(FolderListing.Obstacle) {
      return try FolderListing(of: folder)
    } catch {
      let what = error.path.isEmpty ? places.bundle : "\(places.bundle)/\(error.path)"
      throw .failed(
        "\(Printable.line(what)) \(error.fault), so an archive could not restore it. Nothing was done."
      )
    }
  }

  // MARK: Restoring

  /// Puts the bundle back where it was, and removes the archive once that is whole.
  ///
  /// `tell` is called when it is there, and before anybody else can work on it.
  ///
  /// - Returns: Whether it was not there.
  /// - Throws: `CommandFailure.failed`; the archive is where it was then.
  @discardableResult
  func restore(_ tell: () -> Void = {}) throws(CommandFailure) -> Bool {
    let lock = try takeLock()
    defer { giveBack(lock) }
    try settle()
    if try places.isThere(places.bundle) {
      tell()
      return false
    }
    guard let found = try places.archiveFound() else {
      throw .failed(
        "Neither \(places.bundle) nor an archive of it exists. Restore the bundle or the archive (\(places.name).offloaded.tar…) to that folder."
      )
    }
    do throws(CommandFailure) {
      try unpack(found, lock.rawValue)
    } catch {
      try? places.remove(places.unpacking)
      throw error
    }
    reached(.ready)
    try finishRestoring(found)
    tell()
    return true
  }

  private func unpack(
    _ found: (path: String, way: Int),
    _ lock: Int32
  ) throws(CommandFailure) {
    let compression = OffloadArchive.ways[found.way].0
    guard ArchiveTool.isThere(compression, in: toolFolders) else {
      throw .failed(
        "\(found.path) was packed with \(compression), which is not installed. Install it."
      )
    }
    let tool = ArchiveTool(compression: compression, folders: toolFolders, lock: lock)
    try places.wrap { () throws(SystemError) in try Files.makeFolder(places.unpacking, mode: 0o700)
    }
    do throws(CommandFailure) {
      try tool.extract(found.path, into: places.unpacking)
    } catch {
      // tar says of some writes how much they wrote, and not why that was all.
      guard places.isFull else { throw error }
      throw .failed(
        "The disk of \(places.parent) is full, so \(places.name) could not be unpacked. Free some space and try again."
      )
    }
    reached(.unpacked)
    try tool.compare(found.path, with: places.unpacking)
    guard Files.names(in: places.unpacking) == [places.name],
      Files.isFolder(places.unpacking + "/" + places.name)
    else {
      throw .failed(
        "\(found.path) holds something other than \(places.name), so it stays as it is."
      )
    }
    try places.wrap { () throws(SystemError) in
      let folder = try Files.open(places.unpacking, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      try Files.syncFileSystem(of: folder, places.unpacking)
    }
    try places.move(places.unpacking + "/" + places.name, to: places.ready)
  }

  /// What was unpacked is whole and on the disk.
  private func finishRestoring(_ found: (path: String, way: Int)) throws(CommandFailure) {
    // First: where both are there, only this says that the bundle is that of the archive.
    try places.move(found.path, to: places.spent(found.way))
    reached(.archiveMoved)
    do throws(CommandFailure) {
      try places.move(places.ready, to: places.bundle)
      try places.sync(places.parent)
    } catch {
      try places.move(places.spent(found.way), to: found.path)
      throw error
    }
    reached(.restored)
    unlink(places.spent(found.way))
    rmdir(places.unpacking)
  }
}
