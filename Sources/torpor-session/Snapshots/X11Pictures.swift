import CXcb
import TorporPosix

/// Pictures of the windows of apps under an X server.
///
/// A window has no pixels of its own: windows above it hide them, and once it is minimised there are none. The server
/// is therefore asked to draw the windows of apps, and only of apps, into separate memory (Composite), and each is read
/// once when it is unmapped. That costs the server the memory of a window (8 MiB at 1,920 x 1,080) and, if no
/// compositing manager is running, an additional copy of everything drawn.
final class X11Pictures {
  /// The result for an app's windows.
  enum Finding: Hashable {
    case picture(Picture)
    /// All of its windows are private.
    case isPrivate
    /// It has no window, or none that can be read.
    case nothing
  }

  private enum Name: CaseIterable {
    case clientList, isPrivate, bypass

    var text: StaticString {
      switch self {
      case .clientList: "_NET_CLIENT_LIST"
      case .isPrivate: "_TORPOR_PRIVATE"
      case .bypass: "_NET_WM_BYPASS_COMPOSITOR"
      }
    }
  }

  private struct Window {
    let launch: String
    /// Whether it was mapped at the last event; its pixmap is kept while it is.
    var isMapped = false
    var pixmap: UInt32?
    var size = X11Drawables.Size.zero
    /// The picture from when it was unmapped, until it is requested.
    var last: Picture?
    /// Whether it asks not to be visible elsewhere; `nil`: not known yet.
    var isPrivate: Bool?
  }

  private let display: String?
  private let loop: EventLoop
  private let launch: (Int32) -> String?
  private let report: (String?) -> Void
  /// Receives the launch of a window that has become private.
  var becamePrivate: (String) -> Void = { _ in }
  private var connection: X11Connection?
  private var retry: EventLoop.Token?
  private var atoms: [Name: UInt32] = [:]
  private var drawables: X11Drawables?
  private var windows: [UInt32: Window] = [:]
  /// The windows that were examined, including those of other programs.
  private var listed: Set<UInt32> = []

  /// The pause before a server that has ended is looked for again: 10 s, as for the focus.
  private static let retrySeconds = 10

  /// Makes a watch; `launch`: the app launch to which a process belongs; `report` receives why there are no pictures,
  /// or that there are.
  init(
    display: String?,
    on loop: EventLoop,
    launch: @escaping (Int32) -> String? = AppGroup.launch(ofProcess:),
    report: @escaping (String?) -> Void
  ) {
    self.display = display
    self.loop = loop
    self.launch = launch
    self.report = report
  }

  deinit { if let retry { loop.cancel(retry) } }

  func start() {
    do throws(X11Connection.Failure) {
      let connection = try X11Connection(
        display: display,
        on: loop,
        onEvent: { [unowned self] event in handle(event) },
        onEnd: { [weak self] in self?.lose(cause: "the X server has closed the connection") }
      )
      self.connection = connection
      connection.watchRootProperties()
      connection.hasClientProcesses { [unowned self] isKnown in
        guard isKnown else { return report("the X server does not say whose its windows are") }
        X11Drawables.find(on: connection) { [unowned self] found in
          drawables = found
          guard found != nil else { return report("the X server has no Composite extension") }
          findNames(on: connection)
        }
      }
    } catch {
      lose(cause: error.cause)
    }
  }

  private func findNames(on connection: X11Connection) {
    for name in Name.allCases {
      connection.atom(name.text) { [unowned self] atom in
        atoms[name] = atom
        guard atoms.count == Name.allCases.count else { return }
        report(nil)
        lookAtList()
      }
    }
  }

  private func lose(cause: String) {
    connection = nil
    (atoms, windows, listed, drawables) = ([:], [:], [], nil)
    report(cause)
    retry = loop.schedule(after: .seconds(X11Pictures.retrySeconds)) { [unowned self] in
      retry = nil
      start()
    }
  }

