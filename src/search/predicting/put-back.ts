/** Runs one failure's input may take on its way back to the test. */
const mostRuns = 64;
/** Where more bytes were changed than this, most of them may well matter: so many runs in vain tell. */
const few = 24;
const mostInVain = 6;

/**
 * The input with as many of the test's own bytes as the failure leaves. Bytes that were changed are put back in blocks:
 * both halves, then halves of a half that can't go back as a whole, so that few bytes that matter among many cost few
 * runs. `fails`: does the input still fail? Undefined when a limit was reached.
 */
export function putBack(
  test: Uint8Array,
  failing: Uint8Array,
  fails: (input: Uint8Array) => boolean | undefined,
): Uint8Array {
  const changed: number[] = [];
  for (let i = 0; i < failing.length; i++) if (failing[i] !== test[i]) changed.push(i);
  let best = failing;
  let runs = 0;
  let inVain = 0;
  /** Blocks that may go back as a whole. With all of them the input is the test, which passes. */
  const blocks = changed.length > 1 ? halves(changed) : [];
  for (let block = blocks.shift(); block; block = blocks.shift()) {
    if (runs++ === mostRuns || (changed.length > few && inVain > mostInVain)) break;
    const input = best.slice();
    for (const i of block) input[i] = test[i];
    const stillFails = fails(input);
    if (stillFails === undefined) break;
    inVain = stillFails ? 0 : inVain + 1;
    if (stillFails) best = input;
    else if (block.length > 1) blocks.unshift(...halves(block));
  }
  return best;
}

function halves(block: readonly number[]): number[][] {
  const middle = (block.length + 1) >> 1;
  return [block.slice(0, middle), block.slice(middle)];
}
