/// Reads a binary property list: objects that refer to each other by number, a table of where they
/// lie, and a trailer of 32 bytes that says where the table is.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let topObject: Int
  private let tableOffset: Int
  private var valuesLeft = PropertyListValue.valuesMax

  /// Reads the trailer.
  init(_ bytes: [UInt8]) throws(PropertyListFault) {
    self.bytes = bytes
    let start = bytes.count - 32
    guard start >= 8 else { throw PropertyListFault("it is cut off: there is no trailer") }
    offsetSize = Int(bytes[start + 6])
    referenceSize = Int(bytes[start + 7])
    let numbers = [8, 16, 24].map { place in
      bytes[(start + place)..<(start + place + 8)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    }
    // Below the file's length, nothing that is computed from them can overflow.
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      numbers.allSatisfy({ $0 < UInt64(bytes.count) }), numbers[1] < numbers[0],
      Int(numbers[2]) + Int(numbers[0]) * offsetSize <= start
    else {
      throw PropertyListFault(
        "its trailer, the last 32 bytes, speaks of more than the file holds; it may be cut off"
      )
    }
    objectCount = Int(numbers[0])
    topObject = Int(numbers[1])
    tableOffset = Int(numbers[2])
  }

  /// The outermost value.
  mutating func value() throws(PropertyListFault) -> PropertyListValue {
    try object(topObject, depth: 0)
  }

  private mutating func object(
    _ number: Int,
    depth: Int
  ) throws(PropertyListFault) -> PropertyListValue {
    valuesLeft -= 1
    guard valuesLeft >= 0 else { throw .tooMany }
    let place = try offset(of: number)
    let marker = bytes[place]
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0:
      return marker == 0x08 ? .flag(false) : marker == 0x09 ? .flag(true) : .other
    case 0x1:
      guard low <= 3 else { return .other }
      // One, two and four bytes have no sign; eight have.
      return .integer(Int64(bitPattern: try integer(at: place + 1, size: 1 << low)))
    case 0x2 where low == 2:
      let bits = try integer(at: place + 1, size: 4)
      return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case 0x2 where low == 3:
      return .number(Double(bitPattern: try integer(at: place + 1, size: 8)))
    case 0x5:
      let (first, count) = try extent(place, unitSize: 1)
      let part = bytes[first..<(first + count)]
      guard part.allSatisfy({ $0 < 0x80 }) else { throw fault("is not ASCII text", place) }
      return .text(String(decoding: part, as: UTF8.self))
    case 0x6: return .text(try utf16(place))
    case 0xa:
      guard depth < PropertyListValue.depthMax else { throw .tooDeep }
      let (first, count) = try extent(place, unitSize: referenceSize)
      var values: [PropertyListValue] = []
      for index in 0..<count {
        values.append(try object(try reference(first, index), depth: depth + 1))
      }
      return .array(values)
    case 0xd:
      guard depth < PropertyListValue.depthMax else { throw .tooDeep }
      return .dictionary(try dictionary(place, depth: depth))
    // Numbers of other sizes, dates, data, identifiers and sets.
    default: return .other
    }
  }

  private mutating func dictionary(
    _ place: Int,
    depth: Int
  ) throws(PropertyListFault) -> [String: PropertyListValue] {
    let (first, count) = try extent(place, unitSize: 2 * referenceSize)
    var values: [String: PropertyListValue] = [:]
    for index in 0..<count {
      guard case .text(let key) = try object(try reference(first, index), depth: depth + 1) else {
        throw fault("has a key that is not a string", place)
      }
      values[key] = try object(try reference(first, count + index), depth: depth + 1)
    }
    return values
  }

  private func utf16(_ place: Int) throws(PropertyListFault) -> String {
    let (first, count) = try extent(place, unitSize: 2)
    let units = (0..<count).map { index in
      UInt16(bytes[first + 2 * index]) << 8 | UInt16(bytes[first + 2 * index + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw fault("is not UTF-16 text", place)
    }
    return text
  }

  /// Where the content of an object begins, and how many units it has; all of them are there.
  private func extent(
    _ place: Int,
    unitSize: Int
  ) throws(PropertyListFault) -> (first: Int, count: Int) {
    var first = place + 1
    var count = UInt64(bytes[place] & 0x0f)
    if count == 0x0f {
      // An integer with its own marker says how many.
      guard first < bytes.count, bytes[first] >> 4 == 0x1, bytes[first] & 0x0f <= 3 else {
        throw fault("has no length", place)
      }
      let size = 1 << Int(bytes[first] & 0x0f)
      count = try integer(at: first + 1, size: size)
      first += 1 + size
    }
    guard count <= UInt64(max(0, tableOffset - first) / unitSize) else {
      throw fault("is longer than the file", place)
    }
    return (first, Int(count))
  }

  private func offset(of number: Int) throws(PropertyListFault) -> Int {
    let offset = try integer(at: tableOffset + number * offsetSize, size: offsetSize)
    guard offset >= 8, offset < UInt64(tableOffset) else {
      throw PropertyListFault("object \(number) lies outside the file")
    }
    return Int(offset)
  }

  private func reference(_ first: Int, _ index: Int) throws(PropertyListFault) -> Int {
    let number = try integer(at: first + index * referenceSize, size: referenceSize)
    guard number < UInt64(objectCount) else {
      throw PropertyListFault("something refers to object \(number) of \(objectCount)")
    }
    return Int(number)
  }

  private func integer(at place: Int, size: Int) throws(PropertyListFault) -> UInt64 {
    guard place + size <= bytes.count else { throw PropertyListFault("it is cut off") }
    return bytes[place..<(place + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func fault(_ what: String, _ place: Int) -> PropertyListFault {
    PropertyListFault("the object at byte \(place) \(what)")
  }
}
