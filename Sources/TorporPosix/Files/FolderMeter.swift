internal import CTorporPosix
internal import Glibc

/// Adds up what is in folders that another process may change while it is looked at.
///
/// Everything is named relative to an open folder, no link is followed, and nothing that is mounted in a folder is entered.
/// What counts are the blocks that are allocated for a file, once for all of its names.
package struct FolderMeter: Sendable {
  /// How many files and folders were counted.
  package private(set) var fileCount = 0
  /// How many names were looked at: a file may have several.
  package private(set) var nameCount = 0
  /// The first thing that could not be counted.
  package private(set) var failure: SystemError?
  /// Bytes of what has no other name than those that were seen.
  package var freeableBytes: Int64 {
    shared.values.reduce(ownBytes) { $1.left == 0 ? FolderMeter.sum($0, $1.bytes) : $0 }
  }

  private var ownBytes: Int64 = 0
  /// Files of several names, of which some were seen.
  private var shared: [Identity: Shared] = [:]

  private struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Shared: Sendable {
    let bytes: Int64
    var left: UInt64
  }

  /// A user whose rights to read a folder count, where a process with more rights looks.
  package struct Reader: Sendable {
    package let userID: UInt32
    package let groupID: UInt32

    package init(userID: UInt32, groupID: UInt32) {
      self.userID = userID
      self.groupID = groupID
    }

    /// Whether the user can list the folder and look at what is in it; lists of rights do not count.
    fileprivate func mayList(_ facts: torpor_file_facts) -> Bool {
      guard userID != 0 else { return true }
      let wanted: UInt32 =
        facts.user == userID ? 0o500 : facts.group == groupID ? 0o050 : 0o005
      return facts.mode & wanted == wanted
    }
  }

  /// How many folders may lie in each other: 200, which takes as many descriptors; a path has hardly 40.
  ///
  /// Our choice.
  package static let depthMax = 200

  /// How many files of several names are remembered: 100,000, which take some 10 MB of memory; what comes beyond is not
  /// counted, and `failure` says so.
  ///
  /// Our choice.
  package static let sharedMax = 100_000

  /// How many names are looked at: 10,000,000, which take some 20 s.
  ///
  /// A program that makes files as fast as they are counted would keep the thread for ever. What comes beyond is not
  /// counted, and `failure` says so. Our choice.
  package static let namesMax = 10_000_000

  private let namesMax: Int
  /// Whose folders are expected; `nil`: anybody's.
  private let userID: UInt32?
  /// Whether a folder was seen that belongs to somebody else.
  package private(set) var hasForeignFolder = false
  /// Why not all of it was looked at: `ENAMETOOLONG` for its depth, `EOVERFLOW` for its size; `nil`: all was.
  package private(set) var limitReached: Int32?

  package init(namesMax: Int = FolderMeter.namesMax, userID: UInt32? = nil) {
    self.namesMax = namesMax
    self.userID = userID
  }

  /// Why a folder that is there was not looked into, as `EMFILE`; `nil`: none was left out.
  package private(set) var unopened: Int32?
  /// How many entries of folders were read: one may be removed before it is looked at.
  private var stepCount = 0

  /// Adds what is in the folder, without the entries of it that are named in `besides`.
  ///
  /// Returns the bytes that were not counted before. `proceed` is told the count, and says whether to go on.
  package mutating func add(
    _ folder: borrowing Descriptor,
    besides: Set<String> = [],
    for reader: Reader? = nil,
    _ proceed: (Int) -> Bool = { _ in true }
  ) -> Int64 {
    var bytes: Int64 = 0
    var stack: [OpaquePointer] = []
    defer { for stream in stack { closedir(stream) } }
    enter(torpor_open_folder(folder.rawValue, "."), ".", reader, &stack)
    while let stream = stack.last, proceed(fileCount) {
      guard stepCount < namesMax else {
        limitReached = EOVERFLOW
        note(EOVERFLOW, "more than \(namesMax) files")
        break
      }
      guard let entry = readdir(stream) else {
        closedir(stream)
        stack.removeLast()
        continue
      }
      withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          let isOwnName = name[0] == 46 && (name[1] == 0 || (name[1] == 46 && name[2] == 0))
          guard !isOwnName else { return }
          stepCount += 1
          if stack.count == 1, !besides.isEmpty, besides.contains(String(cString: name)) { return }
          bytes = FolderMeter.sum(bytes, look(name, in: stream, reader, &stack))
        }
      }
    }
    return bytes
  }

  /// Counts one file of a folder, such as a log; nothing of that name is fine.
  package mutating func add(
    _ name: UnsafePointer<CChar>,
    in folder: borrowing Descriptor
  ) -> Int64 {
    var facts = torpor_file_facts()
    guard torpor_look(folder.rawValue, name, &facts) == 0, !facts.is_mount else { return 0 }
    return count(facts)
  }

  /// Counts one entry of a folder with all that is in it; no link.
  package mutating func add(
    tree name: UnsafePointer<CChar>,
    in folder: borrowing Descriptor,
    _ proceed: (Int) -> Bool
  ) -> Int64 {
    let bytes = add(name, in: folder)
    let number = torpor_open_folder(folder.rawValue, name)
    guard number >= 0 else {
      noteUnopened(-number, String(cString: name))
      return bytes
    }
    let tree = Descriptor(owning: number)
    return FolderMeter.sum(bytes, add(tree, proceed))
  }

  /// The most bytes that are counted: 1 PiB, which no disk of such a device has.
  ///
  /// A file system of a server may say any size; the sums of thousands of apps stay numbers of 64 bits. Our choice.
  package static let bytesMax: Int64 = 1 << 50

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflowed) = one.addingReportingOverflow(other)
    return overflowed ? bytesMax : min(sum, bytesMax)
  }

  /// Counts one entry of a folder if `action` says that it was removed; the answer of `action`.
  package mutating func add(
    _ name: UnsafePointer<CChar>,
    in folder: borrowing Descriptor,
    once action: () -> Bool
  ) -> Bool {
    var facts = torpor_file_facts()
    let isSeen = torpor_look(folder.rawValue, name, &facts) == 0
    guard action() else { return false }
    if isSeen { _ = count(facts) }
    return true
  }

  private mutating func look(
    _ name: UnsafePointer<CChar>,
    in stream: OpaquePointer,
    _ reader: Reader?,
    _ stack: inout [OpaquePointer]
  ) -> Int64 {
    var facts = torpor_file_facts()
    let code = torpor_look(dirfd(stream), name, &facts)
    guard code == 0 else {
      // Removed since it was listed.
      if code != -ENOENT { note(-code, String(cString: name)) }
      return 0
    }
    guard !facts.is_mount else { return 0 }
    let bytes = count(facts)
    if facts.mode & S_IFMT == S_IFDIR {
      if stack.count < FolderMeter.depthMax {
        enter(torpor_open_folder(dirfd(stream), name), String(cString: name), reader, &stack)
      } else {
        limitReached = ENAMETOOLONG
        note(ENAMETOOLONG, String(cString: name))
      }
    }
    return bytes
  }

  private mutating func enter(
    _ code: Int32,
    _ name: String,
    _ reader: Reader?,
    _ stack: inout [OpaquePointer]
  ) {
    guard code >= 0 else {
      noteUnopened(-code, name)
      return
    }
    if let reader {
      var facts = torpor_file_facts()
      guard torpor_look(code, "", &facts) == 0, reader.mayList(facts) else {
        close(code)
        return note(EACCES, name)
      }
    }
    guard let stream = fdopendir(code) else {
      let error = errno
      close(code)
      return note(error, name)
    }
    stack.append(stream)
  }

  private mutating func count(_ facts: torpor_file_facts) -> Int64 {
    nameCount += 1
    let isFolder = facts.mode & S_IFMT == S_IFDIR
    if isFolder, let userID, facts.user != userID { hasForeignFolder = true }
    guard !isFolder, facts.links > 1 else {
      fileCount += 1
      ownBytes = FolderMeter.sum(ownBytes, facts.bytes)
      return FolderMeter.sum(facts.bytes, 0)
    }
    let identity = Identity(device: facts.device, inode: facts.inode)
    if let known = shared[identity] {
      shared[identity]?.left = known.left > 0 ? known.left - 1 : 0
      return 0
    }
    guard shared.count < FolderMeter.sharedMax else {
      note(EOVERFLOW, "more than \(FolderMeter.sharedMax) files of several names")
      return 0
    }
    fileCount += 1
    shared[identity] = Shared(bytes: facts.bytes, left: facts.links - 1)
    return FolderMeter.sum(facts.bytes, 0)
  }

  private mutating func noteUnopened(_ code: Int32, _ name: String) {
    // Removed, or replaced by something else, since it was looked at; or something is mounted there by now.
    guard ![ENOENT, ENOTDIR, ELOOP, EXDEV].contains(code) else { return }
    if unopened == nil { unopened = code }
    note(code, name)
  }

  private mutating func note(_ code: Int32, _ name: String) {
    if failure == nil { failure = SystemError(operation: "look at", subject: name, code: code) }
  }
}

