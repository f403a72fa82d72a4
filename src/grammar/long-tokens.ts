/** What a run did, as far as it tells a program's behaviours apart. */
type Behaviour = number;

/** Lengths tried before anything is known: around powers of two buffers tend to end. */
function* landmarks(least: number, most: number): Generator<number> {
  yield least;
  for (let power = 8; power < most; power *= 2) if (power > least) yield power;
  if (most > least) yield most;
}

/**
 * Lengths of a token worth a run: first some far apart; then, wherever the program does something else at one than
 * at the next, those between them, by halves, until the two lengths stand side by side. Bugs of length live at such
 * borders: the longest that is still accepted, the first that is not. Answer each with what the run did.
 */
export function* lengthsToTry(least: number, most: number): Generator<number, void, Behaviour> {
  const pending: { low: number; atLow: Behaviour; high: number; atHigh: Behaviour }[] = [];
  let before: { length: number; behaviour: Behaviour } | undefined;
  for (const length of landmarks(least, most)) {
    const behaviour = yield length;
    if (before) pending.push({ low: before.length, atLow: before.behaviour, high: length, atHigh: behaviour });
    before = { length, behaviour };
  }
  for (let gap = pending.shift(); gap; gap = pending.shift()) {
    const { low, atLow, high, atHigh } = gap;
    if (atLow === atHigh || high - low < 2) continue;
    const middle = (low + high) >> 1;
    const behaviour = yield middle;
    pending.push({ low, atLow, high: middle, atHigh: behaviour }, { low: middle, atLow: behaviour, high, atHigh });
  }
}
