import Testing

@testable import TorporPosix

@Suite("The table of what is mounted")
struct MountTableTests {
  private static let unified = "30 1 0:26 / /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw"
  private static let hybrid = """
    30 1 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw
    31 30 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
    32 30 0:28 / /sys/fs/cgroup/unified rw,nosuid shared:3 master:1 - cgroup2 cgroup2 rw
    """

  @Test("has each line's folder, point and type, whatever tags stand between them")
  func fields() {
    let mounts = MountTable(mountInfo: Self.hybrid).mounts
    #expect(mounts.map(\.type) == ["tmpfs", "cgroup", "cgroup2"])
    #expect(mounts.map(\.root) == ["/", "/", "/"])
    #expect(mounts.last?.point == "/sys/fs/cgroup/unified")
  }

  @Test("has what the kernel escapes as it is: a space, a tab, a line feed, a backslash")
  func escapes() {
    let line = #"4 1 0:7 /a\011b /mnt/two\040words\134\012 rw - 9p host rw"#
    let mount = MountTable(mountInfo: line).mounts.first
    #expect(mount?.root == "/a\tb")
    #expect(mount?.point == "/mnt/two words\\\n")
  }

  @Test("leaves out lines that are none of its own")
  func nonsense() {
    #expect(MountTable(mountInfo: "\n1 2 3\n1 0 8:1 / / rw - \n30 1 0:26 / /x rw\n").mounts == [])
  }

  @Test("finds control groups of version 2 in both layouts, the whole tree first")
  func groups() {
    let hybrid = MountTable(mountInfo: Self.hybrid)
    #expect(hybrid.controlGroups?.point == "/sys/fs/cgroup/unified")
    #expect(hybrid.hasControlGroupsOfVersion1)
    let unified = MountTable(mountInfo: Self.unified)
    #expect(unified.controlGroups?.point == MountTable.unifiedPoint)
    #expect(!unified.hasControlGroupsOfVersion1)
    let twice = MountTable(
      mountInfo: "29 1 0:26 /a /mnt/groups rw - cgroup2 none rw\n" + Self.unified
    )
    #expect(twice.controlGroups?.point == MountTable.unifiedPoint)
    #expect(MountTable(mountInfo: "30 1 0:26 / / rw - ext4 /dev/sda rw").controlGroups == nil)
  }

  @Test(
    "finds what holds a file: the deepest mount, and of several at one point the last",
    arguments: [
      ("/home/a", "xfs"), ("/home/ab", "ext4"), ("/home/a/b/c", "btrfs"), ("/", "ext4"),
      ("/srv/x", "nfs4"),
    ]
  )
  func holding(path: String, type: String) {
    let table = MountTable(
      mountInfo: """
        1 0 8:1 / / rw - ext4 /dev/sda1 rw
        2 1 0:9 / /home/a rw - xfs x rw
        3 2 8:2 / /home/a/b rw - btrfs /dev/sdb rw
        5 1 8:3 / /srv rw - ext4 /dev/sdc rw
        6 1 0:8 / /srv rw - nfs4 x rw
        """
    )
    #expect(table.mount(holding: path)?.type == type)
  }

  @Test("of this process has a root")
  func own() { #expect(MountTable().mount(holding: "/") != nil) }

  @Test("stands beside a process's group of version 2, whatever other lines its file has")
  func process() {
    #expect(ProcessGroups.unified(in: "4:memory:/x\n0::/user.slice/a b\n") == "/user.slice/a b")
    #expect(ProcessGroups.unified(in: "4:memory:/x\n") == nil)
  }
}
