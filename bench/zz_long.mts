import { Builder } from '../src/expr/build.js';
import { Op } from '../src/expr/ops.js';
import { ExprStore } from '../src/expr/store.js';
import { loadCadical } from '../src/solver/cadical.js';
import { createChain } from '../src/solver/chain.js';
await loadCadical();
const cpu = () => process.cpuUsage().user / 1000;
// A: 100k unary constraints over 1000 bytes, check each
{ const store = new ExprStore(), b = new Builder(store), chain = createChain(b); const base = new Uint8Array(1000).fill(0x35); const s = chain.session(base);
  const t = cpu(); let n = 0; const kinds: any = {};
  for (let i = 0; i < 100000; i++) { const v = b.zext(store.variable(i % 1000), 32); const k = (i * 7919) % 256; if (k === 0x35) continue; const c = b.not(b.binary(Op.Eq, v, store.constant(32, k))); const a = s.check(b.not(c)); kinds[a.kind] = (kinds[a.kind] ?? 0) + 1; s.assume(c); n++; }
  console.log('unary', n, 'checks', (cpu() - t).toFixed(0), 'ms', kinds); }
// B: running sum, one big group: sum of first i bytes != k_i
{ const store = new ExprStore(), b = new Builder(store), chain = createChain(b, {timeLimit: 500}); const N = 2000; const base = new Uint8Array(N).fill(0x35); const s = chain.session(base);
  const t = cpu(); let sum = store.constant(32, 0); let n = 0; const kinds: any = {};
  for (let i = 0; i < N; i++) { sum = b.binary(Op.Add, sum, b.zext(store.variable(i), 32)); const c = b.not(b.binary(Op.Eq, sum, store.constant(32, 7 + i * 0x35))); const a = s.check(b.not(c)); kinds[a.kind] = (kinds[a.kind] ?? 0) + 1; s.assume(c); n++; if (i === 100) console.log('after 100', cpu() - t, JSON.stringify(kinds)); if (cpu() - t > 60000) { console.log('stopped at', i); break; } }
  console.log('running sum', n, 'checks', (cpu() - t).toFixed(0), 'ms', kinds); for (const x of chain.stats()) if (x.queries) console.log('   ', x.name, x.queries, x.sat, x.unsat, x.unknown, x.milliseconds.toFixed(0)); }
// C: pairs in a chain: b[i] <= b[i+1], check b[i] > b[i+1]
{ const store = new ExprStore(), b = new Builder(store), chain = createChain(b, {timeLimit: 500}); const N = 2000; const base = new Uint8Array(N).fill(0x35); const s = chain.session(base);
  const t = cpu(); let n = 0; const kinds: any = {};
  for (let i = 0; i + 1 < N; i++) { const c = b.binary(Op.Ule, store.variable(i), store.variable(i + 1)); const a = s.check(b.not(c)); kinds[a.kind] = (kinds[a.kind] ?? 0) + 1; s.assume(c); n++; }
  console.log('sorted', n, 'checks', (cpu() - t).toFixed(0), 'ms', kinds); for (const x of chain.stats()) if (x.queries) console.log('   ', x.name, x.queries, x.sat, x.unsat, x.unknown, x.milliseconds.toFixed(0)); }