  // MARK: Windows

  private func lookAtList() {
    guard let connection, let list = atoms[.clientList] else { return }
    connection.numbers(list, of: connection.root) { [weak self, weak connection] numbers in
      guard let self, let connection, self.connection === connection else { return }
      take(list: Set(numbers ?? []), connection)
    }
  }

  private func take(list: Set<UInt32>, _ connection: X11Connection) {
    for gone in windows.keys where !list.contains(gone) { forget(gone) }
    let new = list.subtracting(listed).sorted()
    listed = list
    for window in new {
      connection.process(of: window) { [weak self, weak connection] process in
        guard let self, let connection, self.connection === connection,
          let launch = process.flatMap(launch)
        else { return }
        windows[window] = Window(launch: launch)
        drawables?.watch(window)
        drawables?.size(of: window) { [weak self] in self?.windows[window]?.size = $0 ?? .zero }
        lookAtPrivacy(of: window, connection)
        redirect(window, connection)
      }
    }
  }

  /// Redirects a window; one that asks compositing managers to leave it alone, as full-screen games do, is left alone.
  private func redirect(_ window: UInt32, _ connection: X11Connection) {
    guard let bypass = atoms[.bypass] else { return }
    connection.number(bypass, of: window) { [weak self, weak connection] asked in
      guard let self, let connection, self.connection === connection, asked != 1 else { return }
      drawables?.redirect(window)
      drawables?.isViewable(window) { [weak self] isViewable in
        if isViewable == true { self?.hold(window) }
      }
    }
  }

  private func lookAtPrivacy(
    of window: UInt32,
    _ connection: X11Connection,
    then: @escaping () -> Void = {}
  ) {
    guard let property = atoms[.isPrivate] else { return then() }
    connection.number(property, of: window) { [weak self] number in
      self?.note(window, isPrivate: (number ?? 0) != 0)
      then()
    }
  }

  private func note(_ window: UInt32, isPrivate: Bool) {
    guard let known = windows[window] else { return }
    windows[window]?.isPrivate = isPrivate
    guard isPrivate, known.isPrivate == false else { return }
    windows[window]?.last = nil
    becamePrivate(known.launch)
  }

  /// Keeps the window's pixmap from now on.
  ///
  /// Events arrive late: the window may have been unmapped since, and then has no pixmap. The previous pixmap is
  /// released only when another one is kept.
  private func hold(_ window: UInt32, then: @escaping () -> Void = {}) {
    guard let drawables, windows[window] != nil else { return then() }
    windows[window]?.isMapped = true
    let named = drawables.pixmap(of: window)
    drawables.size(of: named) { [weak self, weak connection] size in
      guard let self, let connection, self.connection === connection else { return then() }
      if size != nil { keep(named, of: window) }
      then()
    }
  }

  private func keep(_ pixmap: UInt32, of window: UInt32) {
    guard let drawables else { return }
    guard let known = windows[window] else { return drawables.free(pixmap) }
    if let earlier = known.pixmap { drawables.free(earlier) }
    windows[window]?.pixmap = pixmap
    windows[window]?.last = nil
    // It was unmapped while the server answered.
    if !known.isMapped { release(window) }
  }

  /// Handles an unmapped window: its pixmap is read and released.
  private func release(_ window: UInt32) {
    windows[window]?.isMapped = false
    guard let drawables, let pixmap = windows[window]?.pixmap else { return }
    windows[window]?.pixmap = nil
    drawables.picture(of: pixmap) { [weak self, weak connection] picture in
      guard let self, let connection, self.connection === connection else { return }
      self.drawables?.free(pixmap)
      if windows[window]?.pixmap == nil { windows[window]?.last = picture }
    }
  }

