/** An error a user can cause: printed as one sentence with the way out, exit code 2, never a stack. */
export class UserError extends Error {
  override name = 'UserError';
}
