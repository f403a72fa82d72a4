import { Signpost } from '../wasm/opcodes.js';
import { type FuncBody, type Instr, importedFunctions, instr, type Module } from '../wasm/types.js';
import type { Point } from './program-graph.js';
import type { Reachability } from './reachability.js';

export const isSignpost = (op: number): boolean => op >= Signpost.Mark && op <= Signpost.Check;

export interface Marks {
  /** By goal: instructions that mean it is passed. Goals that the program marks itself have none. */
  readonly goals: readonly (readonly Point[])[];
  readonly avoided: readonly Point[];
}

/** The module with marks alone: what a replay needs to tell which goals were passed. */
export function withMarks(module: Module, marks: Marks): Module {
  return inserted(module, markPosts(marks));
}

/** The module with marks and all it takes to stop a run that has lost its way. */
export function withSignposts(module: Module, reachability: Reachability, marks: Marks): Module {
  const { graph } = reachability;
  const posts = markPosts(marks);
  const put = (owner: number, index: number, op: number, x = 0, y = 0): void => {
    postsAt(posts, owner, index).push({ op, x, y });
  };
  const all = (1 << marks.goals.length) - 1;
  for (let owner = graph.imported; owner < graph.count; owner++) {
    // No goal in there or below: whoever comes here has something to come back to.
    if (reachability.ofFunction(owner).within === 0) continue;
    const { blocks } = graph.cfg(owner);
    const differs = changesOf(reachability, owner);
    const caught = new Set(blocks.flatMap(({ handlers }) => handlers));
    const returned = new Set(blocks.flatMap(({ ends, successors }) => (ends === 'call' ? successors : [])));
    blocks.forEach(({ start, end, ends }, block) => {
      if (start === end) return;
      if (block === 0) postsAt(posts, owner, start).unshift({ op: Signpost.Enter, x: 0, y: 0 });
      if (caught.has(block) || returned.has(block))
        postsAt(posts, owner, start).unshift({ op: Signpost.Back, x: 0, y: 0 });
      const within = reachability.within(owner, block);
      const isMarked = reachability.goalsAt(owner, block) !== 0;
      if (within !== all && (block === 0 || isMarked || differs.has(block) || caught.has(block))) {
        put(owner, start, Signpost.Check, within, reachability.leaves(owner, block) ? -1 : 0);
      }
      if (ends === 'call') {
        const behind = reachability.behindCall(owner, block);
        put(owner, end - 1, Signpost.Calling, behind.within, behind.leaves ? -1 : 0);
      }
    });
  }
  return inserted(module, posts);
}

/** Blocks from which less can be reached than from some block before them. */
function changesOf(reachability: Reachability, owner: number): ReadonlySet<number> {
  const { blocks } = reachability.graph.cfg(owner);
  const found = new Set<number>();
  blocks.forEach(({ successors }, block) => {
    for (const next of successors) {
      if (
        reachability.within(owner, next) !== reachability.within(owner, block) ||
        reachability.leaves(owner, next) !== reachability.leaves(owner, block)
      ) {
        found.add(next);
      }
    }
  });
  return found;
}

interface Post {
  readonly op: number;
  readonly x: number;
  readonly y: number;
}
/** By function and index of the instruction they stand before. */
type Posts = Map<number, Map<number, Post[]>>;

function postsAt(posts: Posts, owner: number, index: number): Post[] {
  let byIndex = posts.get(owner);
  if (!byIndex) posts.set(owner, (byIndex = new Map()));
  let list = byIndex.get(index);
  if (!list) byIndex.set(index, (list = []));
  return list;
}

function markPosts({ goals, avoided }: Marks): Posts {
  const posts: Posts = new Map();
  goals.forEach((points, goal) => {
    for (const { function: owner, index } of points) {
      postsAt(posts, owner, index).push({ op: Signpost.Mark, x: goal, y: 0 });
    }
  });
  for (const { function: owner, index } of avoided) {
    postsAt(posts, owner, index).push({ op: Signpost.Mark, x: -1, y: 0 });
  }
  return posts;
}

function inserted(module: Module, posts: Posts): Module {
  const imported = importedFunctions(module).length;
  const bodies = module.bodies.map((body, i): FuncBody => {
    const byIndex = posts.get(imported + i);
    if (!byIndex) return body;
    const code: Instr[] = [];
    body.code.forEach((each, index) => {
      for (const { op, x, y } of byIndex.get(index) ?? []) code.push(instr(op, x, y, undefined, 0n, each.at));
      code.push(each);
    });
    return { ...body, code };
  });
  return { ...module, bodies };
}
