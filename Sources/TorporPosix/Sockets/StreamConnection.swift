internal import Glibc

/// One connected stream socket on an event loop: bytes out through a bounded queue, bytes in as
/// they come.
///
/// Belongs to the loop's thread. After `.ended` nothing is called any more, and the descriptor is
/// closed.
package final class StreamConnection {
  /// What a connection reports.
  package enum Event {
    /// Bytes, and descriptors that the receiver closes.
    case received([UInt8], descriptors: [Int32])
    /// More descriptors came with one message than the limit; the connection ends after this.
    ///
    /// The receiver may send a last word and close.
    case exceededDescriptors(limit: Int)
    /// The other end is gone, or the connection was given up; the last event.
    case ended(EndReason)
  }

  /// Why a connection ended.
  package enum EndReason: Hashable, Sendable {
    /// The other end closed it, or broke off.
    case peerClosed
    /// We closed it, after everything queued had gone.
    case closed
    /// More was queued than the limit.
    case unreadBytes(limit: Int)
    /// More descriptors came with one message than the limit.
    case descriptors(limit: Int)
    case failed(SystemError)
  }

  /// What a connection may use.
  package struct Limits: Hashable, Sendable {
    /// Bytes that wait for the peer to read them.
    package var queuedBytesMax: Int
    /// Descriptors beside one message.
    package var descriptorsMax: Int

    package init(queuedBytesMax: Int, descriptorsMax: Int) {
      self.queuedBytesMax = queuedBytesMax
      self.descriptorsMax = descriptorsMax
    }
  }

  private enum State {
    case open
    /// Sends what is queued, reads nothing any more.
    case closing
    case ended
  }

  private let descriptor: Descriptor
  private let loop: EventLoop
  private let limits: Limits
  private let handler: (Event) -> Void
  private var token: EventLoop.Token?
  private var state = State.open
  private var interest: EventLoop.Readiness = .readable
  private var queue = SendQueue()

  /// Takes over a connected socket and reports on it from now on.
  ///
  /// - Throws: `SystemError` when the loop cannot watch it.
  package init(
    _ descriptor: consuming Descriptor,
    on loop: EventLoop,
    limits: Limits,
    handler: @escaping (Event) -> Void
  ) throws(SystemError) {
    try descriptor.makeNonBlocking()
    let number = descriptor.rawValue
    self.descriptor = descriptor
    self.loop = loop
    self.limits = limits
    self.handler = handler
    token = try loop.register(number, for: .readable) { [unowned self] readiness in
      handle(readiness)
    }
  }

  deinit {
    if let token { loop.cancel(token) }
  }

  /// Sends bytes now as far as the socket takes them, and queues the rest.
  ///
  /// `descriptors` go beside the first byte; they are duplicated, the caller keeps its own.
  package func send(_ bytes: [UInt8], descriptors: [Int32] = []) {
    guard state == .open, !bytes.isEmpty else { return }
    var copies: [Int32] = []
    for number in descriptors {
      let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else {
        Descriptor.close(copies)
        return end(.failed(.current("duplicate", "descriptor \(number)")))
      }
      copies.append(copy)
    }
    queue.append(bytes, descriptors: copies)
    flush()
    guard state == .open, queue.byteCount > limits.queuedBytesMax else { return }
    end(.unreadBytes(limit: limits.queuedBytesMax))
  }

  /// Sends what is queued, then closes; nothing more is read.
  package func closeAfterFlush() {
    guard state == .open else { return }
    state = .closing
    flush()
  }

  /// Closes at once; what is queued is lost.
  package func close() {
    end(.closed)
  }

  // How much one read takes, in bytes: the size of a pipe's and a Unix socket's usual burst. Two
  // reads in a turn at most, so that one peer cannot starve the others. Our choice.
  private static let readBytesMax = 64 * 1024
  private static let readsPerTurnMax = 2

  private func handle(_ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable) { flush() }
    switch state {
    case .open: receive()
    case .closing:
      if !readiness.isDisjoint(with: [.hangUp, .failed]) { end(.peerClosed) }
    case .ended: break
    }
  }

  private func receive() {
    for _ in 0..<StreamConnection.readsPerTurnMax {
      guard state == .open else { return }
      var received = UnixSocket.Received(count: 0, descriptors: [], wereDescriptorsCut: false)
      var failure: SystemError?
      let number = descriptor.rawValue
      let bytes = [UInt8](unsafeUninitializedCapacity: StreamConnection.readBytesMax) {
        buffer,
        count in
        do throws(SystemError) {
          received = try UnixSocket.receive(
            into: UnsafeMutableRawBufferPointer(buffer),
            descriptorsMax: limits.descriptorsMax,
            on: number
          )
          count = received.count
        } catch {
          failure = error
        }
      }
      if let failure {
        if failure.code != EAGAIN {
          end(failure.code == ECONNRESET ? .peerClosed : .failed(failure))
        }
        return
      }
      guard !received.wereDescriptorsCut else {
        Descriptor.close(received.descriptors)
        handler(.exceededDescriptors(limit: limits.descriptorsMax))
        guard state == .open else { return }
        return end(.descriptors(limit: limits.descriptorsMax))
      }
      guard received.count > 0 else {
        Descriptor.close(received.descriptors)
        return end(.peerClosed)
      }
      handler(.received(bytes, descriptors: received.descriptors))
      if received.count < StreamConnection.readBytesMax { return }
    }
  }

  private func flush() {
    while state != .ended, !queue.isEmpty {
      do throws(SystemError) {
        try queue.sendOnce(on: descriptor.rawValue)
      } catch {
        if error.code == EAGAIN { break }
        let isGone = error.code == EPIPE || error.code == ECONNRESET
        return end(isGone ? .peerClosed : .failed(error))
      }
    }
    guard state != .ended else { return }
    if state == .closing, queue.isEmpty { return end(.closed) }
    var wanted: EventLoop.Readiness = state == .open ? .readable : []
    if !queue.isEmpty { wanted.insert(.writable) }
    wait(for: wanted)
  }

  private func wait(for wanted: EventLoop.Readiness) {
    guard wanted != interest, let token else { return }
    do throws(SystemError) {
      try loop.change(token, to: wanted)
      interest = wanted
    } catch {
      end(.failed(error))
    }
  }

  private func end(_ reason: EndReason) {
    guard state != .ended else { return }
    state = .ended
    if let token { loop.cancel(token) }
    token = nil
    queue.removeAll()
    // The peer sees the end now, not when the last reference to this object goes.
    shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
    handler(.ended(reason))
  }
}
