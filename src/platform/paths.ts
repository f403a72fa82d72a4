/** Names of files as the machine writes them. */
export { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path';
