import TorporModel
import TorporSimulator
import TorporWire

extension FuzzTarget {
  /// Calendar expressions, as in `torpor when --every`.
  static let calendar = FuzzTarget(name: "calendar") { input in
    let text = String(decoding: input, as: UTF8.self)
    do throws(CalendarMistake) {
      let expression = try CalendarExpression(parsing: text)
      let written = expression.description
      require(
        (try? CalendarExpression(parsing: written)) == expression,
        "'\(written)' reads as another expression"
      )
      return true
    } catch {
      require((0...text.count).contains(error.offset), "an offset outside: \(error.offset)")
      requireHelp(error.sentence, input: input)
      return false
    }
  }

  /// Payloads of pushes, for each kind, and the addresses of transfers.
  static let push = FuzzTarget(name: "push") { input in
    let text = String(decoding: input, as: UTF8.self)
    var isAccepted = false
    for kind in [nil] + PushKind.allCases.map(Optional.some) {
      do throws(PushPayloadMistake) {
        let payload = try PushPayload(text, kind: kind)
        require(payload.text == text, "the app does not get the payload that was sent")
        isAccepted = true
      } catch {
        requireHelp(error.sentence, input: input)
      }
    }
    do throws(TransferURLMistake) {
      let url = try TransferURL(parsing: text)
      let written = "\(url.scheme)://\(url.host):\(url.port)\(url.rest)"
      require(
        (try? TransferURL(parsing: written)) == url || written.utf8.count > TransferURL.bytesMax,
        "'\(written)' reads as another address"
      )
      isAccepted = true
    } catch {
      requireHelp(error.sentence, input: input)
    }
    return isAccepted
  }

  /// Heads of a server's answers as curl hands them over, line by line.
  static let http = FuzzTarget(name: "http") { input in
    var head = ResponseHead()
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      Array(line + [UInt8(ascii: "\n")]).withUnsafeBytes { head.append(line: $0) }
    }
    require((0...999).contains(head.status), "a status of \(head.status)")
    require(head.contentLength ?? 0 >= 0, "a negative length")
    var isAccepted = head.status > 0
    for field in ResponseHead.Field.allCases {
      let values = head.all(field)
      isAccepted = isAccepted || !values.isEmpty
      for value in values { requireSense(of: value) }
      // Every field's parser sees every value: which one a server writes where is its affair.
      _ = Challenge.strongest(in: values, host: "example.com", isProxy: false)
    }
    return isAccepted
  }

  private static func requireSense(of value: String) {
    if let range = ContentRange(value), let bytes = range.bytes {
      require(bytes.lowerBound >= 0 && !bytes.isEmpty, "the range \(bytes)")
      require(range.total.map { bytes.upperBound <= $0 } ?? true, "a range beyond the file")
    }
    if let wait = RetryAfter.duration(value, nowSeconds: 1_700_000_000) {
      require(wait >= .zero && wait <= .seconds(RetryAfter.secondsMax), "a wait of \(wait)")
    }
    let name = ServerFileName.choose(contentDisposition: value, urlPath: "/" + value)
    require(!name.isEmpty && name != "." && name != "..", "the file name '\(name)'")
    require(!name.utf8.contains(UInt8(ascii: "/")), "a file name with a slash: '\(name)'")
    require(!name.utf8.contains { $0 < 0x20 || $0 == 0x7f }, "a file name with a control character")
    require(name.utf8.count <= ServerFileName.bytesMax, "a file name of \(name.utf8.count) bytes")
    require(ServerFileName.sanitized(name) == name, "'\(name)' is made safe in two steps")
  }

  /// Desktop entries, which `torpor install` takes.
  static let desktop = FuzzTarget(name: "desktop") { input in
    let file = "/usr/share/applications/org.example.App.desktop"
    do throws(ManifestMistake) {
      let entry = try DesktopEntry(String(decoding: input, as: UTF8.self), file: file)
      require(!entry.command.isEmpty, "an entry without a command is accepted")
      return true
    } catch {
      requireHelp(error.sentence, place: file, input: input)
      return false
    }
  }

  /// Property lists, XML and binary, of an app's bundle.
  static let plist = FuzzTarget(name: "plist") { input in
    let file = "/Applications/Mail.app/Info.plist"
    do throws(ManifestMistake) {
      let plist = try InfoPlist(input, file: file)
      require(!plist.executable.contains("/"), "an executable outside the bundle")
      return true
    } catch {
      requireHelp(error.sentence, place: file, input: input)
      return false
    }
  }

  /// Scenario files of the simulator.
  static let scenario = FuzzTarget(name: "scenario") { input in
    do throws(ScenarioErrors) {
      _ = try ScenarioLoader.load(text: String(decoding: input, as: UTF8.self), file: "a.yaml")
      return true
    } catch {
      require(!error.diagnostics.isEmpty, "a scenario is refused without a word")
      for diagnostic in error.diagnostics {
        requireHelp(diagnostic.description, place: "a.yaml:", input: input)
      }
      return false
    }
  }
}
