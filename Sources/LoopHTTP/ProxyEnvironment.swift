internal import OperatingSystem

extension HTTPURL.Origin {
  /// Whether libcurl uses a proxy for requests to this origin, according to the environment.
  ///
  /// libcurl does not report that itself. Ranges of addresses in `no_proxy` are not understood here.
  var usesProxy: Bool {
    guard !isLoopback, !isExcepted else { return false }
    // Not HTTP_PROXY, which libcurl ignores: in web servers, a header of a request may set it.
    let names = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return (names + ["all_proxy", "ALL_PROXY"]).contains { Environment[$0] != nil }
  }

  private var isExcepted: Bool {
    let list = Environment["no_proxy"] ?? Environment["NO_PROXY"] ?? ""
    return list.split { $0 == "," || $0 == " " }.contains { entry in
      let name = entry.lowercased().drop { $0 == "." }
      return entry == "*" || host == name || host.hasSuffix(".\(name)") || host == "[\(name)]"
    }
  }
}
