import Testing
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("What a machine can do")
  struct CapabilityTests {
    @Test("is found by trying, each thing once", .enabled(if: Machine.isAvailable))
    func probe() throws {
      let machine = try Machine()
      let found = Capabilities.probe(groups: .success(machine.tree))
      #expect(found.map(\.kind) == Capability.Kind.allCases)
      #expect(found.first == Capability(.freezer))
      for capability in found { print("note: \(capability)") }
    }

    @Test("is said with what is lost and why, where it is missing")
    func missing() throws {
      let folder = try TemporaryFolder()
      let found = Capabilities.probe(
        groups: .failure(.noFreezer(path: "/x")),
        procRoot: folder.path,
        sysRoot: folder.path
      )
      func sentence(_ kind: Capability.Kind) -> String? {
        found.first { $0.kind == kind }?.description
      }
      #expect(
        sentence(.freezer)
          == "apps cannot be frozen: /x has no cgroup.freeze, so nothing can be frozen; it needs "
          + "Linux 5.2 or newer"
      )
      #expect(
        sentence(.groupKill)
          == "an app's processes are ended one by one: there are no control groups"
      )
      #expect(
        sentence(.memoryPressure)
          == "memory pressure is not noticed, and no app is ended because of it: cannot open "
          + "\(folder.path)/pressure/memory: No such file or directory (ENOENT)"
      )
      #expect(
        sentence(.paging)
          == "memory of frozen apps stays where it is: there is no swap (\(folder.path)/swaps); "
          + "add zram or a swap file"
      )
      #expect(
        sentence(.battery)
          == "the machine counts as being on external power: "
          + "\(folder.path)/class/power_supply shows none"
      )
    }
  }
}
