internal import Glibc

/// The journal of systemd, where standard error leads to it: entries with fields and a priority.
///
/// One datagram for each entry, in the journal's native form. Never waits for the journal.
package struct JournalStream: Hashable, Sendable {
  /// The socket of the journal.
  package let path: String

  /// Where systemd's journal takes entries.
  package static let defaultPath = "/run/systemd/journal/socket"

  /// `nil` unless the descriptor is the stream that `JOURNAL_STREAM` names ("device:inode"): a process that
  /// somebody has started with its errors elsewhere must not write into the journal.
  package init?(
    named stream: String?,
    descriptor: Int32 = STDERR_FILENO,
    path: String = JournalStream.defaultPath
  ) {
    var facts = stat()
    guard let stream, fstat(descriptor, &facts) == 0,
      stream == "\(facts.st_dev):\(facts.st_ino)"
    else { return nil }
    self.path = path
  }

  /// Sends an entry; returns whether the journal took it.
  package func send(_ fields: [(name: String, value: String)]) -> Bool {
    (try? UnixSocket.sendDatagram(JournalStream.bytes(of: fields), to: path)) != nil
  }

  /// The entry in the journal's form: a line for each field, or the length of the value where it has lines
  /// itself.
  package static func bytes(of fields: [(name: String, value: String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    let newline = UInt8(ascii: "\n")
    for (name, value) in fields {
      let text = Array(value.utf8)
      bytes += Array(fieldName(name).utf8)
      if text.contains(newline) {
        bytes.append(newline)
        withUnsafeBytes(of: UInt64(text.count).littleEndian) { bytes += Array($0) }
      } else {
        bytes.append(UInt8(ascii: "="))
      }
      bytes += text
      bytes.append(newline)
    }
    return bytes
  }

  /// A name as the journal takes it: capital letters, digits and `_`, and no digit in front.
  private static func fieldName(_ name: String) -> String {
    let text = String(
      name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    )
    return String(text.drop { $0 == "_" || $0.isNumber }.prefix(fieldNameMax))
  }

  /// The journal drops a field with a longer name (`journal_field_valid`).
  private static let fieldNameMax = 64
}
