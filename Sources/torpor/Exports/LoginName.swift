import Glibc

/// Users by the name that they have on every machine; their numbers may differ.
enum LoginName {
  /// The name of a user; the number where nothing names it.
  static func of(_ userID: UInt32) -> String {
    guard let entry = getpwuid(userID), let name = entry.pointee.pw_name else {
      return String(userID)
    }
    return String(cString: name)
  }

  /// The number of a user, and of the user's group; `nil` where there is none of that name.
  static func numbers(of name: String) -> (userID: UInt32, groupID: UInt32)? {
    getpwnam(name).map { ($0.pointee.pw_uid, $0.pointee.pw_gid) }
  }

  /// Does something as another user, for whom the daemon takes this process meanwhile.
  static func acting<Value>(
    as name: String?,
    _ body: () throws(CommandFailure) -> Value
  ) throws(CommandFailure) -> Value {
    guard geteuid() == 0, let name, let (userID, groupID) = numbers(of: name), userID != 0 else {
      return try body()
    }
    guard setegid(groupID) == 0, seteuid(userID) == 0 else {
      throw .failed("This process cannot act as '\(name)'. Import as that user instead.")
    }
    defer {
      // The real user is root still, which may always come back.
      _ = seteuid(0)
      _ = setegid(0)
    }
    return try body()
  }
}
