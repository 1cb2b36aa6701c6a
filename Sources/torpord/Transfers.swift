import Glibc
import TorporCore
import TorporDaemon
import TorporLinux
import TorporPosix

/// The transfer services: what is said to them, and the processes that they are.
struct Transfers {
  let services: TransferServices
  private let processes: ServiceProcesses

  /// Services whose processes are started when there is something to move.
  init(_ options: Options, groups: GroupTree, on loop: EventLoop, sink: any HostEventSink) {
    processes = ServiceProcesses(
      places: .init(
        program: options.transferService,
        folder: options.transferFolder,
        logFolder: options.stateFolder + "/logs"
      ),
      environment: ServiceProcesses.inheritedNames.compactMap { name in
        getenv(name).map { "\(name)=\(String(cString: $0))" }
      },
      groups: groups,
      on: loop
    )
    services = TransferServices(port: processes, sink: sink)
  }

  /// Why nothing can be transferred; `nil`: it can.
  var unavailableReason: String? { processes.unavailableReason }
}
