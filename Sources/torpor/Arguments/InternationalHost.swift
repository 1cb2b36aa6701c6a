// The standard library composes text for itself; Foundation, which offers it to all, would bring 45 MB of
// tables. A toolchain without this one does not compile the file.
@_spi(_Unicode) import Swift

/// Host names of other letters than ASCII's, as the DNS has them: `bücher.example` is
/// `xn--bcher-kva.example` (RFC 3492, RFC 5891).
///
/// Letters are put into lower case and composed; what the full rules map beyond that is for the person to
/// type as it is registered.
enum InternationalHost {
  /// Where the host of a URL stands, without user and port; empty where there is none.
  static func range(in url: String) -> Range<String.Index> {
    guard let scheme = url.place(of: "://") else { return url.startIndex..<url.startIndex }
    let end = url[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    let authority = url[scheme.upperBound..<end]
    let start = authority.lastIndex(of: "@").map { url.index(after: $0) } ?? scheme.upperBound
    let port = url[start..<end].first == "[" ? nil : url[start..<end].firstIndex(of: ":")
    return start..<(port ?? end)
  }

  /// The host as the DNS has it; one of ASCII stays as it is.
  static func encoded(_ host: Substring) -> String {
    guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return String(host) }
    // Other full stops count as one (RFC 3490, 3.1).
    let labels = host.lowercased().composed.split(
      omittingEmptySubsequences: false,
      whereSeparator: { ".\u{3002}\u{ff0e}\u{ff61}".contains($0) }
    )
    return labels.map { label in
      label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : "xn--" + punycode(label)
    }.joined(separator: ".")
  }

  /// RFC 3492, 6.3, with its parameters for host names (5).
  private static func punycode(_ label: Substring) -> String {
    let scalars = Array(label.unicodeScalars)
    var output = String(String.UnicodeScalarView(scalars.filter(\.isASCII)))
    let basicCount = output.unicodeScalars.count
    if basicCount > 0 { output += "-" }
    var handled = basicCount
    var next: UInt32 = 128
    var (delta, bias) = (0, 72)
    while handled < scalars.count {
      guard let smallest = scalars.map(\.value).filter({ $0 >= next }).min() else { break }
      delta += Int(smallest - next) * (handled + 1)
      next = smallest
      for scalar in scalars {
        if scalar.value < next { delta += 1 }
        guard scalar.value == next else { continue }
        output += digits(of: delta, bias)
        bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output
  }

  private static func digits(of number: Int, _ bias: Int) -> String {
    var (rest, text) = (number, "")
    for position in stride(from: 36, to: Int.max, by: 36) {
      let threshold = min(max(position - bias, 1), 26)
      guard rest >= threshold else { break }
      text += letter(threshold + (rest - threshold) % (36 - threshold))
      rest = (rest - threshold) / (36 - threshold)
    }
    return text + letter(rest)
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / count
    var bias = 0
    while rest > 455 {
      rest /= 35
      bias += 36
    }
    return bias + 36 * rest / (rest + 38)
  }

  private static func letter(_ digit: Int) -> String {
    let code = digit < 26 ? UInt8(ascii: "a") + UInt8(digit) : UInt8(ascii: "0") + UInt8(digit - 26)
    return String(UnicodeScalar(code))
  }
}

extension String {
  /// Each letter with its marks as one scalar, where there is such a one (Unicode's normal form C).
  fileprivate var composed: String {
    var scalars = UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// Where a part stands first.
  fileprivate func place(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
