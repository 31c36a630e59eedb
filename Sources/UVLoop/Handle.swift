internal import CLibuv

/// The memory of one libuv handle, from its making to its close callback.
///
/// libuv calls back through `data`, which names the owner without holding it: weakly, because an
/// owner that another thread released may be called back before its deinit has run on the loop.
/// The owner closes the handle when it goes; the memory goes later, in libuv's close callback,
/// never before.
@LoopActor
struct Handle<Kind> {
  let pointer: UnsafeMutablePointer<Kind>

  /// Allocates the handle and lets `start` initialise it with libuv.
  ///
  /// - Throws: `LoopError` with libuv's error; nothing is left behind then.
  init(
    _ operation: String, start: (UnsafeMutablePointer<Kind>) -> Int32
  ) throws(LoopError) {
    pointer = .allocate(capacity: 1)
    let status = start(pointer)
    guard status == 0 else {
      pointer.deallocate()
      throw LoopError(operation: operation, code: -status)
    }
    asHandle.pointee.data = nil
  }

  /// To be called once, instead of ``setData(_:)``.
  func setOwner(_ owner: AnyObject) {
    setData(OwnerReference(owner))
  }

  /// Keeps an object as the handle's `data` until ``close()``. To be called once.
  func setData(_ object: AnyObject) {
    asHandle.pointee.data = Unmanaged.passRetained(object).toOpaque()
  }

  /// To be called once.
  func close() {
    if let data = asHandle.pointee.data {
      Unmanaged<AnyObject>.fromOpaque(data).release()
    }
    asHandle.pointee.data = nil
    uv_close(asHandle, freeHandle)
  }

  private var asHandle: UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_handle_t.self)
  }
}

/// What a libuv handle's `data` points to.
private final class OwnerReference {
  weak var owner: AnyObject?

  init(_ owner: AnyObject) {
    self.owner = owner
  }
}

/// The object that a libuv handle's `data` names; nil when it is closed or going.
func owner<Owner: AnyObject>(_ type: Owner.Type, _ data: UnsafeMutableRawPointer?) -> Owner? {
  guard let data else { return nil }
  let reference = Unmanaged<OwnerReference>.fromOpaque(data).takeUnretainedValue()
  return reference.owner as? Owner
}

private let freeHandle: uv_close_cb = { handle in
  UnsafeMutableRawPointer(handle)?.deallocate()
}
