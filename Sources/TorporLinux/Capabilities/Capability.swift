/// One thing of the machine that Torpor uses: whether it is there, and what is lost without it.
package struct Capability: Hashable, Sendable, CustomStringConvertible {
  /// What it is.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case freezer, groupKill, memoryAccounting, memoryPressure, paging
    case peerProcess, exitStatusOfStrangers, otherUsers
    case powerEvents, networkEvents, battery
    case idleness, temperature, wakingFromSuspend, transfers
  }

  package let kind: Kind
  /// Why it is not there; `nil` when it is.
  package let missingBecause: String?

  package init(_ kind: Kind, missingBecause: String? = nil) {
    self.kind = kind
    self.missingBecause = missingBecause
  }

  package var isAvailable: Bool { missingBecause == nil }

  /// One sentence: what works, or what is lost and why.
  package var description: String {
    guard let missingBecause else { return kind.whatWorks }
    return "\(kind.whatIsLost): \(missingBecause)"
  }
}

extension Capability.Kind {
  /// What the machine can do with it.
  var whatWorks: String {
    switch self {
    case .freezer: "apps are frozen by their control groups"
    case .groupKill: "an app's processes are ended with one write"
    case .memoryAccounting: "the kernel counts the memory of each app"
    case .memoryPressure: "the kernel tells when memory gets short"
    case .paging: "memory of frozen apps is written to swap"
    case .peerProcess: "the kernel tells for certain which process is at the other end of a socket"
    case .exitStatusOfStrangers: "how a command ended is known even if its keeper was killed"
    case .otherUsers: "apps run as the user they belong to"
    case .powerEvents: "the kernel tells when the power supply changes"
    case .networkEvents: "the kernel tells when the network changes"
    case .battery: "there is a battery"
    case .idleness: "it is known whether the machine is in use"
    case .temperature: "it is known how hot the machine is"
    case .wakingFromSuspend: "the machine is woken from suspend for what is due"
    case .transfers: "there is a program that moves the bytes of transfers"
    }
  }

  /// What does not work without it.
  var whatIsLost: String {
    switch self {
    case .freezer: "apps cannot be frozen"
    case .groupKill: "an app's processes are ended one by one"
    case .memoryAccounting:
      "the memory of an app is added up from its processes, with shared pages counted twice"
    case .memoryPressure: "it is not noticed when memory gets short, and no app is ended for it"
    case .paging: "memory of frozen apps stays where it is"
    case .peerProcess:
      "a process that ends while it connects could in theory be taken for another"
    case .exitStatusOfStrangers:
      "how a command ended whose keeper was killed is not known"
    case .otherUsers: "all apps run as the daemon's own user"
    case .powerEvents: "changes of the power supply are not noticed"
    case .networkEvents: "changes of the network are not noticed"
    case .battery: "the machine counts as being on external power"
    case .idleness: "the machine always counts as in use"
    case .temperature: "the machine counts as cool"
    case .wakingFromSuspend: "what is due while the machine is suspended waits until it wakes"
    case .transfers: "every transfer fails"
    }
  }
}
