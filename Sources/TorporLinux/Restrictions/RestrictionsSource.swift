internal import Glibc
import TorporModel
import TorporPosix

/// The path of the administrator's file, and whom it must belong to.
package struct RestrictionsSource: Hashable, Sendable {
  package let path: String
  /// Root, but in tests.
  package let ownerID: UInt32

  /// The most that is read: 64 KiB, which is more than 1,000 lines; our choice.
  package static let bytesMax = 1 << 16

  package init(path: String, ownerID: UInt32 = 0) {
    self.path = path
    self.ownerID = ownerID
  }

  /// Where changes that count are seen: folders with what of them, and the names that count there.
  struct Places: Equatable {
    var folders: [String: FileWatch.Changes] = [:]
    var names: Set<String> = []
  }

  /// The folder of the file, and of each link on the way to it, with the one above it; where one is missing, the
  /// nearest that there is.
  func places() -> Places {
    var places = Places()
    for stop in walk().stops {
      let path = stop.folder + "/" + stop.name
      places.names.formUnion(path.pathComponents.map(String.init))
      let ownChanges: FileWatch.Changes = [.added, .removed, .written, .attributes]
      places.folders[stop.folder, default: []].formUnion(ownChanges)
      let above = Self.parent(of: stop.folder)
      places.folders[above, default: []].formUnion([.added, .removed, .attributes])
    }
    return places
  }

  /// The text of the file, `nil`: there is none; or why it does not count.
  package func read() -> Result<String?, RestrictionsFailure> {
    let walk = walk()
    if var failure = walk.failure {
      failure.isMissing = walk.target == nil
      return .failure(failure)
    }
    guard let target = walk.target else { return .success(nil) }
    do throws(RestrictionsFailure) {
      return .success(try text(of: target))
    } catch {
      return .failure(error)
    }
  }

  /// The way to the file, link by link.
  fileprivate struct Walk {
    /// The file; `nil`: it is missing.
    var target: String?
    /// Why it cannot be followed, or not be trusted.
    var failure: RestrictionsFailure?
    /// Where links and the file lie, or would.
    var stops: [(folder: String, name: String)] = []
  }

  /// As many links as the kernel follows (`MAXSYMLINKS`).
  private static let linksMax = 40

  /// Follows the path as the kernel does, and looks whether others may change a folder on the way.
  private func walk() -> Walk {
    var walk = Walk()
    var rest = Array(path.pathComponents.map(String.init).reversed())
    var folder = "/"
    var links = 0
    // Whether the name of the file itself is a link.
    var isLinked = false
    while let name = rest.popLast() {
      if walk.failure == nil { walk.failure = distrust(of: folder) }
      if name == "." { continue }
      if name == ".." {
        folder = Self.parent(of: folder)
        continue
      }
      let place = folder == "/" ? "/" + name : folder + "/" + name
      if let target = Files.target(of: place) {
        walk.stops.append((folder, name))
        links += 1
        guard links <= Self.linksMax else {
          return walk.failing(failure("it is behind too many links", "Put a file in its place."))
        }
        if rest.isEmpty { isLinked = true }
        if target.isAbsolutePath { folder = "/" }
        rest += target.pathComponents.map(String.init).reversed()
      } else if !rest.isEmpty, Files.isFolder(place) {
        folder = place
      } else {
        walk.stops.append((folder, name))
        return end(of: walk, at: place, isLast: rest.isEmpty, isLinked: isLinked)
      }
    }
    return walk.failing(failure("it is a folder", "Put a text file in its place."))
  }

  private func end(of walk: Walk, at place: String, isLast: Bool, isLinked: Bool) -> Walk {
    guard Files.isThere(place) else {
      guard isLinked else { return walk }
      return walk.failing(
        failure("it is a link that leads nowhere", "Put a file in its place, or remove it.")
      )
    }
    guard isLast else {
      return walk.failing(failure("\(place) is not a folder", "Put a folder in its place."))
    }
    var walk = walk
    walk.target = place
    return walk
  }

  /// Why the names in a folder cannot be trusted; `nil`: they can.
  private func distrust(of folder: String) -> RestrictionsFailure? {
    let facts: stat
    do throws(SystemError) {
      facts = try Files.facts(of: folder)
    } catch {
      return failure("\(error)", "Let the daemon's user read it and its folder.")
    }
    do throws(RestrictionsFailure) {
      try check(facts, folder)
      return nil
    } catch {
      return error
    }
  }

  private func text(of target: String) throws(RestrictionsFailure) -> String {
    let found: (facts: stat, bytes: [UInt8])
    do throws(SystemError) {
      found = try RestrictionsSource.contents(of: target)
    } catch {
      throw failure("\(error)", "Let the daemon's user read it (chmod a+r \(target)).")
    }
    guard found.facts.st_mode & S_IFMT == S_IFREG else {
      throw failure("it is not a regular file", "Put a text file in its place.")
    }
    try check(found.facts, target)
    guard found.bytes.count <= Self.bytesMax else {
      throw failure("it has more than \(Self.bytesMax / 1024) KiB", "Shorten it.")
    }
    return String(decoding: found.bytes, as: UTF8.self)
  }

  /// The facts of an open file with what is in that file; of a regular one at most a byte more than may be there.
  private static func contents(
    of path: String
  ) throws(SystemError) -> (facts: stat, bytes: [UInt8]) {
    // Not to wait for the writer of a pipe that lies there.
    let file = try Files.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    let facts = try Files.facts(of: file, path)
    guard facts.st_mode & S_IFMT == S_IFREG else { return (facts, []) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytesMax + 1, alignment: 16)
    defer { buffer.deallocate() }
    let count = try Files.reread(file, into: buffer, path)
    return (facts, Array(buffer[..<count]))
  }

  private func check(_ facts: stat, _ place: String) throws(RestrictionsFailure) {
    guard facts.st_uid == 0 || facts.st_uid == ownerID else {
      throw failure(
        "\(place) belongs to user \(facts.st_uid)",
        "Give it to root (chown root:root \(place))."
      )
    }
    // In a folder with the sticky bit others cannot rename or remove what is root's.
    let isSticky = facts.st_mode & S_IFMT == S_IFDIR && facts.st_mode & S_ISVTX != 0
    guard isSticky || facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw failure(
        "others than root may write \(place)",
        "Let only root write it (chmod go-w \(place))."
      )
    }
  }

  private static func parent(of path: String) -> String {
    let folder = FolderTree.parent(of: path)
    return folder.isEmpty ? "/" : folder
  }

  private func failure(_ cause: String, _ remedy: String) -> RestrictionsFailure {
    RestrictionsFailure(path: path, cause: cause, remedy: remedy)
  }
}

extension RestrictionsSource.Walk {
  fileprivate func failing(_ failure: RestrictionsFailure) -> Self {
    var walk = self
    walk.failure = walk.failure ?? failure
    // Something is there, if not what should be.
    walk.target = walk.target ?? ""
    return walk
  }
}

/// Why the administrator's file does not count.
package struct RestrictionsFailure: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let cause: String
  package let remedy: String
  /// Whether there is no file at all.
  package var isMissing = false

  package init(path: String, cause: String, remedy: String) {
    self.path = path
    self.cause = cause
    self.remedy = remedy
  }

  package var description: String {
    "\(path) does not count, because \(cause). What was fixed before stays fixed. \(remedy)"
  }
}
