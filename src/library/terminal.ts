/** What a command line needs besides the commands. */

export { packageVersion } from '../platform/package-files.js';
export { type Colors, colorsFor } from '../report/colors.js';
export { noteHowTyped, typedAs } from '../report/typed-as.js';
export { UserError } from '../vocabulary/errors.js';
export { nearest } from '../vocabulary/nearest.js';
