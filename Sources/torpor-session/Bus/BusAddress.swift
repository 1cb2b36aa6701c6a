/// A bus, and the address at which it listens.
struct BusAddress: Hashable {
  /// Its name for parts and people: "system bus", "session bus".
  let name: String
  /// A D-Bus address; `nil` if the location of the bus is unknown.
  let address: String?

  /// Returns the machine's bus: `DBUS_SYSTEM_BUS_ADDRESS`, otherwise the standard location.
  static func system(_ environment: (String) -> String?) -> BusAddress {
    BusAddress(
      name: "system bus",
      address: environment("DBUS_SYSTEM_BUS_ADDRESS")
        ?? "unix:path=/run/dbus/system_bus_socket"
    )
  }

  /// Returns the bus of the user's session: `DBUS_SESSION_BUS_ADDRESS`, otherwise `bus` in `XDG_RUNTIME_DIR`.
  static func session(_ environment: (String) -> String?) -> BusAddress {
    BusAddress(
      name: "session bus",
      address: environment("DBUS_SESSION_BUS_ADDRESS")
        ?? environment("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
    )
  }
}
