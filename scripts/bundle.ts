import { chmodSync } from 'node:fs';
import { buildReportPage } from './build-web.js';
import { bundleModules } from './bundle-modules.js';
import { writeConfigSchema } from './config-schema.js';

await bundleModules('dist');
await buildReportPage('dist');
writeConfigSchema('dist');
for (const name of ['bin', 'main']) chmodSync(`dist/cli/${name}.js`, 0o755);
