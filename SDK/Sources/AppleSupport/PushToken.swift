package import Foundation

/// The token under which senders reach the app, which Apple passes as bytes.
package enum PushToken {
  /// Returns the bytes that a token in hexadecimal digits represents, or those of its text.
  package static func bytes(of token: String) -> Data {
    var bytes = Data()
    var digits = Substring(token)
    while let byte = UInt8(digits.prefix(2), radix: 16), digits.count >= 2 {
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    return digits.isEmpty && !bytes.isEmpty ? bytes : Data(token.utf8)
  }
}
