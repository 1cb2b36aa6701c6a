import Testing
import TorporCore
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The energy of the machine")
  struct EnergyTests {
    private final class Time {
      var nanoseconds: Int64 = 0
      var sleptNanoseconds: Int64 = 0

      var clock: PackageEnergy.Clock {
        .init(nanoseconds: { self.nanoseconds }, sleptNanoseconds: { self.sleptNanoseconds })
      }
    }

    private let minute: Int64 = 60_000_000_000

    private func write(
      _ microjoules: Int64,
      _ folder: borrowing TemporaryFolder,
      package: Int = 0
    ) throws {
      try folder.write("\(microjoules)\n", to: "class/powercap/intel-rapl:\(package)/energy_uj")
    }

    /// A package that turns over in 100 s at its limit of 10 W.
    private func makePackage(_ folder: borrowing TemporaryFolder, number: Int = 0) throws {
      let place = "class/powercap/intel-rapl:\(number)"
      try folder.write("package-\(number)\n", to: place + "/name")
      try folder.write("1000000000\n", to: place + "/max_energy_range_uj")
      try folder.write("8000000\n", to: place + "/constraint_0_power_limit_uw")
      try folder.write("10000000\n", to: place + "/constraint_1_power_limit_uw")
      // A part of the package is in it already, and the same by another way.
      try folder.write("core\n", to: place + ":0/name")
      try folder.write("7\n", to: place + ":0/energy_uj")
      let other = "class/powercap/intel-rapl-mmio:\(number)"
      try folder.write("package-\(number)\n", to: other + "/name")
      try folder.write("1\n", to: other + "/energy_uj")
    }

    @Test("is what the packages have counted since the beginning")
    func counts() throws {
      let folder = try TemporaryFolder()
      let time = Time()
      try makePackage(folder)
      try write(500, folder)
      let energy = PackageEnergy(sysRoot: folder.path, clock: time.clock)
      #expect(energy.unavailableReason == nil)
      time.nanoseconds = minute
      try write(2500, folder)
      energy.follow()
      let reading = try #require(energy.reading)
      #expect(reading.nanojoules == 2_000_000)
      #expect(reading.lengthNanoseconds == minute)
      #expect(reading.ageNanoseconds == 0)
      time.nanoseconds += 5
      #expect(energy.reading?.lengthNanoseconds == minute)
      #expect(energy.reading?.ageNanoseconds == 5)
      #expect(!reading.mayBeMore)
      #expect(reading.counted == 1)
      #expect(reading.packages == 1)
    }

    @Test("continues where a counter begins anew, and says where that may have happened unseen")
    func wraps() throws {
      let folder = try TemporaryFolder()
      let time = Time()
      try makePackage(folder)
      try write(999_999_000, folder)
      let energy = PackageEnergy(sysRoot: folder.path, clock: time.clock)
      time.nanoseconds = 99_000_000_000
      try write(4000, folder)
      energy.follow()
      #expect(energy.reading?.nanojoules == 5_000_000)
      #expect(energy.reading?.mayBeMore == false)
      // 1,000 J are turned over in 100 s by 10 W, the higher of its limits.
      time.nanoseconds += 100_000_000_000
      energy.follow()
      #expect(energy.reading?.mayBeMore == true)
    }

    @Test("is counted anew after a sleep of the machine, whatever the counter did in it")
    func sleeps() throws {
      let folder = try TemporaryFolder()
      let time = Time()
      try makePackage(folder)
      try write(500_000, folder)
      let energy = PackageEnergy(sysRoot: folder.path, clock: time.clock)
      time.nanoseconds = minute
      time.sleptNanoseconds = minute / 2
      // It began anew at the suspend: that is no turn of a gigajoule.
      try write(20, folder)
      energy.follow()
      #expect(energy.reading?.nanojoules == 0)
      #expect(energy.reading?.mayBeMore == true)
      time.nanoseconds += minute
      try write(50, folder)
      energy.follow()
      #expect(energy.reading?.nanojoules == 30_000)
    }

    @Test("stays a number where it is more than one holds")
    func clamps() throws {
      let folder = try TemporaryFolder()
      let time = Time()
      try makePackage(folder)
      try write(0, folder)
      let energy = PackageEnergy(sysRoot: folder.path, clock: time.clock)
      time.nanoseconds = minute
      try write(.max - 1, folder)
      energy.follow()
      #expect(energy.reading?.nanojoules == .max)
      time.nanoseconds += minute
      try write(.max, folder)
      energy.follow()
      #expect(energy.reading?.nanojoules == .max)
    }

    @Test("is that of the packages which can be read, of all that there are")
    func someUnreadable() throws {
      let folder = try TemporaryFolder()
      try makePackage(folder)
      try write(0, folder)
      try makePackage(folder, number: 1)
      let energy = PackageEnergy(sysRoot: folder.path, clock: Time().clock)
      #expect(energy.unavailableReason == nil)
      #expect(energy.reading?.counted == 1)
      #expect(energy.reading?.packages == 2)
    }

    @Test("is read once a minute at most, and not because somebody asks")
    func rest() throws {
      let folder = try TemporaryFolder()
      let time = Time()
      try makePackage(folder)
      try write(0, folder)
      let energy = PackageEnergy(sysRoot: folder.path, clock: time.clock)
      time.nanoseconds = 59_000_000_000
      try write(3, folder)
      energy.follow()
      #expect(energy.reading?.nanojoules == 0)
      time.nanoseconds = minute
      energy.follow()
      #expect(energy.reading?.nanojoules == 3000)
      try write(9, folder)
      energy.follow()
      #expect(energy.reading?.nanojoules == 3000)
      time.nanoseconds = 2 * minute
      energy.follow()
      #expect(energy.reading?.nanojoules == 9000)
    }

    @Test("is missing where there is no package, with the reason")
    func missing() throws {
      let folder = try TemporaryFolder()
      let energy = PackageEnergy(sysRoot: folder.path)
      #expect(energy.reading == nil)
      #expect(
        energy.unavailableReason == "\(folder.path)/class/powercap shows no package of processors"
      )
    }

    @Test("of batteries is their energy, or an estimate by their charge")
    func batteries() throws {
      let folder = try TemporaryFolder()
      for (name, value) in [("type", "Battery"), ("capacity", "50"), ("energy_now", "20000000")] {
        try folder.write("\(value)\n", to: "class/power_supply/BAT0/\(name)")
      }
      #expect(PowerAdapter.read(sysRoot: folder.path).microwattHours == 20_000_000)
      #expect(PowerAdapter.read(sysRoot: folder.path).isEnergyEstimated == nil)
      for (name, value) in [
        ("type", "Battery"), ("capacity", "50"), ("charge_now", "2000000"),
        ("voltage_now", "11400000"), ("voltage_min_design", "11000000"),
      ] {
        try folder.write("\(value)\n", to: "class/power_supply/BAT1/\(name)")
      }
      #expect(PowerAdapter.read(sysRoot: folder.path).microwattHours == 42_000_000)
      // A charge is energy only at a voltage, and that is assumed.
      #expect(PowerAdapter.read(sysRoot: folder.path).isEnergyEstimated == true)
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
