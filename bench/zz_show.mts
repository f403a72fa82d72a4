import { readFileSync } from 'node:fs';
import { Builder } from '../src/expr/build.js';
import { print } from '../src/expr/print.js';
import { ExprStore } from '../src/expr/store.js';
import { loadCadical } from '../src/solver/cadical.js';
import { createChain } from '../src/solver/chain.js';
import { readSessions } from '../src/solver/playback.js';
await loadCadical();
const store = new ExprStore(); const sessions = readSessions(readFileSync(process.argv[2], 'utf8').trimEnd().split('\n'), store);
const chain = createChain(new Builder(store)); let shown = 0; const want = process.argv[3] ?? 'cadical'; const skip = Number(process.argv[4] ?? 0);
const seen = () => chain.stats().find((s) => s.name === want)!; let count = 0;
outer: for (const s of sessions) { const ses = chain.session(s.base); const as: number[] = [];
  for (const st of s.steps) { if (st.kind === 'assume') { ses.assume(st.constraint); as.push(st.constraint); } else { const b = seen(); const a = ses.check(st.constraint); const e = seen(); if (e.sat + e.unsat > b.sat + b.unsat && count++ >= skip) { console.log('----', a.kind, (e.milliseconds - b.milliseconds).toFixed(2), 'ms', a.kind === 'sat' ? a.model.vars.join() + '=' + a.model.values.join() : ''); for (const x of as) console.log('   ', print(store, x).slice(0, 300)); console.log('  ?', print(store, st.constraint).slice(0, 600)); if (++shown > 3) break outer; } } } }
for (const t of store.tables.slice(0, 5)) console.log('table', t.bytes.length, [...t.ids].filter(x => x).length);
