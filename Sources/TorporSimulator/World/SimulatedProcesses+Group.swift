import TorporCore
import TorporModel

// What the simulated kernel knows of each process, and how long it takes.

extension SimulatedProcesses {
  /// How long the kernel takes; all zero in scenarios, so that a time there means that time.
  package struct Latencies: Hashable, Sendable {
    package var start = Duration.zero
    package var freeze = Duration.zero
    package var kill = Duration.zero
    package var inspect = Duration.zero
    package var pageOut = Duration.zero
    /// From the daemon to an app, through its socket.
    ///
    /// Never zero in drawn lives: an app that answers each message with another would stop the time.
    package var message = Duration.zero

    /// Makes a kernel that takes no time.
    package init() {}
  }

  /// One control group with its process.
  final class Group {
    enum Freezer { case running, freezing, frozen }
    let process: SimulatedProcess
    let app: AppIdentifier
    /// How the command ended, where it has left something behind.
    var commandEnd: CommandEnd?
    var freezer = Freezer.running
    /// Orders count up; an outcome of an earlier one is dropped.
    var freezerOrder = 0
    var hasStarted = false
    var isPagingOut = false
    var priority = ProcessPriority.foreground
    /// What its kernel counts of it.
    var usage: ResourceUsage { ResourceUsage(processor: process.processorTime) }
    /// The socket that the process inherited.
    let connection: ConnectionIdentifier

    init(_ process: SimulatedProcess, _ order: LaunchOrder, connection: UInt64) {
      self.process = process
      app = order.app
      self.connection = ConnectionIdentifier(rawValue: connection)
    }
  }
}
