package import TorporCore
import TorporModel
import TorporWire

/// What the kernel's adapters and a desktop say of the machine, joined by one rule for each fact.
///
/// | Fact | Rule |
/// |---|---|
/// | power | the kernel's, where it shows a battery; else the desktop's (a battery that only UPower knows), where there is one |
/// | network | the link is the kernel's; traffic costs where either says so, for the kernel knows interfaces and the user's options, and NetworkManager the user's word for one network |
/// | idle | the desktop's while one is attached, for it sees what never reaches a terminal or `/dev/input`; else the kernel's |
/// | whether input is heard | by a desktop that reports idleness, or by the kernel's adapter |
/// | location, radio | the desktop's alone |
///
/// It stands between the adapters and the driver: what they post goes on as it is, or joined. A desktop
/// that has gone leaves its last word on power and cost; on idleness the kernel's counts again, for one
/// that said "idle" and went would have heavy work run beside the user for ever.
package final class MachineFacts: HostEventSink {
  private let sink: any HostEventSink
  private var kernelPower: PowerState?
  private var kernelNetwork: NetworkState?
  private var kernelIdle: Instant?
  private var desktopPower: PowerState?
  private var desktopMetered: Bool?
  /// `nil`: no desktop says.
  private var desktopIdle: Idleness?
  private var toldPower: PowerState?
  private var toldNetwork: NetworkState?
  private var toldIdle: Idleness?
  /// Whether the kernel's adapter can see that a person uses the machine.
  private var kernelHearsInput = false
  /// `nil`: nothing yet, and what an earlier daemon told counts.
  private var toldHearsInput: Bool?

  private enum Idleness: Hashable {
    case inUse
    case idle(since: Instant)

    var since: Instant? {
      if case .idle(let since) = self { since } else { nil }
    }
  }

  /// Makes a junction that hands on to the sink.
  package init(to sink: any HostEventSink) { self.sink = sink }

  /// Takes what an adapter posts.
  package func post(_ event: HostEvent) {
    guard case .input(.device(let fact)) = event else { return sink.post(event) }
    switch fact {
    case .power(let state):
      kernelPower = state
      tellPower()
    case .network(let state):
      kernelNetwork = state
      tellNetwork()
    case .userIdle(let since):
      kernelIdle = since
      // The adapter keeps from repeating itself; what it says is told unless a desktop speaks.
      guard desktopIdle == nil else { return }
      toldIdle = since.map { .idle(since: $0) } ?? .inUse
      sink.post(event)
    case .hearsInput(let isHeard):
      kernelHearsInput = isHeard
      tellWhetherInputIsHeard()
    default: sink.post(event)
    }
  }

  /// Takes what the desktop says of the machine; facts of processes are not for here.
  func take(_ fact: BridgeFact, at now: Instant) {
    switch fact {
    case .power(let isOnExternalPower, let percent):
      desktopPower = PowerState(isOnExternalPower: isOnExternalPower, batteryPercent: percent)
      tellPower()
    case .metered(let isMetered):
      desktopMetered = isMetered
      tellNetwork()
    case .idle(let isIdle, let ago):
      let length = min(Duration.microseconds(ago), now - .zero)
      desktopIdle = isIdle ? .idle(since: now + (.zero - length)) : .inUse
      tellWhetherInputIsHeard()
      tellIdle()
    case .location(let fix): sink.post(.input(.device(event: .location(fix.location(at: now)))))
    case .beacons(let sightings): sink.post(.input(.device(event: .beacons(sightings))))
    case .bluetooth(let event): sink.post(.input(.device(event: .bluetooth(event))))
    default: break
    }
  }

  /// Whether the user sees a notification that was to be shown: not yet, or now.
  func tell(_ key: NotificationKey, isShown: Bool) {
    let (app, name) = (key.app, key.identifier)
    sink.post(
      .input(
        .device(
          event: isShown
            ? .notificationShown(app: app, notification: name)
            : .notificationWaits(app: app, notification: name)
        )
      )
    )
  }

  /// The desktop that spoke for the machine has gone.
  func desktopHasGone() {
    guard desktopIdle != nil else { return }
    desktopIdle = nil
    tellWhetherInputIsHeard()
    tellIdle()
  }

  private func tellPower() {
    let kernelKnows = kernelPower?.batteryPercent != nil
    let desktopKnows = desktopPower?.batteryPercent != nil
    let known = !kernelKnows && desktopKnows ? desktopPower : kernelPower ?? desktopPower
    guard let known, known != toldPower else { return }
    toldPower = known
    sink.post(.input(.device(event: .power(known))))
  }

  private func tellNetwork() {
    // What a network costs says nothing without one.
    guard var state = kernelNetwork else { return }
    if desktopMetered == true, state.link != .none { state.isMetered = true }
    guard state != toldNetwork else { return }
    toldNetwork = state
    sink.post(.input(.device(event: .network(state))))
  }

  private func tellWhetherInputIsHeard() {
    let isHeard = kernelHearsInput || desktopIdle != nil
    guard isHeard != toldHearsInput else { return }
    toldHearsInput = isHeard
    sink.post(.input(.device(event: .hearsInput(isHeard))))
  }

  private func tellIdle() {
    let known = desktopIdle ?? kernelIdle.map { .idle(since: $0) } ?? .inUse
    guard known != toldIdle else { return }
    toldIdle = known
    sink.post(.input(.device(event: .userIdle(since: known.since))))
  }
}

extension BridgeFix {
  /// The fix on the device's time line.
  fileprivate func location(at now: Instant) -> Location {
    let age = min(Duration.microseconds(ageMicroseconds), now - .zero)
    return Location(
      coordinate: Coordinate(latitude: latitudeDegrees, longitude: longitudeDegrees),
      horizontalAccuracyMetres: horizontalAccuracyMetres,
      at: now + (.zero - age),
      altitudeMetres: altitudeMetres,
      speed: speedMetresPerSecond,
      course: courseDegrees
    )
  }
}
