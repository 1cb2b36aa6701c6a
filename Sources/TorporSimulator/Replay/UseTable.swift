package import TorporModel

/// What apps have used in a stretch of time, by the ledger of consumption.
package struct UseTable: Hashable, Sendable {
  package internal(set) var apps: [AppIdentifier: Use] = [:]
  /// By apps before they were removed, together, as far as the ledger does not say whose it was.
  package internal(set) var removed = Use()

  package init() {}

  package var total: Use { apps.values.reduce(removed) { $0 + $1 } }

  static func += (sum: inout UseTable, other: UseTable) {
    for (app, use) in other.apps { sum.apps[app, default: Use()] += use }
    sum.removed += other.removed
  }

  package struct Use: Hashable, Sendable {
    package var processorMicroseconds: Int64 = 0
    package var networkBytes: Int64 = 0
    package var nanojoules: Int64 = 0
    package var offScreenMicroseconds: Int64 = 0

    package init() {}

    static func + (left: Use, right: Use) -> Use { left.combined(with: right, &+) }
    static func - (left: Use, right: Use) -> Use { left.combined(with: right, &-) }
    static func += (sum: inout Use, other: Use) { sum = sum + other }

    /// The same without what is less than nothing.
    var atLeastZero: Use { combined(with: Use(), max) }

    private func combined(with other: Use, _ combine: (Int64, Int64) -> Int64) -> Use {
      var both = Use()
      both.processorMicroseconds = combine(processorMicroseconds, other.processorMicroseconds)
      both.networkBytes = combine(networkBytes, other.networkBytes)
      both.nanojoules = combine(nanojoules, other.nanojoules)
      both.offScreenMicroseconds = combine(offScreenMicroseconds, other.offScreenMicroseconds)
      return both
    }
  }
}
