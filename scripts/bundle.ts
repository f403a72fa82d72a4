import { chmodSync } from 'node:fs';
import { bundleModules } from './bundle-modules.js';

await bundleModules('dist');
chmodSync('dist/cli/main.js', 0o755);
