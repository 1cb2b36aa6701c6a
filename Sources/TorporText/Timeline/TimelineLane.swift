/// A line of a timeline: the states of one app as bars, and what happened to it as marks.
package struct TimelineLane: Hashable, Sendable {
  /// The name in front of it.
  package let name: String
  /// Its states, one behind the other.
  package var bars: [TimelineBar]
  /// What happened, in order.
  package var marks: [TimelineMark]

  package init(_ name: String, bars: [TimelineBar] = [], marks: [TimelineMark] = []) {
    (self.name, self.bars, self.marks) = (name, bars, marks)
  }
}

/// Where something lies on a timeline: hundred-thousandths of its width, so that a pixel of a page that is
/// eight times wider than a screen is still told from the next.
package enum TimelinePlace {
  /// The whole width.
  package static let whole = 100_000

  /// A place as a share of the width, for SVG: "12.345%".
  package static func percent(_ place: Int) -> String {
    let rest = String(place % 1000)
    let fraction = String(repeating: "0", count: 3 - rest.count) + rest
    return "\(place / 1000).\(fraction)%"
  }
}

/// A state that lasted.
package struct TimelineBar: Hashable, Sendable {
  /// What it looks like.
  package enum Look: String, Hashable, Sendable, CaseIterable {
    case active, inactive, background, suspended
    /// The machine slept.
    case asleep
  }

  package let look: Look
  package let from: Int
  package let to: Int
  package let length: Duration
  /// What is said of it.
  package let title: String

  package init(_ look: Look, from: Int, to: Int, length: Duration, title: String) {
    (self.look, self.from, self.to) = (look, from, max(from, to))
    (self.length, self.title) = (length, title)
  }
}

/// Something that happened.
package struct TimelineMark: Hashable, Sendable {
  /// What it looks like.
  package enum Look: String, Hashable, Sendable, CaseIterable {
    /// A callback of the app.
    case call
    /// The app was run in the background for an event.
    case wake
    /// Something that the user sees or does, or work that began or ended.
    case work
    /// Something that was asked for and did not happen.
    case denied
    /// A process ended.
    case end
    /// A step of a script.
    case script
    /// The clock on the wall was set.
    case clock
  }

  package let look: Look
  package let at: Int
  package let title: String

  package init(_ look: Look, at: Int, title: String) {
    (self.look, self.at, self.title) = (look, at, title)
  }
}

/// A moment that is written above a timeline.
package struct TimelineTick: Hashable, Sendable {
  package let at: Int
  package let text: String
  /// Whether it is shown only where the timeline is wide.
  package let isFine: Bool

  package init(at: Int, text: String, isFine: Bool = false) {
    (self.at, self.text, self.isFine) = (at, text, isFine)
  }
}
