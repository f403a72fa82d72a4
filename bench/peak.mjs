// Loaded into a measured process: says on its last line of stderr how much memory it took at most.
process.on('exit', () => {
  process.stderr.write(`\npeak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`);
});
