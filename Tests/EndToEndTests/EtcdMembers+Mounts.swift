import EtcdTestSupport

extension EtcdMembers {
  /// A mount of boards in this cluster, as a member of the object of mounts.
  ///
  /// - Parameter first: the index of the member that is asked first.
  func mount(_ root: String, prefix: String = "/procon/", first: Int = 0) -> String {
    #""\#(root)":{\#(settings(prefix, first))}"#
  }

  /// A mount of boxes.
  func boxes(_ root: String, prefix: String, first: Int = 0) -> String {
    #""\#(root)":{"boxes":{\#(settings(prefix, first))}}"#
  }

  private func settings(_ prefix: String, _ first: Int) -> String {
    let list = (urls[first...] + urls[..<first]).map { "\"\($0)\"" }.joined(separator: ",")
    return #""etcd":[\#(list)],"prefix":"\#(prefix)""#
  }
}
