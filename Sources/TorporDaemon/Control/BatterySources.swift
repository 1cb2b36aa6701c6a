import TorporCore
import TorporModel
import TorporWire

/// Where the figures of the battery page come from, and what is missing.
enum BatterySources {
  /// `showsProcessors`: whether the caller may see what the processors took.
  static func rows(
    _ power: PowerState?,
    _ meters: Meters,
    _ fit: EnergyFit.Outcome?,
    showsProcessors: Bool
  ) -> [BatterySource] {
    [
      BatterySource(
        figure: "processor",
        isMeasured: true,
        text: "The kernel counts the processor time of each app (cpu.stat)."
      ),
      BatterySource(
        figure: "transfers",
        isMeasured: true,
        text:
          "The transfer service counts the bytes that it moves for each app; downloads of `torpor download` belong to no app."
      ),
      row(
        "network",
        meters.networkUnavailableReason,
        "The kernel counts the bytes of each app's own sockets (a BPF program of its control group); those of the "
          + "loopback cost no energy.",
        "Bytes that apps move by their own sockets are not counted, so a data allowance counts only those of transfers"
      ),
      row(
        "disk",
        meters.diskUnavailableReason,
        "The kernel counts the bytes that each app reads from disks and writes to them (io.stat).",
        "Bytes read from disks and written to them are not counted"
      ),
      battery(power),
      processors(meters, isShown: showsProcessors),
      BatterySource(figure: "energy", isMeasured: false, text: EnergySentences.source(fit)),
    ]
  }

  private static func battery(_ power: PowerState?) -> BatterySource {
    let reason: String? =
      if power?.batteryPercent == nil {
        "This machine has no battery: it counts as being on external power, where nothing waits for an energy allowance."
      } else if power?.microwattHours == nil {
        "The battery reports its percentage, but no energy."
      } else {
        nil
      }
    let isEstimate = power?.isEnergyEstimated == true
    return BatterySource(
      figure: "battery",
      isMeasured: reason == nil && !isEstimate,
      text: reason
        ?? (isEstimate
          ? "The energy of the battery is an estimate: the charge that it reports, at the voltage it was designed for."
          : "The battery reports its energy.")
    )
  }

  private static func processors(_ meters: Meters, isShown: Bool) -> BatterySource {
    guard isShown else {
      return BatterySource(
        figure: "package",
        isMeasured: false,
        text:
          "The energy of the processors is shown to root only, because it reveals what they compute (CVE-2020-8694)."
      )
    }
    guard let energy = meters.processorEnergy else {
      return row(
        "package",
        meters.processorEnergyUnavailableReason ?? "the host does not count it",
        "",
        "Processor energy is not available"
      )
    }
    var text = "The processors count their own energy (RAPL), read once a minute at most"
    if energy.counted < energy.packages {
      text += "; \(energy.counted) of \(energy.packages) packages can be read"
    }
    if energy.mayBeMore {
      text +=
        "; the true value may be higher: a counter may have wrapped unnoticed, or been reset during sleep"
    }
    return BatterySource(figure: "package", isMeasured: true, text: text + ".")
  }

  private static func row(
    _ figure: String,
    _ unavailableReason: String?,
    _ text: String,
    _ lost: String
  ) -> BatterySource {
    BatterySource(
      figure: figure,
      isMeasured: unavailableReason == nil,
      text: unavailableReason.map { "\(lost): \($0)." } ?? text
    )
  }
}
