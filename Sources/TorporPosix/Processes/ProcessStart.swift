internal import CTorporPosix
internal import Glibc

/// A new process to start: what it runs, as whom, in which control group, with which descriptors.
///
/// The child has a session of its own, no blocked signals, and no descriptors but 0 to 3.
package struct ProcessStart {
  package var executable: String
  package var arguments: [String]
  package var environment: [String]
  package var workingDirectory: String
  /// Set where the process shall belong to another user; needs the right to do so.
  package var user: User?
  /// Has the end of the executable outlive this process; `nil`: its parent alone learns of it.
  package var keeper: Keeper?
  /// What it takes over of the process that asked for it; `nil`: nothing.
  package var context: ProcessContext?
  /// Gives the session a controlling terminal; `nil`: it has none.
  package var terminal: SessionTerminal?
  /// Whether to do as on a kernel without clone3; for tests, which have only one kernel.
  package var avoidsClone3 = false

  package struct User: Hashable, Sendable {
    package let userID: UInt32
    package let groupID: UInt32
    package init(userID: UInt32, groupID: UInt32) {
      self.userID = userID
      self.groupID = groupID
    }
  }

  /// How the end of an executable outlives the process that started it.
  ///
  /// The process that is started is then a keeper: the parent of the executable, which writes how that
  /// ended over the line in the file, and ends in the same way. `Outcome.born` tells of the executable.
  package struct Keeper: Hashable, Sendable {
    /// The number of the file, which stays the caller's; `nil`: nothing is written.
    package let file: Int32?
    /// The open folder of the control group of keepers; `nil`: this process's own group.
    package let groupDirectory: Int32?

    package init(file: Int32?, groupDirectory: Int32?) {
      self.file = file
      self.groupDirectory = groupDirectory
    }
  }

  /// The controlling terminal of the new session.
  ///
  /// The process that is started is then the leader of the session: the parent of the executable, which
  /// keeps it in the foreground as the other end of `control` says, and ends in the same way.
  package struct SessionTerminal: Hashable {
    /// The terminal and the socket to the process that made it; both stay the caller's.
    package let descriptor: Int32
    package let control: Int32
    /// What the leader turns into, so that it is small: a program that calls
    /// `CurrentProcess.leadTerminal`; `nil`: it stays a copy of this process.
    package let leader: AttendantProgram?

    package init(descriptor: Int32, control: Int32, leader: AttendantProgram? = nil) {
      self.descriptor = descriptor
      self.control = control
      self.leader = leader
    }
  }

  package init(
    executable: String,
    arguments: [String],
    environment: [String],
    workingDirectory: String,
    user: User? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.user = user
  }

  /// A process that was started and may not run its executable yet.
  package struct Started: ~Copyable {
    package let processID: Int32
    package let process: ProcessHandle
    /// Readable when the child runs its executable (`outcome` says `running`) or has failed to.
    package let status: Descriptor

    package consuming func take() -> (
      processID: Int32, process: ProcessHandle, status: Int32
    ) {
      (processID, process, status.release())
    }
  }

  /// Starts the process; the descriptors stay the caller's.
  ///
  /// - Throws: `SystemError` when no process could be made: `EAGAIN` at the limit of processes,
  ///   `EACCES` or `EBUSY` when it may not be born in the group.
  package func start(
    standardDescriptors: (Int32, Int32, Int32),
    inheritedDescriptor: Int32?,
    groupDirectory: Int32?
  ) throws(SystemError) -> Started {
    var result = torpor_spawn_result()
    let groups = try supplementaryGroups()
    let code = withStrings(arguments) { arguments in
      withStrings(environment) { environment in
        executable.withCString { executable in
          workingDirectory.withCString { workingDirectory in
            groups.withUnsafeBufferPointer { groups in
              var request = torpor_spawn_request()
              request.path = executable
              request.arguments = arguments
              request.environment = environment
              request.working_directory = workingDirectory
              request.group_directory = groupDirectory ?? -1
              request.avoids_clone3 = avoidsClone3
              request.standard_descriptors = standardDescriptors
              request.inherited_descriptor = inheritedDescriptor ?? -1
              request.open_files_soft = CurrentProcess.openFilesLimitAtStart
              request.has_keeper = keeper != nil
              request.keeper_group_directory = keeper?.groupDirectory ?? -1
              request.end_descriptor = keeper?.file ?? -1
              request.terminal_descriptor = terminal?.descriptor ?? -1
              request.control_descriptor = terminal?.control ?? -1
              if let user {
                request.changes_user = true
                request.user = user.userID
                request.group = user.groupID
                request.supplementary_groups = groups.baseAddress
                request.supplementary_groups_count = groups.count
              }
              if let leader = terminal?.leader {
                request.leader_path = leader.path
                request.leader_option = leader.option
              }
              guard let context else { return torpor_spawn(&request, &result) }
              return context.withKernelValue { context in
                request.context = context
                return torpor_spawn(&request, &result)
              }
            }
          }
        }
      }
    }
    _ = try checkingNegated("start", executable, code)
    return Started(
      processID: result.pid,
      process: ProcessHandle(Descriptor(owning: result.pidfd)),
      status: Descriptor(owning: result.status_descriptor)
    )
  }

  /// What became of a start.
  package enum Outcome {
    case running
    /// The keeper has made the process that will run the executable; more follows.
    ///
    /// `process` is `nil` where this process had no descriptor left for it: the number may be anybody's by
    /// now.
    case born(processID: Int32, process: ProcessHandle?)
    /// What the child could not do, and why.
    case failed(SystemError)
    case notKnownYet

    /// Whether the executable runs.
    package var isRunning: Bool { if case .running = self { true } else { false } }
  }

  /// Reads what the child, or its keeper, reports next on its status descriptor.
  package static func outcome(on status: Int32, executable: String) -> Outcome {
    var report = torpor_spawn_report()
    var number: Int32 = -1
    let read = torpor_spawn_read(status, &report, &number)
    if read == 0 { return .running }
    guard read == 1 else { return .notKnownYet }
    guard report.stage != Int32(torpor_spawn_stage_born.rawValue) else {
      let process = number < 0 ? nil : ProcessHandle(Descriptor(owning: number))
      return .born(processID: report.pid, process: process)
    }
    return .failed(
      SystemError(
        operation: operation(at: UInt32(report.stage)),
        subject: executable,
        code: report.error
      )
    )
  }

  /// What a start has failed at whose working directory cannot be entered.
  package static let folderOperation = "enter the working directory of"

  private static func operation(at stage: UInt32) -> String {
    switch stage {
    case torpor_spawn_stage_descriptors.rawValue: "pass descriptors to"
    case torpor_spawn_stage_group.rawValue: "put into its control group"
    case torpor_spawn_stage_session.rawValue: "make a session for"
    case torpor_spawn_stage_user.rawValue: "change the user for"
    case torpor_spawn_stage_directory.rawValue: folderOperation
    case torpor_spawn_stage_keeper.rawValue: "start the keeper of"
    default: "execute"
    }
  }

  /// Room for supplementary groups at first: more than nearly every user has.
  ///
  /// Our choice.
  private static let supplementaryGroupsRoom = 64

  /// The most supplementary groups of a process: the kernel's limit (`NGROUPS_MAX`, `<limits.h>`).
  private static let supplementaryGroupsMax = 65536

  private func supplementaryGroups() throws(SystemError) -> [UInt32] {
    guard let user else { return [] }
    return try ProcessStart.supplementaryGroups(
      of: user,
      room: ProcessStart.supplementaryGroupsRoom
    )
  }

  /// All groups of a user; `room` is for how many at the first attempt.
  ///
  /// - Throws: `SystemError` when the user database cannot be read; `ERANGE` beyond 65,536 groups.
  static func supplementaryGroups(of user: User, room: Int) throws(SystemError) -> [UInt32] {
    var room = room
    while true {
      var count = room
      var code: Int32 = 0
      let groups = [UInt32](unsafeUninitializedCapacity: room) { buffer, listed in
        code = torpor_supplementary_groups(user.userID, user.groupID, buffer.baseAddress, &count)
        listed = code < 0 ? 0 : min(count, room)
      }
      if code == -ERANGE, room < supplementaryGroupsMax {
        room = min(max(count, room * 2, 1), supplementaryGroupsMax)
        continue
      }
      _ = try checkingNegated("look up the groups of user", "\(user.userID)", code)
      return groups
    }
  }
}

/// Hands out an array of C strings that ends with a null pointer.
private func withStrings<Result>(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { preconditionFailure("the array has a last null") }
    return body(base)
  }
}
