/// One line of a pressure file of the kernel.
struct PressureLine: Hashable {
  /// The share of the last 10 s in which tasks waited, in permille.
  let tenSecondsPermille: Int
  /// How long they have waited since the machine was started.
  let totalMicroseconds: Int64

  static func parse(_ text: String, _ kind: PressureTrigger.Kind) -> PressureLine? {
    for line in text.split(separator: "\n") {
      // some avg10=6.03 avg60=5.07 avg300=2.11 total=17099370
      let fields = line.split(separator: " ")
      guard fields.count > 4, fields[0] == kind.rawValue, fields[1].hasPrefix("avg10="),
        let percent = Double(fields[1].dropFirst("avg10=".count)), percent >= 0, percent <= 100,
        let last = fields.last, last.hasPrefix("total="),
        let total = Int64(last.dropFirst("total=".count))
      else { continue }
      return PressureLine(tenSecondsPermille: Int(percent * 10), totalMicroseconds: total)
    }
    return nil
  }
}
