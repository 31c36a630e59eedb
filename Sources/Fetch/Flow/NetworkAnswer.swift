/// What a flow's `network` returns.
public enum NetworkAnswer<Value> {
  /// The service sent a value.
  ///
  /// - `pruned`: the number of elements that could not be parsed and are not in the value.
  case value(Value, validators: Validators = Validators(), pruned: Int = 0)
  /// The service answered that the resource still has the state that the validators of the request
  /// name.
  case unchanged
}
