#!/usr/bin/env node
/**
 * What npm calls `nearmiss`. It imports nothing at first, so that a Node too old for the rest can still read it and
 * say so: there, loading the rest would end in a syntax error or a missing export.
 */
const oldest = 20;

if (Number(process.versions.node.split('.')[0]) < oldest) {
  process.stderr.write(
    `nearmiss: This is Node ${process.versions.node}, and nearmiss needs Node ${oldest} or later: install a newer one (https://nodejs.org).\n`,
  );
  process.exitCode = 2;
} else {
  const { runProgram } = await import('./main.js');
  await runProgram();
}
