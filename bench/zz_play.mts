import { readFileSync } from 'node:fs';
import { Builder } from '../src/expr/build.js';
import { ExprStore } from '../src/expr/store.js';
import { loadCadical } from '../src/solver/cadical.js';
import { createChain } from '../src/solver/chain.js';
import { readSessions, replay } from '../src/solver/playback.js';
await loadCadical();
const store = new ExprStore(); const sessions = readSessions(readFileSync(process.argv[2], 'utf8').trimEnd().split('\n'), store);
const cpu = () => process.cpuUsage().user / 1000;
for (let r = 0; r < Number(process.argv[3] ?? 1); r++) { const chain = createChain(new Builder(store)); let n = 0; const t = cpu(); for (const s of sessions) replay(s, chain.session(s.base), () => n++); const ms = cpu() - t;
console.log(n, 'queries', ms.toFixed(0), 'ms cpu', (n / ms * 1000).toFixed(0), 'q/s(cpu)', 'steps', sessions.reduce((a, s) => a + s.steps.length, 0), 'store', store.size, 'heap', process.memoryUsage().heapUsed >> 20);
for (const s of chain.stats()) if (s.queries) console.log('   ', s.name, s.queries, s.sat, s.unsat, s.unknown, (s.milliseconds * 1000 / s.queries).toFixed(1), 'µs'); }
