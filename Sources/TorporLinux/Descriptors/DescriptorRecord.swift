import TorporCore
import TorporModel
import TorporPosix

/// The list of descriptors that apps have handed over, in a file that outlives the daemon.
///
/// A line for each, with what the next daemon needs to find it in its process. Not synced to the disk:
/// after a loss of power there is nothing left to find.
struct DescriptorRecord {
  struct Line: Hashable {
    let name: DescriptorName
    let launch: LaunchIdentifier
    let processID: Int32
    /// The number in that process; `nil` where the app did not say.
    let number: Int32?
    let device: UInt64
    let inode: UInt64
  }

  let path: String

  /// The lines that can be read; none where there is no file.
  func read() -> [Line] {
    guard let text = try? Files.read(path) else { return [] }
    return text.split(separator: "\n").compactMap(Line.init(text:))
  }

  /// Replaces the file; one that cannot be replaced is removed, since an old list would be wrong.
  func write(_ lines: [Line]) {
    let text = lines.map { $0.text + "\n" }.joined()
    do throws(SystemError) {
      try Files.replace(path, with: text)
    } catch {
      try? Files.remove(path)
    }
  }
}

extension DescriptorRecord.Line {
  /// The line: app, launch, process, number or `-`, device, inode, and the name in hexadecimal digits,
  /// since an app may put anything into it.
  var text: String {
    let digits = name.name.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    let fields = [
      name.app.text, launch.description, String(processID), number.map { String($0) } ?? "-",
      String(device), String(inode), digits,
    ]
    return fields.joined(separator: " ")
  }

  /// Reads a line; `nil` where it is none, as of another version.
  init?(text: Substring) {
    let fields = text.split(separator: " ")
    guard fields.count == 7, let app = AppIdentifier(String(fields[0])),
      let launch = LaunchIdentifier(String(fields[1])), let processID = Int32(fields[2]),
      let device = UInt64(fields[4]), let inode = UInt64(fields[5]),
      let name = Self.name(digits: fields[6])
    else { return nil }
    self.init(
      name: DescriptorName(app: app, name: name),
      launch: launch,
      processID: processID,
      number: Int32(fields[3]),
      device: device,
      inode: inode
    )
  }

  private static func name(digits: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = digits
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
