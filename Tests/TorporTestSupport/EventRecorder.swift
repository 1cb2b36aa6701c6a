package import TorporCore

/// A sink that keeps what was posted, in order.
package final class EventRecorder: HostEventSink {
  /// Everything posted so far.
  package private(set) var events: [HostEvent] = []

  package init() {}

  /// Keeps the event.
  package func post(_ event: HostEvent) { events.append(event) }
}
