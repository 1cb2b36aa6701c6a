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

  /// The folder of the file with the one above it, also of the file that a link leads to; where there is none, the
  /// nearest that there is.
  func places() -> Places {
    var places = Places()
    for path in [path] + (Files.resolved(path).map { [$0] } ?? []) {
      places.names.formUnion(path.pathComponents.map(String.init))
      let folder = Self.parent(of: path)
      if Files.isFolder(folder) {
        places.add(folder, [.added, .removed, .written, .attributes])
        places.add(Self.parent(of: folder), [.added, .removed, .attributes])
      } else {
        var nearest = Self.parent(of: folder)
        while nearest != "/", !Files.isFolder(nearest) { nearest = Self.parent(of: nearest) }
        places.add(nearest, [.added])
      }
    }
    return places
  }

  /// The text of the file, `nil`: there is none; or why it does not count.
  package func read() -> Result<String?, RestrictionsFailure> {
    do throws(RestrictionsFailure) {
      guard Files.isThere(path) else {
        try checkFolders(above: path)
        return .success(nil)
      }
      guard let target = Files.resolved(path) else { throw unreachable() }
      if target != path { try checkFolders(above: path) }
      try checkFolders(above: target)
      return .success(try text(of: target))
    } catch {
      return .failure(error)
    }
  }

  /// Why a file that is there cannot be followed to.
  private func unreachable() -> RestrictionsFailure {
    do throws(SystemError) {
      _ = try Files.facts(of: path)
    } catch {
      guard error.code == ENOENT else {
        return failure("\(error)", "Let the daemon's user read it and its folder.")
      }
    }
    return failure("it is a link that leads nowhere", "Put a file in its place, or remove it.")
  }

  private func text(of target: String) throws(RestrictionsFailure) -> String {
    let found: (facts: stat, bytes: [UInt8])
    do throws(SystemError) {
      found = try RestrictionsSource.contents(of: target)
    } catch {
      throw failure("\(error)", "Let the daemon's user read it (chmod a+r \(target)).")
    }
    guard found.facts.st_mode & S_IFMT == S_IFREG else {
      throw failure("it is no regular file", "Put a text file in its place.")
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

  /// Nobody else may put another file in its place.
  private func checkFolders(above path: String) throws(RestrictionsFailure) {
    var folder = Self.parent(of: path)
    while true {
      if let facts = try? Files.facts(of: folder) { try check(facts, folder) }
      if folder == "/" { return }
      folder = Self.parent(of: folder)
    }
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

extension RestrictionsSource.Places {
  fileprivate mutating func add(_ folder: String, _ changes: FileWatch.Changes) {
    folders[folder, default: []].formUnion(changes)
  }
}

/// Why the administrator's file does not count.
package struct RestrictionsFailure: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let cause: String
  package let remedy: String

  package var description: String {
    "\(path) does not count, because \(cause). What was fixed before stays fixed. \(remedy)"
  }
}
