internal import CLibuv

/// The memory of one libuv handle, from its creation to its close callback.
///
/// libuv calls back through `data`, which points to the owner without retaining it. The owner
/// closes the handle in its deinit, which runs on the loop: if another thread has released the
/// owner, it may be called back until the loop runs the deinit, but its memory still exists. The
/// handle's memory is freed later, in libuv's close callback, never before.
@LoopActor
struct Handle<Kind> {
  let pointer: UnsafeMutablePointer<Kind>

  /// Allocates the handle and lets `start` initialize it with libuv.
  ///
  /// - Throws: `LoopError` with libuv's error; nothing is left allocated then.
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

  /// - Parameter owner: calls ``close()`` in its isolated deinit at the latest.
  func setOwner(_ owner: AnyObject) {
    asHandle.pointee.data = Unmanaged.passUnretained(owner).toOpaque()
  }

  /// To be called once.
  func close() {
    asHandle.pointee.data = nil
    uv_close(asHandle, freeHandle)
  }

  private var asHandle: UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_handle_t.self)
  }
}

/// The object that a libuv handle's `data` points to; nil when the handle is closed.
func owner<Owner: AnyObject>(_ type: Owner.Type, _ data: UnsafeMutableRawPointer?) -> Owner? {
  data.map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
}

private let freeHandle: uv_close_cb = { handle in
  UnsafeMutableRawPointer(handle)?.deallocate()
}
