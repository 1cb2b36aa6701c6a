internal import TorporPosix

/// What the kernel offers in our groups besides freezing; probed, not derived from a version.
package struct GroupFeatures: Hashable, Sendable {
  /// `cgroup.kill` (Linux 5.14): the whole group ends with one write.
  package var hasKill: Bool
  /// `memory.current`: the kernel counts the group's memory.
  package var hasMemory: Bool
  /// `memory.reclaim` (Linux 5.19) that this process may write: the group can be told to give memory back.
  package var hasReclaim: Bool
  /// `memory.pressure`: the kernel tells how long the group waited for memory.
  package var hasPressure: Bool
  /// `cpu.weight` that this process may write: groups share the processor as they are told.
  package var hasWeight: Bool
  /// What `cgroup.controllers` lists.
  package var controllers: [String]

  package init(
    hasKill: Bool,
    hasMemory: Bool,
    hasReclaim: Bool = false,
    hasPressure: Bool,
    hasWeight: Bool = false,
    controllers: [String]
  ) {
    self.hasKill = hasKill
    self.hasMemory = hasMemory
    self.hasReclaim = hasReclaim
    self.hasPressure = hasPressure
    self.hasWeight = hasWeight
    self.controllers = controllers
  }

  /// Looks at a group that is not the root, which lacks most files.
  init(probing folder: String) {
    let listed = (try? Files.read(folder + "/cgroup.controllers")) ?? ""
    self.init(
      hasKill: Files.exists(folder + "/cgroup.kill"),
      hasMemory: Files.exists(folder + "/memory.current"),
      hasReclaim: Files.isWritable(folder + "/memory.reclaim"),
      hasPressure: Files.exists(folder + "/memory.pressure"),
      hasWeight: Files.isWritable(folder + "/cpu.weight"),
      controllers: listed.split(whereSeparator: \.isWhitespace).map { String($0) }
    )
  }
}
