import TorporModel
package import TorporWire

// The location service.

extension AppCalls {
  // MARK: Updates

  package func startUpdatingLocation(_ call: Incoming<App.StartUpdatingLocation>) -> Work {
    let session = LocationSession(
      desiredAccuracyMetres: call.desiredAccuracyMetres,
      distanceFilterMetres: call.distanceFilterMetres,
      allowsBackgroundUpdates: call.allowsBackgroundUpdates,
      pausesAutomatically: call.pausesAutomatically,
      activity: call.activity
    )
    return ask(call, .location(.startUpdating(session)))
  }

  package func stopUpdatingLocation(_ call: Incoming<App.StopUpdatingLocation>) -> Work {
    ask(call, .location(.stopUpdating))
  }

  package func requestLocation(_ call: Incoming<App.RequestLocation>) -> Work {
    ask(call, .location(.requestOnce(accuracyMetres: call.accuracyMetres)))
  }

  package func startMonitoringSignificantChanges(
    _ call: Incoming<App.StartMonitoringSignificantChanges>
  ) -> Work {
    ask(call, .location(.startMonitoringSignificantChanges))
  }

  package func stopMonitoringSignificantChanges(
    _ call: Incoming<App.StopMonitoringSignificantChanges>
  ) -> Work {
    ask(call, .location(.stopMonitoringSignificantChanges))
  }

  package func startMonitoringVisits(_ call: Incoming<App.StartMonitoringVisits>) -> Work {
    ask(call, .location(.startMonitoringVisits))
  }

  package func stopMonitoringVisits(_ call: Incoming<App.StopMonitoringVisits>) -> Work {
    ask(call, .location(.stopMonitoringVisits))
  }

  package func deferLocationUpdates(_ call: Incoming<App.DeferLocationUpdates>) -> Work {
    let request = LocationRequest.deferUpdates(
      untilTravelledMetres: call.untilTravelledMetres,
      timeout: call.timeout
    )
    return ask(call, .location(request))
  }

  package func endDeferral(_ call: Incoming<App.EndDeferral>) -> Work {
    ask(call, .location(.endDeferral))
  }

  package func locationAuthorization(_ call: Incoming<App.LocationAuthorization>) -> Work {
    ask(call, .location(.authorizationStatus)) {
      if case .locationAuthorization(let known) = $0 {
        App.LocationAuthorization.Reply(authorization: known)
      } else {
        nil
      }
    }
  }

  package func locationAccuracy(_ call: Incoming<App.LocationAccuracy>) -> Work {
    ask(call, .location(.accuracyAuthorization)) {
      if case .locationAccuracy(let known) = $0 {
        App.LocationAccuracy.Reply(accuracy: known)
      } else {
        nil
      }
    }
  }

  package func requestFullAccuracy(_ call: Incoming<App.RequestFullAccuracy>) -> Work {
    ask(call, .location(.requestFullAccuracy(purpose: call.purpose)))
  }

  package func startLiveUpdates(_ call: Incoming<App.StartLiveUpdates>) -> Work {
    ask(call, .location(.live(.start(call.configuration))))
  }

  package func stopLiveUpdates(_ call: Incoming<App.StopLiveUpdates>) -> Work {
    ask(call, .location(.live(.stop)))
  }

  package func beginBackgroundActivity(_ call: Incoming<App.BeginBackgroundActivity>) -> Work {
    ask(call, .location(.live(.beginBackgroundActivity)))
  }

  package func endBackgroundActivity(_ call: Incoming<App.EndBackgroundActivity>) -> Work {
    ask(call, .location(.live(.endBackgroundActivity)))
  }

  package func holdServiceSession(_ call: Incoming<App.HoldServiceSession>) -> Work {
    ask(call, .location(.live(.holdServiceSession)))
  }

  package func endServiceSession(_ call: Incoming<App.EndServiceSession>) -> Work {
    ask(call, .location(.live(.endServiceSession)))
  }

  // MARK: Regions, beacons and monitors

  package func startMonitoringRegion(_ call: Incoming<App.StartMonitoringRegion>) -> Work {
    ask(call, .location(.startMonitoring(call.region)))
  }

  package func stopMonitoringRegion(_ call: Incoming<App.StopMonitoringRegion>) -> Work {
    ask(call, .location(.stopMonitoring(region: call.region)))
  }

  package func monitoredRegions(_ call: Incoming<App.MonitoredRegions>) -> Work {
    ask(call, .location(.monitoredRegions)) {
      if case .regions(let regions) = $0 {
        App.MonitoredRegions.Reply(regions: regions)
      } else {
        nil
      }
    }
  }

  package func requestRegionState(_ call: Incoming<App.RequestRegionState>) -> Work {
    ask(call, .location(.requestState(region: call.region)))
  }

  package func startMonitoringBeacons(_ call: Incoming<App.StartMonitoringBeacons>) -> Work {
    ask(call, .location(.beacons(.startMonitoring(call.region))))
  }

  package func monitoredBeaconRegions(_ call: Incoming<App.MonitoredBeaconRegions>) -> Work {
    ask(call, .location(.beacons(.monitoredRegions))) {
      if case .beaconRegions(let all) = $0 {
        App.MonitoredBeaconRegions.Reply(regions: all)
      } else {
        nil
      }
    }
  }

  package func startRangingBeacons(_ call: Incoming<App.StartRangingBeacons>) -> Work {
    ask(call, .location(.beacons(.startRanging(call.beacon))))
  }

  package func stopRangingBeacons(_ call: Incoming<App.StopRangingBeacons>) -> Work {
    ask(call, .location(.beacons(.stopRanging(call.beacon))))
  }

  package func openMonitor(_ call: Incoming<App.OpenMonitor>) -> Work {
    ask(call, .location(.monitor(.open(monitor: call.monitor))))
  }

  package func closeMonitor(_ call: Incoming<App.CloseMonitor>) -> Work {
    ask(call, .location(.monitor(.close(monitor: call.monitor))))
  }

  package func addCondition(_ call: Incoming<App.AddCondition>) -> Work {
    let request = MonitorRequest.add(
      monitor: call.monitor,
      identifier: call.identifier,
      condition: call.condition,
      assuming: call.assuming
    )
    return ask(call, .location(.monitor(request)))
  }

  package func removeCondition(_ call: Incoming<App.RemoveCondition>) -> Work {
    let request = MonitorRequest.remove(monitor: call.monitor, identifier: call.identifier)
    return ask(call, .location(.monitor(request)))
  }

  package func monitorRecords(_ call: Incoming<App.MonitorRecords>) -> Work {
    ask(call, .location(.monitor(.records(monitor: call.monitor)))) {
      if case .monitorRecords(let all) = $0 { App.MonitorRecords.Reply(records: all) } else { nil }
    }
  }

  package func takeMonitorEvent(_ call: Incoming<App.TakeMonitorEvent>) -> Work {
    let request = MonitorRequest.take(
      monitor: call.monitor,
      identifier: call.identifier,
      at: call.at
    )
    return ask(call, .location(.monitor(request)))
  }
}
