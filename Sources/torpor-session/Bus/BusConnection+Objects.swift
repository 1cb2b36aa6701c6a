import CSystemd

// Our own objects and names on a bus.

extension BusConnection {
  /// Exports an object whose calls the handler answers; `nil` from the handler: there is no such method, and the caller
  /// is informed.
  ///
  /// Calls for introspection and properties reach the handler like any other call.
  func export(path: String, _ handler: @escaping (BusEvent) -> BusAnswer?) -> Token {
    keep { bus throws(BusFailure) in
      try BusSlot("export \(path)", isHandled: true) { message in
        let due = BusDue(of: message)
        do throws(BusFailure) {
          let event = try BusEvent(message)
          due.answer(handler(event) ?? .unknownMethod(event))
        } catch {
          due.answer(.invalidArguments("\(error)"))
        }
      } add: { slot, callback, context in
        sd_bus_add_object(bus, &slot, path, callback, context)
      }
    }
  }

  /// Passes calls to an object to `handler`, which answers each one when it knows the answer.
  func serve(path: String, _ handler: @escaping (BusEvent, BusDue) -> Void) -> Token {
    keep { bus throws(BusFailure) in
      try BusSlot("serve \(path)", isHandled: true) { [weak self] message in
        let due = BusDue(of: message) { self?.follow() }
        do throws(BusFailure) {
          handler(try BusEvent(message), due)
        } catch {
          due.answer(.invalidArguments("\(error)"))
        }
      } add: { slot, callback, context in
        sd_bus_add_object(bus, &slot, path, callback, context)
      }
    }
  }

  /// Requests a well-known name; `told`: whether it is ours now.
  ///
  /// The previous owner keeps the name, and we receive it when that owner leaves.
  func own(_ name: String, told: @escaping (Bool) -> Void) -> Token {
    keep { bus throws(BusFailure) in
      try BusSlot("own \(name)") { reply in
        let answer = try? BusReply.result(of: reply).get()
        // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER and _ALREADY_OWNER.
        told(answer.map { [1, 4].contains($0.values.first?.integer) } ?? false)
      } add: { slot, callback, context in
        sd_bus_request_name_async(bus, &slot, name, UInt64(SD_BUS_NAME_QUEUE), callback, context)
      }
    }
  }

  /// Emits a signal to all listeners.
  func emit(path: String, interface: String, member: String, _ values: [BusValue]) {
    guard let bus, isConnected else { return }
    var pointer: OpaquePointer?
    guard sd_bus_message_new_signal(bus, &pointer, path, interface, member) >= 0, let pointer else {
      return
    }
    let message = BusMessage(owning: pointer)
    guard (try? BusValue.append(values, to: message.pointer)) != nil else { return }
    sd_bus_send(bus, message.pointer, nil)
    follow()
  }
}