extension Files {
  /// Opens a folder inside an open folder for reading; no link, and nothing that is mounted there.
  ///
  /// - Throws: `SystemError` naming the folder: `ELOOP` or `ENOTDIR` for a link, `EXDEV` for a mount.
  package static func openFolder(
    _ name: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    let code = torpor_open_folder(folder.rawValue, name)
    return Descriptor(owning: try checkingNegated("open", name, code))
  }

  /// Whose an open folder is; `nil`: the kernel does not say.
  package static func userID(of folder: borrowing Descriptor) -> UInt32? {
    var facts = torpor_file_facts()
    return torpor_look(folder.rawValue, "", &facts) == 0 ? facts.user : nil
  }

  /// How many bytes the disk below the path has, and how many of them this process may still fill.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func room(
    at path: String
  ) throws(SystemError) -> (freeBytes: Int64, totalBytes: Int64) {
    var facts = statvfs()
    _ = try checking("measure the disk of", path) { statvfs(path, &facts) }
    func bytes(_ blocks: UInt64) -> Int64 {
      let (bytes, overflowed) = blocks.multipliedReportingOverflow(by: UInt64(facts.f_frsize))
      return overflowed ? .max : Int64(clamping: bytes)
    }
    return (bytes(UInt64(facts.f_bavail)), bytes(UInt64(facts.f_blocks)))
  }
}
