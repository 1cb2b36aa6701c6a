extension WireSession {
  /// What one connection may ask of the daemon; an offender is told the limit and cut off.
  package struct Limits: Hashable, Sendable {
    /// Bytes of one message; see `VarlinkFramer.messageBytesMax`.
    package var messageBytesMax = VarlinkFramer.messageBytesMax
    /// Calls without their last reply, `Attach` among them.
    ///
    /// An app's client has one stream and a handful of requests; 64 lets a program ask much at once
    /// and bounds what the daemon keeps for it (our choice).
    package var openCallsMax = 64
    /// Bytes of replies that wait for their turn behind an earlier call: as much as one message (our
    /// choice).
    package var heldReplyBytesMax = 1 << 20
    /// Descriptors beside one message; `Run` takes 3, and 16 is what the daemon's sockets receive at
    /// once (our choice; the kernel's `SCM_MAX_FD` is 253).
    package var descriptorsMax = 16

    package init() {}
  }
}
