import TorporCore
import TorporModel

/// Under what the keeper holds a descriptor: whose it is, and what its app calls it.
struct DescriptorLabel: Hashable {
  let name: DescriptorName
  let userID: UInt32

  init(_ name: DescriptorName, ofUser userID: UInt32) {
    self.name = name
    self.userID = userID
  }

  /// The user, the app, and the name in hexadecimal digits, since an app may put anything into it.
  var text: String {
    let digits = name.name.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return "\(userID) \(name.app.text) \(digits)"
  }

  /// Reads a label; `nil` where it is none, as of another version.
  init?(text: String) {
    let fields = text.split(separator: " ", omittingEmptySubsequences: false)
    guard fields.count == 3, let userID = UInt32(fields[0]),
      let app = AppIdentifier(String(fields[1])), let name = Self.name(digits: fields[2])
    else { return nil }
    self.init(DescriptorName(app: app, name: name), ofUser: userID)
  }

  private static func name(digits: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = digits
    while !rest.isEmpty {
      guard rest.count >= 2, let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
