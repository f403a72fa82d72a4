/** What a command line needs besides the commands. */
export { type Colors, colorsFor } from '../report/colors.js';
export { noteHowTyped } from '../report/typed-as.js';
export { UserError } from '../vocabulary/errors.js';
export { packageVersion } from '../vocabulary/package-files.js';
