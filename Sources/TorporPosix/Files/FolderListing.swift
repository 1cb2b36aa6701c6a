internal import CTorporPosix
internal import Glibc

/// All that is in a folder, with what changes when it is changed: two listings are equal where nothing was.
///
/// Everything is named relative to an open folder, no link is followed, and a mount is no part of it. It is made only of a
/// folder that an archive can hold and give back: of plain files, folders and links of one user.
package struct FolderListing: Hashable, Sendable {
  /// One file, folder or link.
  package struct Entry: Hashable, Sendable {
    /// Beneath the folder, as the disk has it; not every name is a text.
    package let path: [UInt8]
    let inode: UInt64
    let mode: UInt32
    let userID: UInt32
    let groupID: UInt32
    let sizeBytes: Int64
    let modifiedNanoseconds: Int64
    let changedNanoseconds: Int64
  }

  /// Why an archive cannot give something back.
  package struct Obstacle: Error, Hashable, Sendable {
    /// The path beneath the folder.
    package let path: String
    /// What follows it in a sentence: "is a socket".
    package let fault: String
  }

  package private(set) var entries: [Entry] = []
  /// Of all blocks that are allocated, each file once.
  package private(set) var bytes: Int64 = 0

  /// A million names take some 200 MB of memory, and hardly a program has as many.
  ///
  /// Our choice.
  package static let namesMax = 1_000_000

  private let userID: UInt32
  private let device: UInt64
  private let groupIDs: Set<UInt32>
  /// Names seen of files that have several.
  private var links: [UInt64: (path: [UInt8], seen: UInt64, expected: UInt64)] = [:]

  package static func == (one: FolderListing, other: FolderListing) -> Bool {
    one.entries == other.entries
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }

  /// Lists the folder, which belongs to this process's user.
  ///
  /// - Throws: `Obstacle`.
  package init(of path: String) throws(Obstacle) {
    userID = geteuid()
    // A group of the user's that is not their first one may be missing when it is to be given back.
    groupIDs = [getegid()]
    let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else {
      let isMissing = errno == ENOENT
      throw Obstacle(
        path: "",
        fault: isMissing ? "is not there" : "cannot be opened: \(SystemError.text(of: errno))"
      )
    }
    let folder = Descriptor(owning: number)
    var facts = torpor_file_facts()
    guard torpor_look(number, "", &facts) == 0, facts.user == userID else {
      throw Obstacle(path: "", fault: "belongs to another user")
    }
    guard userID == 0 || groupIDs.contains(facts.group) else {
      throw Obstacle(path: "", fault: "belongs to a group that is not its user's first one")
    }
    device = facts.device
    try refuseAttributes(of: folder, [])
    try add(folder, [], depth: 0)
    for (_, link) in links.sorted(by: { $0.key < $1.key }) where link.seen < link.expected {
      throw obstacle(link.path, "has another name outside of it")
    }
    entries.sort { $0.path.lexicographicallyPrecedes($1.path) }
  }

  private mutating func add(
    _ folder: borrowing Descriptor,
    _ path: [UInt8],
    depth: Int
  ) throws(Obstacle) {
    guard depth < FolderMeter.depthMax else { throw obstacle(path, "lies too deep") }
    for name in try names(in: folder, path) {
      guard entries.count < Self.namesMax else {
        throw Obstacle(path: "", fault: "has more than \(Self.namesMax) files")
      }
      let inner = path + (path.isEmpty ? [] : [0x2f]) + name.dropLast().map(UInt8.init(bitPattern:))
      try add(name, in: folder, inner, depth: depth)
    }
  }

  private mutating func add(
    _ name: [CChar],
    in folder: borrowing Descriptor,
    _ path: [UInt8],
    depth: Int
  ) throws(Obstacle) {
    var facts = torpor_file_facts()
    var times = stat()
    guard torpor_look(folder.rawValue, name, &facts) == 0,
      fstatat(folder.rawValue, name, &times, AT_SYMLINK_NOFOLLOW) == 0,
      facts.inode == times.st_ino
    else { throw obstacle(path, "cannot be examined, or was replaced meanwhile") }
    guard !facts.is_mount else { throw obstacle(path, "is a mount point") }
    // A subvolume is no mount point, and tar leaves out what is in it without a word.
    guard facts.device == device else { throw obstacle(path, "is on another file system") }
    guard facts.user == userID else { throw obstacle(path, "belongs to another user") }
    guard userID == 0 || groupIDs.contains(facts.group) else {
      throw obstacle(path, "belongs to a group that is not its user's first one")
    }
    entries.append(Entry(path, times))
    switch times.st_mode & S_IFMT {
    case S_IFDIR:
      bytes += facts.bytes
      let number = torpor_open_folder(folder.rawValue, name)
      guard number >= 0 else {
        throw obstacle(path, "cannot be opened: \(SystemError.text(of: -number))")
      }
      let inner = Descriptor(owning: number)
      try refuseAttributes(of: inner, path)
      try add(inner, path, depth: depth + 1)
    case S_IFREG:
      if facts.links > 1 {
        let known = links[facts.inode]
        if known == nil { bytes += facts.bytes }
        links[facts.inode] = (path, (known?.seen ?? 0) + 1, facts.links)
      } else {
        bytes += facts.bytes
      }
      let number = openat(folder.rawValue, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
      guard number >= 0 else {
        throw obstacle(path, "cannot be read: \(SystemError.text(of: errno))")
      }
      try refuseAttributes(of: Descriptor(owning: number), path)
    case S_IFLNK: bytes += facts.bytes
    default: throw obstacle(path, "is neither a file nor a folder nor a link")
    }
  }

  /// Rights beyond the mode, as of a program that may open low ports, need root to be given back.
  ///
  /// The label of SELinux follows from the place.
  private func refuseAttributes(
    of file: borrowing Descriptor,
    _ path: [UInt8]
  ) throws(Obstacle) {
    guard let found = Files.attributes(of: file) else {
      throw obstacle(path, "has attributes that cannot be read")
    }
    if let name = found.first(where: { $0 != "security.selinux" }) {
      throw obstacle(path, "has the extended attribute \(name)")
    }
  }

  private func obstacle(_ path: [UInt8], _ fault: String) -> Obstacle {
    Obstacle(path: String(decoding: path, as: UTF8.self), fault: fault)
  }

  /// All names in a folder, or none: what is not seen would be lost.
  private func names(
    in folder: borrowing Descriptor,
    _ path: [UInt8]
  ) throws(Obstacle) -> [[CChar]] {
    let copy = openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let code = errno
      if copy >= 0 { close(copy) }
      throw obstacle(path, "cannot be listed: \(SystemError.text(of: code))")
    }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    errno = 0
    while names.count <= Self.namesMax, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      if name != [46, 0], name != [46, 46, 0] { names.append(name) }
      errno = 0
    }
    guard errno == 0 else {
      throw obstacle(path, "cannot be listed: \(SystemError.text(of: errno))")
    }
    return names
  }
}

extension FolderListing.Entry {
  fileprivate init(_ path: [UInt8], _ facts: stat) {
    self.path = path
    inode = UInt64(facts.st_ino)
    mode = facts.st_mode
    userID = facts.st_uid
    groupID = facts.st_gid
    sizeBytes = Int64(facts.st_size)
    modifiedNanoseconds = Self.nanoseconds(facts.st_mtim)
    changedNanoseconds = Self.nanoseconds(facts.st_ctim)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
