import TorporCore

extension ControlGroup {
  /// All that the kernel counts of the processes that were ever in the group; `nil` when the group is gone.
  ///
  /// `cpu.stat` is there in every group of version 2. `io.stat` is where the controller `io` is on, as on a desktop of
  /// systemd; on a machine whose controllers are those of version 1 no bytes of disks are counted.
  func usage(_ network: NetworkCounters? = nil) -> ResourceUsage? {
    guard let microseconds = try? processorMicroseconds() else { return nil }
    let disk =
      features.controllers.contains("io") ? text(of: "io.stat").map(DiskBytes.init(parsing:)) : nil
    let moved = network?.bytes(ofGroup: inode)
    return ResourceUsage(
      processor: .microseconds(microseconds),
      readBytes: disk?.read,
      writtenBytes: disk?.written,
      receivedBytes: moved?.received,
      sentBytes: moved?.sent,
      loopbackBytes: moved?.loopback
    )
  }
}

/// What `io.stat` counts, over all disks.
struct DiskBytes: Hashable {
  private(set) var read: Int64 = 0
  private(set) var written: Int64 = 0

  /// A line for each disk: "254:0 rbytes=45056 wbytes=0 rios=2 …"; a group that did nothing has none.
  init(parsing text: String) {
    for field in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let parts = field.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let bytes = Int64(parts[1]), bytes >= 0 else { continue }
      switch parts[0] {
      case "rbytes": read += bytes
      case "wbytes": written += bytes
      default: break
      }
    }
  }
}
