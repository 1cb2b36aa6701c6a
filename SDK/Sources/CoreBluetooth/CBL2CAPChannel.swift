public import Foundation

/// The number of a channel.
public typealias CBL2CAPPSM = UInt16

/// A stream of bytes to a peripheral; not available here.
open class CBL2CAPChannel: NSObject, @unchecked Sendable {
  /// The other end.
  open var peer: CBPeer? { nil }
  /// The bytes received.
  open var inputStream: InputStream? { nil }
  /// The bytes sent.
  open var outputStream: OutputStream? { nil }
  /// Its number.
  open var psm: CBL2CAPPSM { 0 }
}
