/// What is said where the policy ends in the middle of a replay.
///
/// The policy trusts its own journal, and ends where arithmetic overflows or a check of its own fails; a recording may
/// come from anywhere, and may also show a mistake of the policy.
enum ReplayTrap {
  static func arm(_ path: String, _ mode: String = "replay", verb: String = "replayed") {
    Output.atTrap(
      "torpor \(mode): '\(path)' cannot be \(verb): in the policy a computation or a check has failed at line ",
      ". The file is damaged or was not made by `torpor record`, or this is a bug in Torpor: then keep "
        + "the file, which reproduces it, and report the bug."
    )
  }

  /// The line of the recording that is looked at.
  static func reach(_ line: Int) { Output.place = line }
}
