// Runs a command of nearmiss in this process and says at its end how much processor time that took, on stderr.
import { pathToFileURL } from 'node:url';

process.argv.splice(1, 1);
process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(`child-time ${(userCPUTime + systemCPUTime) / 1000}\n`);
});
await import(pathToFileURL(process.argv[1]).href);
