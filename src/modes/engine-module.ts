import { moduleUrl } from '../platform/package-files.js';

/** Where workers find `openEngine` (engine.ts): a URL, so that who starts them need not load the engine itself. */
export const engineModule = moduleUrl('modes/engine');
