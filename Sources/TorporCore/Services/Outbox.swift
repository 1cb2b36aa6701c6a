package import TorporModel

/// A request of a service to the device.
///
/// The device does it after the service has returned: in this order, and with each item everything that follows
/// from it before the next.
package struct Outbox: Sendable {
  // Shape: one method for each thing that a service can ask for.
  package enum Item: Hashable, Sendable {
    /// Run the app for the events, in their order, wherever it is and where the rules let it.
    case wake(AppIdentifier, [PendingEvent])
    /// Run the app for the event, and say in the ledger where that has come from.
    indirect case wakeFrom(AppIdentifier, PendingEvent, source: [Condition])
    /// Run the app for the event, and where it runs then, call it.
    indirect case wakeThenCall(AppIdentifier, PendingEvent, [Callback])
    /// Launch a dead app for something that it has to ask for.
    case launch(AppIdentifier, WakeReason)
    /// Open the app, as the user does.
    case open(AppIdentifier)
    /// Ask the app in front what the user is to see of a notification; answered by `.asked`.
    indirect case ask(DeliveredNotification)
    /// Call the app, if its process hears callbacks now.
    case call(AppIdentifier, [Callback])
    /// Call the app, if it has a process, also one that is suspended and hears it later.
    case callLater(AppIdentifier, [Callback])
    /// Call the app if it hears callbacks now, else wake it.
    case callOrWake(AppIdentifier, PendingEvent)
    /// Keep the app running, until the service takes that back.
    case hold(AppIdentifier, Assertions.Kind, until: Instant?)
    case release(AppIdentifier, Assertions.Kind)
    /// End the process of the app at once.
    indirect case end(AppIdentifier, ExitReason, because: [Condition])
    /// Something for the host to do.
    indirect case effect(Effect)
    /// Keep with the app's process how far its memory is written away.
    indirect case keep(AppPaging, of: AppIdentifier)
    /// Keep with the app how its transfers are slowed down.
    case slow(ResumeRateLimiter, of: AppIdentifier)
    /// Assign that many numbers to transfers.
    case useTransferNumbers(Int)
    /// Book to the app what it takes to bring the machine to that level.
    case bookEnergy(EnergyLevel, AppIdentifier)
    /// So much was used of the day, after something was booked to the app.
    indirect case noteUse(DayUse, of: AppIdentifier?)
    /// Change a setting, as the user does.
    indirect case change(Setting)
    /// Have something done with the process of a job.
    case job(JobOrder)
    /// Have something done with the background work of an app.
    case work(WorkOrder)
    /// Tell the services, in their order.
    case post(SystemEvent)
    /// Enter a decision into the ledger.
    indirect case record(Entry)
  }

  /// A decision, but for its time.
  package struct Entry: Hashable, Sendable {
    package let action: Decision.Action
    package let app: AppIdentifier?
    package let launch: LaunchIdentifier?
    package let verdict: Decision.Verdict
    package let conditions: [Condition]
  }

  package private(set) var items: [Item] = []

  package init() {}

  package var isEmpty: Bool { items.isEmpty }

  /// How many it has room for.
  var capacity: Int { items.capacity }

  /// Takes out what was asked for last; `nil`: nothing is left.
  mutating func takeLast() -> Item? { items.popLast() }

  private mutating func put(_ item: Item) {
    if items.isEmpty { items.reserveCapacity(Self.itemsUsual) }
    items.append(item)
  }

  /// Room for what a service mostly asks for, so that the list does not grow one by one; our choice.
  private static let itemsUsual = 4

  mutating func wake(_ app: AppIdentifier, for events: PendingEvent...) {
    put(.wake(app, events))
  }

  mutating func wake(_ app: AppIdentifier, for events: [PendingEvent]) {
    put(.wake(app, events))
  }

  mutating func wake(_ app: AppIdentifier, for event: PendingEvent, from source: [Condition]) {
    put(source.isEmpty ? .wake(app, [event]) : .wakeFrom(app, event, source: source))
  }

  mutating func wake(_ app: AppIdentifier, for event: PendingEvent, then callbacks: [Callback]) {
    put(.wakeThenCall(app, event, callbacks))
  }

  /// Tells an app of an event: at once where it runs, else it is woken or launched for it.
  mutating func tell(
    _ app: AppIdentifier,
    _ callback: ServiceCallback,
    then others: [ServiceCallback] = [],
    for reason: WakeReason
  ) {
    let event = PendingEvent(reason: reason, callback: .service(callback))
    wake(app, for: event, then: others.map { .service($0) })
  }

  mutating func launch(_ app: AppIdentifier, for reason: WakeReason) {
    put(.launch(app, reason))
  }

  mutating func open(_ app: AppIdentifier) { put(.open(app)) }

  mutating func ask(_ notice: DeliveredNotification) { put(.ask(notice)) }

  mutating func bookEnergy(of level: EnergyLevel, to app: AppIdentifier) {
    put(.bookEnergy(level, app))
  }

  mutating func note(_ use: DayUse, of app: AppIdentifier?) { put(.noteUse(use, of: app)) }

  mutating func change(_ setting: Setting) { put(.change(setting)) }

  mutating func callLater(_ app: AppIdentifier, _ callbacks: [Callback]) {
    put(.callLater(app, callbacks))
  }

  mutating func call(_ app: AppIdentifier, _ callbacks: Callback...) {
    put(.call(app, callbacks))
  }

  mutating func callLater(_ app: AppIdentifier, _ callbacks: Callback...) {
    put(.callLater(app, callbacks))
  }

  mutating func callOrWake(_ app: AppIdentifier, for event: PendingEvent) {
    put(.callOrWake(app, event))
  }

  mutating func hold(_ app: AppIdentifier, for kind: Assertions.Kind, until: Instant? = nil) {
    put(.hold(app, kind, until: until))
  }

  mutating func release(_ app: AppIdentifier, from kind: Assertions.Kind) {
    put(.release(app, kind))
  }

  mutating func order(_ effect: Effect) { put(.effect(effect)) }

  mutating func end(
    _ app: AppIdentifier,
    _ reason: ExitReason,
    because conditions: [Condition]
  ) {
    put(.end(app, reason, because: conditions))
  }

  mutating func keep(_ paging: AppPaging, of app: AppIdentifier) {
    put(.keep(paging, of: app))
  }

  mutating func keep(_ limiter: ResumeRateLimiter, of app: AppIdentifier) {
    put(.slow(limiter, of: app))
  }

  mutating func useTransfers(_ count: Int) { put(.useTransferNumbers(count)) }

  mutating func work(_ order: WorkOrder) { put(.work(order)) }

  /// Background work that waits for something which is on now goes along.
  mutating func coalesce(at level: EnergyLevel) { post(.work(.coalesce(level))) }

  mutating func job(_ order: JobOrder) { put(.job(order)) }

  mutating func post(_ event: SystemEvent) { put(.post(event)) }

  mutating func record(
    _ action: Decision.Action,
    of app: AppIdentifier?,
    launch: LaunchIdentifier? = nil,
    verdict: Decision.Verdict = .done,
    because conditions: [Condition]
  ) {
    let entry = Entry(
      action: action,
      app: app,
      launch: launch,
      verdict: verdict,
      conditions: conditions
    )
    put(.record(entry))
  }
}
