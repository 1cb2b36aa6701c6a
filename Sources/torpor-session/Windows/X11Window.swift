import TorporModel

/// The properties of one window that the window manager has set.
struct X11Window: Hashable {
  /// The process that the kernel reported to the server; `nil`: it is unknown, or not on this machine.
  var process: Int32?
  /// Whether `WM_STATE` is iconic (ICCCM 4.1.3.1).
  var isIconic = false
  /// Whether `_NET_WM_STATE` contains the hidden state.
  var isHidden = false
  /// The desktop; `nil`: the window manager has no desktops.
  var desktop: UInt32?

  /// `_NET_WM_DESKTOP` of a window that is on all desktops.
  static let allDesktops: UInt32 = 0xffff_ffff
  static let iconicState: UInt32 = 3

  /// Returns its visibility on the desktop that is shown; `shownDesktop` is `nil` if there is only one.
  ///
  /// A window manager that unmaps windows of other desktops also marks those as iconic.
  func visibility(isActive: Bool, shownDesktop: UInt32?) -> WindowVisibility {
    if isHidden { return .minimised }
    if let desktop, let shownDesktop, desktop != X11Window.allDesktops, desktop != shownDesktop {
      return .elsewhere
    }
    if isIconic { return .minimised }
    return isActive ? .focused : .visible
  }
}
