internal import Glibc
internal import OperatingSystem

/// A file that leads a browser to a URL with a secret: other users can see the arguments of programs,
/// but not this file.
struct RedirectFile {
  let path: String

  /// Writes the file, which only the user can read.
  ///
  /// - Parameters:
  ///   - url: the URL, of ASCII characters that need no escape.
  ///   - directory: one that exists.
  /// - Throws: the error of the system.
  init(to url: String, in directory: String) throws(RedirectFileError) {
    path = "\(directory)/web-\(getpid()).html"
    unlink(path)
    let page =
      "<!doctype html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"0; url=\(url)\">\n"
      + "<title>procon</title>\n<a href=\"\(url)\">procon</a>\n"
    // Not one that somebody else has made.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw RedirectFileError(path: path, code: errno) }
    defer { close(descriptor) }
    let bytes = Array(page.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw RedirectFileError(path: path, code: errno)
    }
  }

  func remove() {
    unlink(path)
  }
}

struct RedirectFileError: Error {
  let path: String
  let code: Int32
}
