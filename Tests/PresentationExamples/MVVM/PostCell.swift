import BoardValues

/// A post in a list that shows titles in capitals (row C12 of the seeds). The view models keep texts as they
/// were written: how they look is a matter of each view.
struct PostCell: Equatable {
  let title: String
  let subtitle: String

  init(_ item: PostItem) {
    title = item.title.uppercased()
    subtitle = item.subtitle
  }
}