  private func forget(_ window: UInt32) {
    guard let known = windows.removeValue(forKey: window) else { return }
    if let pixmap = known.pixmap { drawables?.free(pixmap) }
    listed.remove(window)
  }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    // The highest bit means that another client sent it: a window manager's message, and not an actual event.
    let kind = Int32(event.pointee.response_type)
    let raw = UnsafeMutableRawPointer(event)
    switch kind {
    case XCB_PROPERTY_NOTIFY:
      let notice = raw.assumingMemoryBound(to: xcb_property_notify_event_t.self).pointee
      if notice.atom == atoms[.clientList] { lookAtList() }
      if notice.atom == atoms[.isPrivate], let connection, windows[notice.window] != nil {
        lookAtPrivacy(of: notice.window, connection)
      }
    case XCB_MAP_NOTIFY:
      hold(raw.assumingMemoryBound(to: xcb_map_notify_event_t.self).pointee.window)
    // It is in a frame that is mapped later than the window, or only the frame was unmapped.
    case XCB_VISIBILITY_NOTIFY:
      hold(raw.assumingMemoryBound(to: xcb_visibility_notify_event_t.self).pointee.window)
    case XCB_UNMAP_NOTIFY:
      release(raw.assumingMemoryBound(to: xcb_unmap_notify_event_t.self).pointee.window)
    case XCB_CONFIGURE_NOTIFY:
      let notice = raw.assumingMemoryBound(to: xcb_configure_notify_event_t.self).pointee
      resize(notice.window, .init(width: notice.width, height: notice.height))
    case XCB_DESTROY_NOTIFY:
      forget(raw.assumingMemoryBound(to: xcb_destroy_notify_event_t.self).pointee.window)
    default: break
    }
  }

  /// Handles a change of size, after which a window has another pixmap.
  private func resize(_ window: UInt32, _ size: X11Drawables.Size) {
    guard let known = windows[window], known.size != size else { return }
    windows[window]?.size = size
    if known.pixmap != nil { hold(window) }
  }

  // MARK: Pictures

  /// Finds the picture of a launch's largest window that is not private.
  func find(_ launch: String, handler: @escaping (Finding) -> Void) {
    let own = windows.filter { $0.value.launch == launch }.keys.sorted()
    guard let connection, let last = own.last else { return handler(.nothing) }
    // Asked again: a window that has just become private counts as private.
    for window in own.dropLast() { lookAtPrivacy(of: window, connection) }
    lookAtPrivacy(of: last, connection) { [weak self] in
      guard let self else { return handler(.nothing) }
      choose(launch, handler: handler)
    }
  }

  private func choose(_ launch: String, handler: @escaping (Finding) -> Void) {
    let own = windows.filter { $0.value.launch == launch }
    let open = own.filter { $0.value.isPrivate == false }
    // A visible window has priority over one that was visible.
    let best = open.max { one, other in
      (one.value.pixmap == nil ? 0 : 1, one.value.size.area, one.key)
        < (other.value.pixmap == nil ? 0 : 1, other.value.size.area, other.key)
    }
    guard let drawables, let window = best?.key else {
      return handler(own.contains { $0.value.isPrivate == true } ? .isPrivate : .nothing)
    }
    drawables.isViewable(window) { [weak self] isViewable in
      guard let self else { return handler(.nothing) }
      guard isViewable == true else { return read(window, handler: handler) }
      hold(window) { [weak self] in
        guard let self else { return handler(.nothing) }
        read(window, handler: handler)
      }
    }
  }

  private func read(_ window: UInt32, handler: @escaping (Finding) -> Void) {
    guard let pixmap = windows[window]?.pixmap, let drawables else {
      // Once is enough: an unmapped window does not change.
      return handler(windows[window]?.last.take().map { .picture($0) } ?? .nothing)
    }
    drawables.picture(of: pixmap) { [weak self] picture in
      // It may have become private in the meantime.
      guard self?.windows[window]?.isPrivate != true else { return handler(.isPrivate) }
      handler(picture.map { .picture($0) } ?? .nothing)
    }
  }
}
