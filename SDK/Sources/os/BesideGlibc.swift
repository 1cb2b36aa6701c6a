/// Does nothing: an `os_unfair_lock` has nothing to destroy.
///
/// Cross-platform packages use `os_unfair_lock` if they can import `os`, and destroy their lock as a mutex if they can
/// import `Glibc` (swift-argument-parser does); on no other system can they import both.
@discardableResult
public func pthread_mutex_destroy(_ lock: os_unfair_lock_t) -> Int32 { 0 }
