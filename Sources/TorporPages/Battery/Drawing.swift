/// Places in a drawing as shares of its width and height, which need no style of their own.
enum Drawing {
  /// "12.50%".
  static func percent(_ share: Double) -> String {
    let hundredths = Int((min(max(share, 0), 1) * 10_000).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }

  static func share(_ part: Int64, of whole: Int64) -> Double {
    whole > 0 ? Double(part) / Double(whole) : 0
  }

  /// A line across, with what it stands for at its end.
  static func rule(at share: Double, _ text: String) -> String {
    let y = percent(1 - share)
    return "<line class=\"rule\" x1=\"0\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>"
      + "<text x=\"100%\" dx=\"8\" y=\"\(y)\" dy=\".35em\">\(text)</text>"
  }

  /// A column of a chart that stands on its ground.
  static func column(_ look: String, x: Double, width: Double, from: Double, height: Double)
    -> String
  {
    "<rect class=\"\(look)\" x=\"\(percent(x))\" width=\"\(percent(width))\" "
      + "y=\"\(percent(1 - from - height))\" height=\"\(percent(height))\" rx=\"2\"/>"
  }
}
