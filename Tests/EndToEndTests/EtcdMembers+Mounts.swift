import EtcdTestSupport

extension EtcdMembers {
  /// A mount of boards in this cluster, as a member of the object of mounts.
  func mount(_ root: String, prefix: String = "/procon/") -> String {
    #""\#(root)":{\#(settings(prefix))}"#
  }

  /// A mount of boxes.
  func boxes(_ root: String, prefix: String) -> String {
    #""\#(root)":{"boxes":{\#(settings(prefix))}}"#
  }

  private func settings(_ prefix: String) -> String {
    let list = urls.map { "\"\($0)\"" }.joined(separator: ",")
    return #""etcd":[\#(list)],"prefix":"\#(prefix)""#
  }
}
