import Glibc
import TorporModel
import TorporPosix

/// The names around a bundle that goes into an archive, and the few things that are done with them.
struct BundlePlaces: Hashable {
  let bundle: String
  let parent: String
  let name: String

  init(of bundle: String) {
    self.bundle = bundle
    let folder = FolderTree.parent(of: bundle)
    parent = folder.isEmpty ? "/" : folder
    name = bundle.pathComponents.last.map(String.init) ?? ""
  }

  /// Where everything is that is under way.
  var workFolder: String { parent + "/" + OffloadArchive.workFolder(ofBundle: name) }
  var packing: String { workFolder + "/packing" }
  var away: String { workFolder + "/bundle" }
  var unpacking: String { workFolder + "/unpacking" }
  var ready: String { workFolder + "/ready" }
  var rubbish: String { workFolder + "/removed" }

  func archive(_ way: Int) -> String {
    parent + "/" + OffloadArchive.names(ofBundle: name)[way]
  }
  /// An archive whose bundle is about to be put in place.
  func spent(_ way: Int) -> String { "\(workFolder)/archive-\(way)" }

  var ways: Range<Int> { OffloadArchive.ways.indices }

  /// The archive that is there.
  ///
  /// - Throws: `CommandFailure.failed` where that cannot be seen, or is not a file of this user's.
  func archiveFound() throws(CommandFailure) -> (path: String, way: Int)? {
    for way in ways {
      guard try isThere(archive(way)) else { continue }
      var facts = stat()
      guard lstat(archive(way), &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
        facts.st_uid == geteuid()
      else {
        throw .failed("\(archive(way)) is not a file of this user's. Move it elsewhere.")
      }
      return (archive(way), way)
    }
    return nil
  }

  // MARK: Steps

  /// Nobody else may put a link in the way of what is renamed and removed there.
  ///
  /// - Throws: `CommandFailure.failed` where another user can.
  func demandOwnParent() throws(CommandFailure) {
    try demandOwn(parent)
    // What stands above can be renamed with all that is in it, which matters to the user whose rights reach everywhere.
    guard geteuid() == 0, var folder = Files.resolved(parent) else { return }
    while folder.count > 1 {
      try demandOwn(folder)
      folder = FolderTree.parent(of: folder)
      if folder.isEmpty { folder = "/" }
    }
  }

  private func demandOwn(_ folder: String) throws(CommandFailure) {
    let facts: stat
    let hasList: Bool
    do throws(SystemError) {
      let open = try Files.open(folder, O_RDONLY | O_DIRECTORY)
      facts = try Files.facts(of: folder)
      // With such a list the bits of the group are the most that anybody in it may do.
      hasList = Files.attributes(of: open)?.contains("system.posix_acl_access") ?? true
    } catch {
      throw .failed("\(folder) cannot be examined: \(SystemError.text(of: error.code)).")
    }
    let isShared =
      facts.st_mode & S_IWOTH != 0
      || (facts.st_mode & S_IWGRP != 0 && (facts.st_gid != getegid() || hasList))
    guard facts.st_uid == geteuid() || facts.st_uid == 0,
      !isShared || facts.st_mode & S_ISVTX != 0
    else {
      let work =
        "\(folder) can be changed by other users, so \(bundle) is not packed or unpacked there. "
      throw .failed(
        try isThere(bundle)
          ? work + "Move it to a folder of your own."
          : work + "Change the rights of that folder and try again."
      )
    }
  }

  /// Whether the disk has less than 100 kB left, or no i-node; our choice.
  ///
  /// Some file systems count no i-nodes.
  var isFull: Bool {
    var facts = statvfs()
    guard statvfs(parent, &facts) == 0 else { return false }
    return UInt64(facts.f_bavail) * UInt64(facts.f_frsize) < 100_000
      || (facts.f_files > 0 && facts.f_favail == 0)
  }

  /// Whether something has that name; a link counts.
  func isThere(_ path: String) throws(CommandFailure) -> Bool {
    var facts = stat()
    if lstat(path, &facts) == 0 { return true }
    guard errno == ENOENT else {
      throw .failed("\(path) cannot be examined: \(SystemError.text(of: errno)).")
    }
    return false
  }

  /// One rename; nothing is replaced.
  func move(_ old: String, to new: String) throws(CommandFailure) {
    try wrap { () throws(SystemError) in
      let oldFolder = try Files.open(FolderTree.parent(of: old), O_RDONLY | O_DIRECTORY)
      let newFolder = try Files.open(FolderTree.parent(of: new), O_RDONLY | O_DIRECTORY)
      try Files.move(
        String(old.pathComponents.last ?? ""),
        in: oldFolder,
        to: String(new.pathComponents.last ?? ""),
        in: newFolder,
        replaces: false
      )
      try Files.sync(newFolder, new)
    }
  }

  func sync(_ folder: String) throws(CommandFailure) {
    try wrap { () throws(SystemError) in
      try Files.sync(try Files.open(folder, O_RDONLY | O_DIRECTORY), folder)
    }
  }

  /// Removes a folder with all that is in it; nothing that is mounted there, and nothing that a link leads to.
  func remove(_ path: String) throws(CommandFailure) {
    guard try isThere(path) else { return }
    if path == rubbish || path == unpacking {
      // Emptied where it is: a disk that unpacking has filled has no block for another folder.
      // What cannot be removed stays there, and stops nothing.
      try? FolderTree.emptyTrash(path)
      rmdir(path)
      return
    }
    try wrap { () throws(SystemError) in
      try Files.makeFolder(rubbish, mode: 0o700)
      try FolderTree.discard(path, into: rubbish)
      try? FolderTree.emptyTrash(rubbish)
    }
    rmdir(rubbish)
  }

  func first(
    _ isMeant: (Int) throws(CommandFailure) -> Bool
  ) throws(CommandFailure) -> Int? {
    for way in ways {
      if try isMeant(way) { return way }
    }
    return nil
  }

  func wrap<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .failed(
        "Work on \(bundle) has stopped, because torpor \(error). Nothing of it is lost: fix that and try again."
      )
    }
  }
}
