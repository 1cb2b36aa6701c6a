/// Which bus, and where it listens.
struct BusAddress: Hashable {
  /// As parts and people call it: "system bus", "session bus".
  let name: String
  /// An address of D-Bus; `nil` where nothing says where the bus is.
  let address: String?

  /// The bus of the machine: `DBUS_SYSTEM_BUS_ADDRESS`, else the place that the standard names.
  static func system(_ environment: (String) -> String?) -> BusAddress {
    BusAddress(
      name: "system bus",
      address: environment("DBUS_SYSTEM_BUS_ADDRESS")
        ?? "unix:path=/run/dbus/system_bus_socket"
    )
  }

  /// The bus of the user's session: `DBUS_SESSION_BUS_ADDRESS`, else `bus` in `XDG_RUNTIME_DIR`.
  static func session(_ environment: (String) -> String?) -> BusAddress {
    BusAddress(
      name: "session bus",
      address: environment("DBUS_SESSION_BUS_ADDRESS")
        ?? environment("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
    )
  }
}
