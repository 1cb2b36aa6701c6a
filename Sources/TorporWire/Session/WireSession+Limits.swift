extension WireSession {
  /// What one connection may ask of the daemon; an offender is told the limit and cut off.
  package struct Limits: Hashable, Sendable {
    /// Bytes of one message; see `VarlinkFramer.messageBytesMax`.
    package var messageBytesMax = VarlinkFramer.messageBytesMax
    /// Calls without their last reply, `Attach` among them.
    ///
    /// Everything that the daemon tells an app may be answered in one write: of 1,000 background tasks
    /// that expire together (`Profile.backgroundTasksMax`) each callback is returned from and each task
    /// is ended, which is 2,000 calls beside `Attach`. Twice that, which is some 0.5 MiB of bookkeeping
    /// at the most, so that only a peer whose calls stay open meets the limit (our choice).
    package var openCallsMax = 4096
    /// Bytes of replies that wait for their turn behind an earlier call: as much as one message (our
    /// choice).
    package var heldReplyBytesMax = 1 << 20
    /// Descriptors beside one message; `Run` takes 3, and 16 is what the daemon's sockets receive at
    /// once (our choice; the kernel's `SCM_MAX_FD` is 253).
    package var descriptorsMax = 16

    package init() {}
  }
}
