import TorporModel

/// What the window manager says of one window, by its properties.
struct X11Window: Hashable {
  /// The process that the kernel told the server; `nil`: it is not known, or not on this machine.
  var process: Int32?
  /// Whether `WM_STATE` says so (ICCCM 4.1.3.1).
  var isIconic = false
  /// Whether `_NET_WM_STATE` says so.
  var isHidden = false
  /// `nil`: the window manager has no desktops.
  var desktop: UInt32?

  /// `_NET_WM_DESKTOP` of a window that is on all desktops.
  static let allDesktops: UInt32 = 0xffff_ffff
  static let iconicState: UInt32 = 3

  /// What can be seen of it on the desktop that is shown; `nil`: there is only one.
  ///
  /// A window manager that unmaps windows of other desktops calls those iconic, too.
  func visibility(isActive: Bool, shownDesktop: UInt32?) -> WindowVisibility {
    if isHidden { return .minimised }
    if let desktop, let shownDesktop, desktop != X11Window.allDesktops, desktop != shownDesktop {
      return .elsewhere
    }
    if isIconic { return .minimised }
    return isActive ? .focused : .visible
  }
}
