/// One thing of the machine that Torpor uses: whether it is there, and what is lost without it.
package struct Capability: Hashable, Sendable, CustomStringConvertible {
  /// What it is.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case freezer, groupKill, processorShares, memoryAccounting, memoryPressure, paging
    case peerProcess, exitStatusOfStrangers, otherUsers
    case powerEvents, networkEvents, battery
    case idleness, temperature, wakingFromSuspend, transfers
  }

  package let kind: Kind
  /// Why it is not there; `nil` when it is.
  package let unavailableReason: String?

  package init(_ kind: Kind, unavailableReason: String? = nil) {
    self.kind = kind
    self.unavailableReason = unavailableReason
  }

  package var isAvailable: Bool { unavailableReason == nil }

  /// One sentence: what works, or what is lost and why.
  package var description: String {
    guard let unavailableReason else { return kind.whatWorks }
    return "\(kind.whatIsLost): \(unavailableReason)"
  }
}

extension Capability.Kind {
  /// What the machine can do with it.
  var whatWorks: String {
    switch self {
    case .freezer: "apps are frozen by their control groups"
    case .groupKill: "an app's processes are ended all at once"
    case .processorShares: "the app in front comes first for the processor"
    case .memoryAccounting: "the kernel counts the memory of each app"
    case .memoryPressure: "the kernel reports memory pressure"
    case .paging: "memory of frozen apps is written to swap"
    case .peerProcess: "the kernel identifies the process at the other end of a socket reliably"
    case .exitStatusOfStrangers: "exit status survives the death of the process that records it"
    case .otherUsers: "apps run as the user they belong to"
    case .powerEvents: "the kernel reports changes of the power supply"
    case .networkEvents: "the kernel reports changes of the network"
    case .battery: "there is a battery"
    case .idleness: "use of the machine is monitored"
    case .temperature: "temperature is monitored"
    case .wakingFromSuspend: "the machine can be woken from suspend for due work"
    case .transfers: "torpor-transferd is installed"
    }
  }

  /// What does not work without it.
  var whatIsLost: String {
    switch self {
    case .freezer: "apps cannot be frozen"
    case .groupKill: "an app's processes are ended one by one"
    case .processorShares: "apps off screen get as much of the processor as the one in front"
    case .memoryAccounting:
      "the memory of an app is added up from its processes, with shared pages counted twice"
    case .memoryPressure: "memory pressure is not noticed, and no app is ended because of it"
    case .paging: "memory of frozen apps stays where it is"
    case .peerProcess:
      "a process that ends while it connects could in theory be taken for another"
    case .exitStatusOfStrangers:
      "exit status is lost if the process that records it is killed"
    case .otherUsers: "all apps run as the daemon's own user"
    case .powerEvents: "changes of the power supply are not noticed"
    case .networkEvents: "changes of the network are not noticed"
    case .battery: "the machine counts as being on external power"
    case .idleness: "the machine always counts as in use"
    case .temperature: "the machine counts as cool"
    case .wakingFromSuspend: "work that is due while the machine is suspended waits until it wakes"
    case .transfers: "every transfer fails"
    }
  }
}
