internal import CAppleRuntime

// Shared bits as in Apple's C library before iOS 10.

/// Sets the bits of a word; returns its new value.
@discardableResult
public func OSAtomicOr32(_ theMask: UInt32, _ theValue: UnsafeMutablePointer<UInt32>) -> Int32 {
  Int32(bitPattern: torpor_atomic_or(theValue, theMask) | theMask)
}

/// Clears the bits of a word that are not in the mask; returns its new value.
@discardableResult
public func OSAtomicAnd32(_ theMask: UInt32, _ theValue: UnsafeMutablePointer<UInt32>) -> Int32 {
  Int32(bitPattern: torpor_atomic_and(theValue, theMask) & theMask)
}

/// Sets a bit, counted from the highest of the first byte; returns whether it was set before.
@discardableResult
public func OSAtomicTestAndSet(_ n: UInt32, _ theAddress: UnsafeMutableRawPointer) -> Bool {
  let bit = bit(n)
  return torpor_atomic_or_byte(byte(n, of: theAddress), bit) & bit != 0
}

/// Clears a bit, counted from the highest of the first byte; returns whether it was set before.
@discardableResult
public func OSAtomicTestAndClear(_ n: UInt32, _ theAddress: UnsafeMutableRawPointer) -> Bool {
  let bit = bit(n)
  return torpor_atomic_and_byte(byte(n, of: theAddress), ~bit) & bit != 0
}

private func bit(_ number: UInt32) -> UInt8 { 0x80 >> UInt8(number & 7) }

private func byte(
  _ number: UInt32,
  of address: UnsafeMutableRawPointer
) -> UnsafeMutablePointer<UInt8> {
  (address + Int(number >> 3)).assumingMemoryBound(to: UInt8.self)
}
