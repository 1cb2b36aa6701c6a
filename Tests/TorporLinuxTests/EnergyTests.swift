import Testing
import TorporCore
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The energy of the machine")
  struct EnergyTests {
    private final class Clock {
      var nanoseconds: Int64 = 0
    }

    private func write(_ microjoules: Int64, _ folder: borrowing TemporaryFolder) throws {
      try folder.write("\(microjoules)\n", to: "class/powercap/intel-rapl:0/energy_uj")
    }

    private func package(_ folder: borrowing TemporaryFolder) throws {
      try folder.write("package-0\n", to: "class/powercap/intel-rapl:0/name")
      try folder.write("1000000000\n", to: "class/powercap/intel-rapl:0/max_energy_range_uj")
      // A part of the package is in it already.
      try folder.write("core\n", to: "class/powercap/intel-rapl:0:0/name")
      try folder.write("7\n", to: "class/powercap/intel-rapl:0:0/energy_uj")
    }

    @Test("is what the packages have counted since the beginning")
    func counts() throws {
      let folder = try TemporaryFolder()
      let clock = Clock()
      try package(folder)
      try write(500, folder)
      let energy = PackageEnergy(sysRoot: folder.path) { clock.nanoseconds }
      #expect(energy.unavailableReason == nil)
      clock.nanoseconds = 500_000_000
      try write(2500, folder)
      let reading = try #require(energy.read())
      #expect(reading.nanojoules == 2_000_000)
      #expect(reading.lengthNanoseconds == 500_000_000)
      #expect(!reading.mayBeMore)
    }

    @Test("goes on where a counter begins anew, and says where that may have happened unseen")
    func wraps() throws {
      let folder = try TemporaryFolder()
      let clock = Clock()
      try package(folder)
      try write(999_999_000, folder)
      let energy = PackageEnergy(sysRoot: folder.path) { clock.nanoseconds }
      clock.nanoseconds = 900_000_000
      try write(4000, folder)
      #expect(energy.read()?.nanojoules == 5_000_000)
      #expect(energy.read()?.mayBeMore == false)
      // 1,000 J are turned over in a second by 1,000 W.
      clock.nanoseconds += 1_000_000_000
      #expect(energy.read()?.mayBeMore == true)
    }

    @Test("is read at most once a minute where nobody asks")
    func rest() throws {
      let folder = try TemporaryFolder()
      let clock = Clock()
      try package(folder)
      try write(0, folder)
      let energy = PackageEnergy(sysRoot: folder.path) { clock.nanoseconds }
      clock.nanoseconds = 59_000_000_000
      energy.follow()
      try write(3, folder)
      clock.nanoseconds = 60_000_000_000
      energy.follow()
      try write(9, folder)
      energy.follow()
      #expect(energy.read()?.nanojoules == 9000)
    }

    @Test("is missing where there is no package, with the reason")
    func missing() throws {
      let folder = try TemporaryFolder()
      let energy = PackageEnergy(sysRoot: folder.path)
      #expect(energy.read() == nil)
      #expect(
        energy.unavailableReason == "\(folder.path)/class/powercap shows no package of processors"
      )
    }

    @Test("of batteries is their energy, or their charge times the voltage")
    func batteries() throws {
      let folder = try TemporaryFolder()
      for (name, value) in [("type", "Battery"), ("capacity", "50"), ("energy_now", "20000000")] {
        try folder.write("\(value)\n", to: "class/power_supply/BAT0/\(name)")
      }
      #expect(PowerAdapter.read(sysRoot: folder.path).microwattHours == 20_000_000)
      for (name, value) in [
        ("type", "Battery"), ("capacity", "50"), ("charge_now", "2000000"),
        ("voltage_now", "11400000"), ("voltage_min_design", "11000000"),
      ] {
        try folder.write("\(value)\n", to: "class/power_supply/BAT1/\(name)")
      }
      #expect(PowerAdapter.read(sysRoot: folder.path).microwattHours == 42_000_000)
      // One that does not tell makes the sum unknown.
      try folder.write("Battery\n", to: "class/power_supply/BAT2/type")
      #expect(PowerAdapter.read(sysRoot: folder.path).microwattHours == nil)
    }

    @Test("of disks is the sum of all of them")
    func disks() {
      let text =
        "254:0 rbytes=4096 wbytes=100 rios=1 wios=1 dbytes=9 dios=0\n8:0 rbytes=4 wbytes=20\n"
      #expect(DiskBytes(parsing: text).read == 4100)
      #expect(DiskBytes(parsing: text).written == 120)
      #expect(DiskBytes(parsing: "").read == 0)
      #expect(DiskBytes(parsing: "nonsense rbytes=x wbytes=-4").written == 0)
    }
  }
}
