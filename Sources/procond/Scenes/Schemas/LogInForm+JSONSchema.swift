public import Application
public import BoardValues
public import BoxWire

extension LogInForm: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.name, \.name),
    member(
      .isLoginButtonEnabled, \.isLoginButtonEnabled,
      "Whether there is a name, and no attempt is in progress."),
    member(
      .emailFieldBorderColor, \.emailFieldBorderColor, "Red after an attempt that was refused."),
    // nil is encoded as null.
    member(.message, \.message, isRequired: true, "Why the last attempt failed, or null."),
    member(.isLoggingIn, \.isLoggingIn, "Whether an attempt is in progress."),
  ]).named("LogInForm")
}

extension LogInForm.BorderColor: JSONSchemaDescribed {}

extension PostViewModel.EditButtonTitle: JSONSchemaDescribed {}
