// Made from the files in Interfaces by scripts/generate; change those, not this.

/// What the daemon serves.
package enum Interfaces {
  /// Every interface with its description; the one of Varlink itself comes first.
  package static let all: [(name: String, description: String)] = [
    (ServiceInterface.name, ServiceInterface.description),
    (AppInterface.name, AppInterface.description),
    (BridgeInterface.name, BridgeInterface.description),
    (ConnectionInterface.name, ConnectionInterface.description),
    (ControlInterface.name, ControlInterface.description),
    (ModesInterface.name, ModesInterface.description),
    (TaskSchedulerInterface.name, TaskSchedulerInterface.description),
    (TransfersInterface.name, TransfersInterface.description),
  ]
}
