package import TorporCore
package import TorporModel
internal import TorporPosix

/// The processes of all apps: those that were started here, and those of the desktop.
package final class GovernedProcesses: ProcessPort {
  // Shape: one method for each of the port's; which of the two tables it is about is all that is decided here.
  private let started: ProcessAdapter
  private let adopted: AdoptedGroups

  /// Joins both tables.
  package init(started: ProcessAdapter, adopted: AdoptedGroups) {
    self.started = started
    self.adopted = adopted
  }

  package func launch(_ order: LaunchOrder, recipe: LaunchRecipe, streams: [Int32]) {
    guard adopted.expects(order.app) else {
      return started.launch(order, recipe: recipe, streams: streams)
    }
    discard(streams)
    adopted.take(order)
  }

  package func freeze(_ launch: LaunchIdentifier) {
    adopted.has(launch) ? adopted.freeze(launch) : started.freeze(launch)
  }

  package func thaw(_ launch: LaunchIdentifier) {
    adopted.has(launch) ? adopted.thaw(launch) : started.thaw(launch)
  }

  /// The shares of the desktop's apps are the desktop's to set.
  package func prioritize(_ launch: LaunchIdentifier, _ priority: ProcessPriority) {
    if !adopted.has(launch) { started.prioritize(launch, priority) }
  }

  /// An app of the desktop is let go, and counts as ended: it is never killed.
  package func kill(_ launch: LaunchIdentifier) {
    guard adopted.has(launch) else { return started.kill(launch) }
    adopted.release(launch)
    adopted.post(launch, .exited(status: .unknown))
  }

  package func release(_ launch: LaunchIdentifier) { adopted.release(launch) }

  package func requestTermination(_ launch: LaunchIdentifier) {
    if !adopted.has(launch) { started.requestTermination(launch) }
  }

  package func send(signal: Int32, to launch: LaunchIdentifier) {
    if !adopted.has(launch) { started.send(signal: signal, to: launch) }
  }

  package func inspect(_ launch: LaunchIdentifier) {
    adopted.has(launch) ? adopted.inspect(launch) : started.inspect(launch)
  }

  package func watchSockets(_ launch: LaunchIdentifier) {
    adopted.has(launch) ? adopted.watchSockets(launch) : started.watchSockets(launch)
  }

  package func sampleProcessorTime(_ launch: LaunchIdentifier) {
    guard adopted.has(launch) else { return started.sampleProcessorTime(launch) }
    guard let total = processorTime(of: launch) else { return }
    adopted.post(launch, .usedProcessor(total: total))
  }

  package func measureUsage(_ launch: LaunchIdentifier) {
    guard adopted.has(launch) else { return started.measureUsage(launch) }
    guard let usage = adopted.usage(of: launch) else { return }
    adopted.post(launch, .measured(usage))
  }

  package func measureFootprint(_ launch: LaunchIdentifier) {
    guard adopted.has(launch) else { return started.measureFootprint(launch) }
    guard let bytes = adopted.footprintBytes(of: launch) else { return }
    adopted.post(launch, .footprint(bytes: bytes))
  }

  package func pageOut(_ order: PageOutOrder) {
    adopted.has(order.launch) ? adopted.pageOut(order) : started.pageOut(order)
  }

  /// Memory of the desktop's apps is read by themselves: to read it here takes rights over their processes.
  package func readBack(_ order: ReadBackOrder) {
    if !adopted.has(order.launch) { started.readBack(order) }
  }

  package func discard(_ streams: [Int32]) { started.discard(streams) }

  package func adopt() -> [Survivor] {
    (started.adopt() + adopted.adopt()).sorted { $0.launch < $1.launch }
  }

  package func forgetEnd(of launch: LaunchIdentifier) { started.forgetEnd(of: launch) }

  package func launch(ofProcess processID: Int32) -> LaunchIdentifier? {
    started.launch(ofProcess: processID) ?? adopted.launch(ofProcess: processID)
  }

  package func processIDs(of launch: LaunchIdentifier) -> [Int32] {
    adopted.has(launch) ? adopted.processIDs(of: launch) : started.processIDs(of: launch)
  }

  package func mainProcessID(of launch: LaunchIdentifier) -> Int32? {
    adopted.has(launch)
      ? adopted.processIDs(of: launch).min() : started.mainProcessID(of: launch)
  }

  package func footprintBytes(of launch: LaunchIdentifier) -> Int64? {
    adopted.has(launch) ? adopted.footprintBytes(of: launch) : started.footprintBytes(of: launch)
  }

  package func processorTime(of launch: LaunchIdentifier) -> Duration? {
    adopted.has(launch) ? adopted.usage(of: launch)?.processor : started.processorTime(of: launch)
  }

  package func usage(of launch: LaunchIdentifier) -> ResourceUsage? {
    adopted.has(launch) ? adopted.usage(of: launch) : started.usage(of: launch)
  }
}
