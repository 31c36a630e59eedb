public import Application
public import BoxWire
internal import Domain

extension LogInForm: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("name", \Self.name),
    MemberDescription(
      "isLoginButtonEnabled", \Self.isLoginButtonEnabled,
      "Whether there is a name, and no attempt is in progress."),
    MemberDescription(
      "emailFieldBorderColor", \Self.emailFieldBorderColor,
      "Red after an attempt that was refused."),
    // nil is encoded as null.
    MemberDescription(
      "message", \Self.message, isRequired: true, "Why the last attempt failed, or null."),
    MemberDescription("isLoggingIn", \Self.isLoggingIn, "Whether an attempt is in progress."),
  ]).named("LogInForm")
}

extension LogInForm.BorderColor: JSONSchemaDescribed {}

extension PostViewModel.EditButtonTitle: JSONSchemaDescribed {}
