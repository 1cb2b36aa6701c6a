/// Least squares with non-negative coefficients, for a few columns.
struct Regression {
  /// The columns, normalised to length one, so that minutes and watt-hours have the same weight.
  private let columns: [[Double]]
  private let lengths: [Double]
  private let values: [Double]
  /// The products of all columns with each other, and with the values.
  private let products: [[Double]]
  private let targets: [Double]

  init(columns: [[Double]], values: [Double]) {
    let lengths = columns.map { Self.dot($0, $0).squareRoot() }
    let unit = zip(columns, lengths).map { column, length in
      column.map { length > 0 ? $0 / length : 0 }
    }
    self.columns = unit
    self.lengths = lengths
    self.values = values
    products = unit.map { one in unit.map { Self.dot(one, $0) } }
    targets = unit.map { Self.dot($0, values) }
  }

  /// What a regression finds.
  struct Solution {
    let coefficients: [Double]
    /// The standard error of each coefficient, as if no other were bounded; `infinity`: the others explain its column.
    let standardErrors: [Double]
    /// The difference of each row from its prediction by all others.
    let differences: [Double]
    /// The same with coefficients that may be negative: a wrong row that makes one negative is not hidden by the bound.
    let freeDifferences: [Double]

    var rootMeanSquare: Double {
      guard !differences.isEmpty else { return 0 }
      return (differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)).squareRoot()
    }
  }

  /// The coefficients with the least sum of squares.
  ///
  /// They equal the unbounded solution on the columns with coefficients other than 0: with so few
  /// columns, every set is tried.
  func solved() -> Solution {
    var (support, found, least) = ([Int](), [Double](), Self.dot(values, values))
    for set in 1..<(1 << columns.count) {
      let chosen = columns.indices.filter { set & (1 << $0) != 0 }
      guard let inverse = inverse(of: chosen) else { continue }
      let coefficients = inverse.map { row in
        zip(row, chosen).reduce(0) { $0 + $1.0 * targets[$1.1] }
      }
      guard coefficients.allSatisfy({ $0 >= 0 }) else { continue }
      let squares = values.indices.reduce(0) { sum, row in
        let difference = values[row] - predicted(row, chosen, coefficients)
        return sum + difference * difference
      }
      if squares < least { (support, found, least) = (chosen, coefficients, squares) }
    }
    return Solution(
      coefficients: columns.indices.map { column in
        support.firstIndex(of: column).map { found[$0] / lengths[column] } ?? 0
      },
      standardErrors: columns.indices.map { standardError(of: $0, squares: least) },
      differences: differences(support, found),
      freeDifferences: freeDifferences ?? differences(support, found)
    )
  }

  /// Returns the independent part of a column: the length, of a total of one, that the others cannot explain.
  func ownPart(of column: Int) -> Double {
    var rest = columns[column]
    var basis: [[Double]] = []
    for other in columns.indices where other != column {
      var axis = columns[other]
      for earlier in basis { Self.subtract(earlier, from: &axis) }
      let length = Self.dot(axis, axis).squareRoot()
      guard length > Self.lengthMin else { continue }
      let unit = axis.map { $0 / length }
      basis.append(unit)
      Self.subtract(unit, from: &rest)
    }
    return Self.dot(rest, rest).squareRoot()
  }

  private func standardError(of column: Int, squares: Double) -> Double {
    let own = ownPart(of: column)
    let freedom = values.count - columns.count
    guard own > Self.lengthMin, freedom > 0 else { return .infinity }
    return (squares / Double(freedom)).squareRoot() / own / lengths[column]
  }

  /// `nil`: the columns depend on each other.
  private var freeDifferences: [Double]? {
    let all = Array(columns.indices)
    return inverse(of: all).map { inverse in differences(all, inverse.map { Self.dot($0, targets) })
    }
  }

  /// Returns the differences of rows from their predictions by all others: the row's own difference
  /// divided by the part that the others leave to it.
  private func differences(_ support: [Int], _ found: [Double]) -> [Double] {
    guard let inverse = inverse(of: support) else { return values }
    return values.indices.map { row in
      let cells = support.map { columns[$0][row] }
      let own = zip(inverse, cells).reduce(0) { $0 + Self.dot($1.0, cells) * $1.1 }
      return (values[row] - predicted(row, support, found)) / max(1 - own, Self.leftMin)
    }
  }

  private func predicted(_ row: Int, _ support: [Int], _ found: [Double]) -> Double {
    zip(support, found).reduce(0) { $0 + columns[$1.0][row] * $1.1 }
  }

  /// The inverse of the products of some columns, by elimination with the largest pivot; `nil`: they depend on each
  /// other.
  private func inverse(of support: [Int]) -> [[Double]]? {
    let count = support.count
    var system = support.indices.map { row in
      support.map { products[support[row]][$0] } + (0..<count).map { $0 == row ? 1.0 : 0 }
    }
    for index in 0..<count {
      guard
        let pivot = (index..<count).max(by: { abs(system[$0][index]) < abs(system[$1][index]) }),
        abs(system[pivot][index]) > Self.pivotMin
      else { return nil }
      system.swapAt(index, pivot)
      let scale = system[index][index]
      for column in 0..<(2 * count) { system[index][column] /= scale }
      for row in 0..<count where row != index {
        let factor = system[row][index]
        for column in 0..<(2 * count) { system[row][column] -= factor * system[index][column] }
      }
    }
    return system.map { Array($0[count...]) }
  }

  private static func subtract(_ unit: [Double], from column: inout [Double]) {
    let part = dot(column, unit)
    for row in column.indices { column[row] -= part * unit[row] }
  }

  private static func dot(_ one: [Double], _ other: [Double]) -> Double {
    var sum = 0.0
    for index in one.indices { sum += one[index] * other[index] }
    return sum
  }

  // Of columns of length one: below these, what is left is rounding (a double has 16 digits, a product of two half of
  // them to lose).
  private static let pivotMin = 1e-10
  private static let lengthMin = 1e-6
  private static let leftMin = 1e-9
}
