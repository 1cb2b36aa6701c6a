public import Foundation

/// The number of a channel.
public typealias CBL2CAPPSM = UInt16

/// A stream of bytes to a peripheral; there is none.
open class CBL2CAPChannel: NSObject, @unchecked Sendable {
  /// Who is at the other end.
  open var peer: CBPeer? { nil }
  /// What comes.
  open var inputStream: InputStream? { nil }
  /// What goes.
  open var outputStream: OutputStream? { nil }
  /// Its number.
  open var psm: CBL2CAPPSM { 0 }
}
