import CXcb
import TorporPosix

/// Pictures of the windows of apps under an X server.
///
/// A window has no pixels of its own: what lies over it hides them, and once it is minimised there are none. So the
/// server is asked to draw the windows of apps, and of apps alone, into memory of their own (Composite), and each is
/// read once when it is unmapped. That costs the server the memory of a window (8 MiB at 1,920 x 1,080), and, where no
/// compositing manager runs, one more copy of what is drawn.
final class X11Pictures {
  /// What there is of an app's windows.
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
    /// Whether it was mapped when that was heard last; what it is drawn into is held while it is.
    var isMapped = false
    var pixmap: UInt32?
    var size = X11Drawables.Size.zero
    /// As it was when it was unmapped, until it was found.
    var last: Picture?
    /// Whether it says that it is not to be seen elsewhere; `nil`: that is not known yet.
    var isPrivate: Bool?
  }

  private let display: String?
  private let loop: EventLoop
  private let launch: (Int32) -> String?
  private let report: (String?) -> Void
  /// Told of which launch a window has become private.
  var becamePrivate: (String) -> Void = { _ in }
  private var connection: X11Connection?
  private var retry: EventLoop.Token?
  private var atoms: [Name: UInt32] = [:]
  private var drawables: X11Drawables?
  private var windows: [UInt32: Window] = [:]
  /// Windows that were looked at, those of other programs among them.
  private var listed: Set<UInt32> = []

  /// How long to wait before a server that has gone is looked for again: 10 s, as for the focus.
  private static let retrySeconds = 10

  /// `launch`: of which app's launch a process is; `report` is told why there are no pictures, or that there are.
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

  /// A window that asks compositing managers to leave it alone, as games do that fill the screen, is left alone.
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

  /// Holds on to what the window is drawn into from now on.
  ///
  /// Events are heard late: it may have been unmapped since, and is drawn into nothing then. What was held before is
  /// let go only when something else is held.
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

  /// It is unmapped: what it was drawn into is read, and let go.
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
    // The highest bit says that another client sent it: what a window manager says, and not what happened.
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
    // It lies in a frame that is mapped later than it, or was unmapped alone.
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

  /// With another size a window is drawn into something else.
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
    // Asked again: a window that has just become private is private.
    for window in own.dropLast() { lookAtPrivacy(of: window, connection) }
    lookAtPrivacy(of: last, connection) { [weak self] in
      guard let self else { return handler(.nothing) }
      choose(launch, handler: handler)
    }
  }

  private func choose(_ launch: String, handler: @escaping (Finding) -> Void) {
    let own = windows.filter { $0.value.launch == launch }
    let open = own.filter { $0.value.isPrivate == false }
    // A window that is shown counts before one that was.
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
      // Once is enough: what is unmapped does not change.
      return handler(windows[window]?.last.take().map { .picture($0) } ?? .nothing)
    }
    drawables.picture(of: pixmap) { [weak self] picture in
      // It may have become private meanwhile.
      guard self?.windows[window]?.isPrivate != true else { return handler(.isPrivate) }
      handler(picture.map { .picture($0) } ?? .nothing)
    }
  }
}
