import TorporModel
import TorporText

/// Where moments lie on a line on which long quiet stretches take little room.
///
/// Between two moments at which something happens the line is even; every doubling of a stretch adds
/// the same room, so that a second and a night both can be seen.
struct TimeAxis {
  private let moments: [Instant]
  private let offsets: [Double]

  /// Makes an axis from zero to the end on which those moments can be told apart.
  init(_ seen: [Instant], end: Instant) {
    var moments: [Instant] = [.zero]
    for moment in (seen + [end]).sorted() where moment > moments[moments.count - 1] {
      moments.append(moment)
    }
    var offsets: [Double] = [0]
    for index in moments.indices.dropFirst() {
      let seconds = (moments[index] - moments[index - 1]).inSeconds
      offsets.append(offsets[index - 1] + TimeAxis.room(seconds))
    }
    self.moments = moments
    self.offsets = offsets
  }

  /// Where the moment lies.
  func place(_ moment: Instant) -> Int {
    Int((share(of: moment) * Double(TimelinePlace.whole)).rounded())
  }

  private func share(of moment: Instant) -> Double {
    guard let total = offsets.last, total > 0 else { return 0 }
    guard let next = moments.firstIndex(where: { $0 >= moment }) else { return 1 }
    guard next > 0 else { return 0 }
    let length = (moments[next] - moments[next - 1]).inSeconds
    let share = (moment - moments[next - 1]).inSeconds / length
    let offset = offsets[next - 1] + (offsets[next] - offsets[next - 1]) * share
    return offset / total
  }

  /// The room of a stretch: a logarithm to the base 2, straight between the powers of two.
  private static func room(_ seconds: Double) -> Double {
    var rest = 1 + seconds
    var doublings = 0.0
    while rest >= 2 {
      rest /= 2
      doublings += 1
    }
    return doublings + (rest - 1)
  }
}
