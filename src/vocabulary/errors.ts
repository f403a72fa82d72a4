/** What went wrong, for code that goes on differently because of it; the sentence is for people alone. */
type UserErrorReason =
  /** A place names a file that the program does not have. */
  | 'unknown-file'
  /** The out-dir can't be written to. */
  | 'not-written';

/** An error a user can cause: printed as one sentence with the way out, exit code 2, never a stack. */
export class UserError extends Error {
  override name = 'UserError';

  constructor(
    message: string,
    readonly reason?: UserErrorReason,
  ) {
    super(message);
  }
}
