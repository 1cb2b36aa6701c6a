import TorporCore
import TorporModel
import TorporWire

/// A turn from the bytes that the journal has: nothing is encoded twice.
struct TurnLine {
  let at: Instant
  let build: String?
  let decisions: [[UInt8]]
  let inputs: [[UInt8]]
  let sequence: UInt64
  let wallNanoseconds: Int64

  /// The line, as the codec writes a `RecordedTurn`.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let content = inputs.reduce(0) { $0 + $1.count } + decisions.reduce(0) { $0 + $1.count }
    bytes.reserveCapacity(content + inputs.count + decisions.count + 200)
    func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
    func add(_ records: [[UInt8]]) {
      for (index, record) in records.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: record)
      }
    }
    add("{\"turn\":{\"at\":\(at.nanoseconds),")
    if let build {
      add("\"build\":")
      bytes.append(contentsOf: JSON.string(build).bytes)
      add(",")
    }
    add("\"decisions\":[")
    add(decisions)
    add("],\"format\":\(JournalFormat.current),\"inputs\":[")
    add(inputs)
    add("],\"sequence\":\(sequence),\"wallNanoseconds\":\(wallNanoseconds)}}\n")
    return bytes
  }
}
