internal import CTorporPosix
internal import Glibc

/// A process that holds duplicates of descriptors, each under a text, and outlives the process that started it.
///
/// It ends when it holds nothing and no process is connected, or when no process has connected for its
/// patience.
package final class DescriptorKeeper {
  /// How a keeper is started.
  package struct Start {
    /// Where it listens for the next daemon.
    package let folder: String
    /// How long it holds descriptors that no process requests.
    package let patience: Duration
    /// The open folder of its control group; `nil`: this process's own.
    package let groupDirectory: Int32?
    /// What it turns into, so that it is small; `nil`: it stays a copy of this process.
    package let program: AttendantProgram?

    package init(
      folder: String,
      patience: Duration,
      groupDirectory: Int32?,
      program: AttendantProgram?
    ) {
      self.folder = folder
      self.patience = patience
      self.groupDirectory = groupDirectory
      self.program = program
    }
  }

  private let connection: Descriptor

  /// The connection to it: readable when the keeper is gone, and never before, once `all` has returned.
  package var number: Int32 { connection.rawValue }

  /// How long the keeper may take for a packet: 2 s, as long as the daemon would wait for one that hangs.
  ///
  /// It does nothing else, and answers within a millisecond. Our choice.
  private static let packetMilliseconds: UInt32 = 2000

  private init(_ connection: consuming Descriptor) {
    torpor_set_packet_patience(connection.rawValue, DescriptorKeeper.packetMilliseconds)
    self.connection = connection
  }

  /// Starts a keeper.
  ///
  /// - Throws: `SystemError` at the limit of processes or descriptors.
  package static func start(_ start: Start) throws(SystemError) -> DescriptorKeeper {
    var numbers: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutablePointer(to: &numbers) { pair in
      pair.withMemoryRebound(to: Int32.self, capacity: 2) { torpor_packet_pair($0) }
    }
    _ = try checkingNegated("make", "a pair of sockets", made)
    let ours = Descriptor(owning: numbers.0)
    let theirs = Descriptor(owning: numbers.1)
    let (seconds, attoseconds) = start.patience.components
    let started = start.folder.withCString { folder in
      var order = torpor_keeper_order()
      order.connection = theirs.rawValue
      order.folder = folder
      order.patience_milliseconds = UInt32(
        clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000
      )
      order.group_directory = start.groupDirectory ?? -1
      order.path = start.program?.path
      order.option = start.program?.option
      return torpor_start_descriptor_keeper(&order)
    }
    _ = try checkingNegated("start", "the keeper of descriptors", started)
    return DescriptorKeeper(ours)
  }

  /// Connects to the keeper that waits in a folder.
  ///
  /// - Throws: `SystemError`: `ENOENT` or `ECONNREFUSED` where there is none.
  package static func connect(in folder: String) throws(SystemError) -> DescriptorKeeper {
    let number = folder.withCString { torpor_connect_keeper($0) }
    return DescriptorKeeper(
      Descriptor(
        owning: try checkingNegated("connect to the keeper of descriptors in", folder, number)
      )
    )
  }

  /// Has a duplicate of the descriptor, which stays the caller's, held in the place of what has the text.
  ///
  /// - Throws: `SystemError` when the keeper is gone, or does not listen.
  package func hold(_ descriptor: Int32, under text: String) throws(SystemError) {
    try send("K" + text, [descriptor])
  }

  /// Has what is held under the text closed.
  ///
  /// - Throws: `SystemError` when the keeper is gone, or does not listen.
  package func release(_ text: String) throws(SystemError) { try send("D" + text, []) }

  /// Duplicates of all that is held, which the caller closes, by their texts; `nil` where this process had no
  /// descriptor left for it, which stays the keeper's.
  ///
  /// - Throws: `SystemError` when the keeper is gone, or does not answer.
  package func all() throws(SystemError) -> [(text: String, descriptor: Int32?)] {
    try send("L", [])
    var found: [(text: String, descriptor: Int32?)] = []
    do throws(SystemError) {
      while let (text, descriptor) = try next() {
        found.append((text, descriptor))
      }
    } catch {
      Descriptor.close(found.compactMap(\.descriptor))
      throw error
    }
    return found
  }

  private func send(_ packet: String, _ descriptors: [Int32]) throws(SystemError) {
    var packet = packet
    let number = connection.rawValue
    let sent = packet.withUTF8 { bytes in
      descriptors.withUnsafeBufferPointer { descriptors in
        torpor_send(
          number,
          bytes.baseAddress,
          bytes.count,
          descriptors.baseAddress,
          descriptors.count
        )
      }
    }
    _ = try checkingNegated("send to", "the keeper of descriptors", sent)
  }

  /// The next that is held; `nil` after the last.
  private func next() throws(SystemError) -> (text: String, descriptor: Int32?)? {
    var bytes = [UInt8](repeating: 0, count: Int(TORPOR_HELD_TEXT_BYTES) + 1)
    let number = connection.rawValue
    let outcome = bytes.withUnsafeMutableBytes {
      room -> Result<UnixSocket.Received, SystemError> in
      do throws(SystemError) {
        return .success(try UnixSocket.receive(into: room, descriptorsMax: 1, on: number))
      } catch {
        return .failure(error)
      }
    }
    let received = try outcome.get()
    guard received.count > 0 else {
      throw SystemError(
        operation: "read from",
        subject: "the keeper of descriptors",
        code: ECONNRESET
      )
    }
    guard bytes[0] == UInt8(ascii: "E") else {
      Descriptor.close(received.descriptors)
      return nil
    }
    let text = String(decoding: bytes[1..<received.count], as: UTF8.self)
    return (text, received.descriptors.first)
  }
}
