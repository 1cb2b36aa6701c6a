package import TorporModel
package import TorporPosix

extension ProcessAdapter {
  /// Where things are.
  package struct Places {
    /// The daemon's socket, for apps that come back after its death.
    package var socketPath: String
    /// The folder of the apps' logs.
    package var logFolder: String
    /// The folder of what jobs print.
    package var jobFolder: String
    /// What the leaders of terminals' sessions turn into; `nil`: copies of this process.
    package var terminalLeader: AttendantProgram?
    /// What the writers of outputs turn into, likewise.
    package var outputWriter: AttendantProgram?
    /// The apps' own folders, for processes that outlived the daemon.
    package var containers: [AppIdentifier: String]
    package var procRoot: String

    package init(
      socketPath: String,
      logFolder: String,
      jobFolder: String? = nil,
      terminalLeader: AttendantProgram? = nil,
      outputWriter: AttendantProgram? = nil,
      containers: [AppIdentifier: String] = [:],
      procRoot: String = "/proc"
    ) {
      self.socketPath = socketPath
      self.logFolder = logFolder
      self.jobFolder = jobFolder ?? logFolder + "/jobs"
      self.terminalLeader = terminalLeader
      self.outputWriter = outputWriter
      self.containers = containers
      self.procRoot = procRoot
    }
  }
}
