internal import TorporCore
internal import TorporPosix

/// What stands against freezing the groups of an app of the desktop, apart from their sockets.
struct AdoptedHazards {
  let procRoot: String
  /// The processes of the bridges that are attached.
  let bridges: Set<Int32>

  /// What a session stands on, by the names of processes (15 bytes).
  private static let pillars: Set<String> = [
    "torpor-session", "torpord", "dbus-daemon", "dbus-broker", "dbus-broker-lau", "pipewire",
    "pipewire-pulse", "wireplumber", "pulseaudio", "systemd", "kwin_wayland", "kwin_x11",
    "gnome-shell", "sway", "Xwayland", "Xorg", "ibus-daemon", "fcitx5",
  ]

  /// Looks for hazards in all groups together: what one of them holds of another hurts nobody.
  func hazards(in list: () -> [Int32]) -> [Hazard] {
    var hazards = HazardScan(procRoot: procRoot, container: nil).hazards(ofGroup: list)
    let members = list()
    for hazard in TerminalWork(procRoot: procRoot).hazards(in: members)
    where !hazards.contains(hazard) {
      hazards.append(hazard)
    }
    return hazards + pillars(among: members)
  }

  /// Processes by which apps are thawed again, or heard: whoever freezes them freezes everything else for good.
  private func pillars(among members: [Int32]) -> [Hazard] {
    members.filter { member in
      bridges.contains(member)
        || ProcessStat(of: member, procRoot: procRoot).map {
          AdoptedHazards.pillars.contains($0.name)
        }
          ?? false
    }.map { .callersShell(pid: $0) }
  }
}
