import TorporCore
import TorporModel

/// The process of the app as the policy has it: it is the test's own, in which the SDK begins and ends the app.
///
/// Every order is carried out at once, and written down for the SDK to follow. A frozen app stands still because the
/// SDK lets none of its timers fire.
final class InProcessApp: ProcessPort {
  weak var sink: (any HostEventSink)?
  private let orders: Orders
  /// The launches that live, in their order, which is one at most for each app.
  private(set) var living: [LaunchIdentifier] = []
  /// What the app takes of memory; the test says so.
  var footprintBytes: Int64 = 60_000_000
  private let processID: Int32

  init(processID: Int32, orders: Orders) {
    self.processID = processID
    self.orders = orders
  }

  private func post(_ launch: LaunchIdentifier, _ event: ProcessEvent) {
    sink?.post(.input(.process(launch: launch, event: event)))
  }

  func launch(_ order: LaunchOrder, recipe: LaunchRecipe, streams: [Int32]) {
    living.append(order.launch)
    orders.post("launch \(order.launch) \(order.app)")
    post(order.launch, .started)
    measureFootprint(order.launch)
  }

  /// The process of the launch has ended.
  func end(_ launch: LaunchIdentifier, _ status: ExitStatus) {
    guard living.contains(launch) else { return }
    living.removeAll { $0 == launch }
    post(launch, .exited(status: status))
  }

  func freeze(_ launch: LaunchIdentifier) {
    orders.post("freeze \(launch)")
    post(launch, .frozen)
  }

  func thaw(_ launch: LaunchIdentifier) { orders.post("thaw \(launch)") }

  func kill(_ launch: LaunchIdentifier) {
    orders.post("end \(launch)")
    // SIGKILL, 9 on every Linux.
    end(launch, .signalled(signal: 9))
  }

  func requestTermination(_ launch: LaunchIdentifier) {
    orders.post("end \(launch)")
    // SIGTERM, 15 on every Linux.
    end(launch, .signalled(signal: 15))
  }

  func inspect(_ launch: LaunchIdentifier) {
    post(launch, .inspected(Inspection(footprintBytes: footprintBytes)))
  }

  func measureFootprint(_ launch: LaunchIdentifier) {
    post(launch, .footprint(bytes: footprintBytes))
  }

  // Virtual time stands while the app's code runs, which therefore uses none of it.
  func sampleProcessorTime(_ launch: LaunchIdentifier) {
    post(launch, .usedProcessor(total: .zero))
  }

  func prioritize(_ launch: LaunchIdentifier, _ priority: ProcessPriority) {}
  func send(signal: Int32, to launch: LaunchIdentifier) {}
  func watchSockets(_ launch: LaunchIdentifier) {}
  // The device has no swap.
  func pageOut(_ order: PageOutOrder) {}
  func readBack(_ order: ReadBackOrder) {}
  func discard(_ streams: [Int32]) {}
  func adopt() -> [Survivor] { [] }
  func forgetEnd(of launch: LaunchIdentifier) {}
  func launch(ofProcess number: Int32) -> LaunchIdentifier? { nil }
  func processIDs(of launch: LaunchIdentifier) -> [Int32] {
    living.contains(launch) ? [processID] : []
  }
}
