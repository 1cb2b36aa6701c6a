internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// The machine's time zones: the files of the IANA database, and which of them is the local one.
package struct ZoneFiles: Sendable {
  /// The folder that names of zones are paths in.
  package let root: String
  /// The file, mostly a link into that folder, of the machine's own zone.
  package let localPath: String

  /// Finds zones where Debian has them; tests say otherwise.
  package init(root: String = "/usr/share/zoneinfo", localPath: String = "/etc/localtime") {
    self.root = root
    self.localPath = localPath
  }

  /// The rules of a zone by name; UTC needs no file.
  ///
  /// - Throws: `ZoneFailure`: there is no such zone, or its file cannot be read.
  package func rules(of name: ZoneName) throws(ZoneFailure) -> ZoneRules {
    guard name != .utc else { return .utc }
    return try read(root + "/" + name.text, missing: .unknown(name))
  }

  /// The rules of the local zone, as tzset(3) finds them.
  ///
  /// `TZ` may be a name, a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, or the path of the local file,
  /// each with a colon before it; empty it is UTC. Where it is not set, the local file counts, and a
  /// machine that has none is in UTC. Other paths are refused: the daemon reads them as root.
  ///
  /// - Throws: `ZoneFailure`: what is set is no zone, or its file cannot be read.
  package func localRules(environmentZone: String?) throws(ZoneFailure) -> ZoneRules {
    guard var text = environmentZone else { return try localFile() }
    if text.hasPrefix(":") { text.removeFirst() }
    if text.isEmpty { return .utc }
    if text == localPath { return try localFile() }
    if let name = ZoneName(text) {
      do throws(ZoneFailure) {
        return try rules(of: name)
      } catch .unknown {
        // Names of zones can look like rules ("EST5EDT"), so files come first.
      }
    }
    guard let rule = YearlyRule(text) else { throw .notAZone(text: text) }
    return ZoneRules(rule)
  }

  private func localFile() throws(ZoneFailure) -> ZoneRules {
    do throws(ZoneFailure) {
      return try read(localPath, missing: .unknown(.utc))
    } catch .unknown {
      return .utc
    }
  }

  private func read(_ path: String, missing: ZoneFailure) throws(ZoneFailure) -> ZoneRules {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try ZoneFiles.bytes(of: path)
    } catch {
      throw error.code == ENOENT || error.code == ENOTDIR ? missing : .system(error)
    }
    do throws(ZoneMistake) {
      return try ZoneRules(fileBytes: bytes)
    } catch {
      throw .damaged(path: path, error)
    }
  }

  /// The whole file, or one byte more than a zone has.
  private static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    // Not to wait for the writer of a pipe that lies there.
    let file = try Files.open(path, O_RDONLY | O_NONBLOCK)
    let capacity = ZoneRules.fileBytesMax + 1
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    let count = try Files.reread(file, into: buffer, path)
    guard count < capacity else {
      throw SystemError(operation: "read", subject: path, code: EFBIG)
    }
    return Array(buffer[..<count])
  }
}

/// Why the rules of a time zone are not known.
package enum ZoneFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The machine has no zone of that name.
  case unknown(ZoneName)
  /// What `TZ` says is neither a name nor a rule.
  case notAZone(text: String)
  /// The file is there, and is not what it should be.
  case damaged(path: String, ZoneMistake)
  case system(SystemError)

  /// One sentence: what is wrong, and what to do.
  package var description: String {
    switch self {
    case .unknown(let name):
      "there is no time zone '\(name)' on this machine; `timedatectl list-timezones` names those "
        + "there are (Debian has them in the package tzdata)"
    case .notAZone(let text):
      "TZ is '\(text)', which is not a time zone; it must be a name such as Europe/Berlin, or a rule "
        + "such as CET-1CEST,M3.5.0,M10.5.0/3"
    case .damaged(let path, let mistake):
      "\(path) \(mistake)"
    case .system(let error):
      "\(error)"
    }
  }
}
