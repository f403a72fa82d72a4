import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { configSchema } from '../src/cli/config-schema.js';
import { exploreFlags } from '../src/cli/explore.js';
import { flagShapes } from '../src/cli/flags/shapes.js';
import { packageFile } from '../src/platform/package-files.js';

/** Writes the schema of nearmiss.config.json into the package: made where the flags are, so that it can't lag behind. */
export function writeConfigSchema(folder: string): void {
  const schema = configSchema(flagShapes(exploreFlags(new Command('explore'))));
  writeFileSync(packageFile(`${folder}/config.schema.json`), `${JSON.stringify(schema, undefined, 2)}\n`);
}
