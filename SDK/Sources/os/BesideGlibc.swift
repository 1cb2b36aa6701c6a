/// Does nothing: an `os_unfair_lock` has nothing to destroy.
///
/// Packages for all platforms take `os_unfair_lock` where they can import `os`, and destroy their lock as a mutex where
/// they can import `Glibc` (swift-argument-parser does); on no other system they can import both.
@discardableResult
public func pthread_mutex_destroy(_ lock: os_unfair_lock_t) -> Int32 { 0 }
