import TorporModel
package import TorporWire

// Bluetooth, as a central and as a peripheral.

extension AppCalls {
  package func connectPeripheral(_ call: Incoming<App.ConnectPeripheral>) -> Work {
    let request = BluetoothRequest.connect(
      peripheral: call.peripheral,
      restoreIdentifier: call.restoreIdentifier
    )
    return ask(call, .bluetooth(request))
  }

  package func cancelPeripheralConnection(
    _ call: Incoming<App.CancelPeripheralConnection>
  ) -> Work {
    ask(call, .bluetooth(.cancelConnection(peripheral: call.peripheral)))
  }

  package func scanForPeripherals(_ call: Incoming<App.ScanForPeripherals>) -> Work {
    let request = BluetoothRequest.scan(
      services: call.services,
      restoreIdentifier: call.restoreIdentifier
    )
    return ask(call, .bluetooth(request))
  }

  package func stopScan(_ call: Incoming<App.StopScan>) -> Work {
    ask(call, .bluetooth(.stopScan))
  }

  package func setNotifyValue(_ call: Incoming<App.SetNotifyValue>) -> Work {
    let request = BluetoothRequest.subscribe(
      peripheral: call.peripheral,
      characteristic: call.characteristic,
      isOn: call.isOn
    )
    return ask(call, .bluetooth(request))
  }

  package func startAdvertising(_ call: Incoming<App.StartAdvertising>) -> Work {
    let request = BluetoothRequest.advertise(
      services: call.services,
      restoreIdentifier: call.restoreIdentifier
    )
    return ask(call, .bluetooth(request))
  }

  package func stopAdvertising(_ call: Incoming<App.StopAdvertising>) -> Work {
    ask(call, .bluetooth(.stopAdvertising))
  }

  package func publishServices(_ call: Incoming<App.PublishServices>) -> Work {
    let request = BluetoothRequest.publish(
      services: call.services,
      restoreIdentifier: call.restoreIdentifier
    )
    return ask(call, .bluetooth(request))
  }

  package func answerCentral(_ call: Incoming<App.AnswerCentral>) -> Work {
    ask(call, .bluetooth(.answer(request: call.request, call.answer)))
  }

  package func updateValue(_ call: Incoming<App.UpdateValue>) -> Work {
    let request = BluetoothRequest.updateValue(
      service: call.service,
      characteristic: call.characteristic,
      value: call.value
    )
    return ask(call, .bluetooth(request))
  }

  package func standingBluetooth(_ call: Incoming<App.StandingBluetooth>) -> Work {
    ask(call, .bluetooth(.standing(restoreIdentifier: call.restoreIdentifier))) {
      if case .bluetooth(let all) = $0 {
        App.StandingBluetooth.Reply(
          connections: all.connections,
          scan: all.scan,
          advertising: all.advertising,
          services: all.services,
          centrals: all.centrals,
          peripherals: all.peripherals
        )
      } else {
        nil
      }
    }
  }
}
