/** What the C++ half of the runtime imports (runtime-c/cxx): blocks with the form they were made in, exceptions, ends. */

import { firstPoison, tagBase } from '../abi/layout.js';
import { readable } from '../vocabulary/mangled-names.js';
import type { Failures } from './failures.js';
import type { Block, Heap } from './heap.js';
import type { EnvFunction } from './imports.js';
import { runEnds } from './run-end.js';
import type { Space } from './space.js';

interface CxxParts {
  readonly heap: Heap;
  readonly space: Space;
  readonly failures: Failures;
  /** Handlers run with the stack here: frames below are gone. */
  leftBelow?(pointer: number): void;
}

/** malloc's own form; the others are `Form` in runtime-c/cxx/new.cc. */
const byMalloc = 0;
const usualAlignment = 16;

/** The functions of `env`, told of how blocks are given back, and those that only C++ has. */
export function withCxx(env: Record<string, EnvFunction>, parts: () => CxxParts): Record<string, EnvFunction> {
  // Programs in C have no such blocks, and give theirs back without anybody looking for them.
  let hasForms = false;
  const wrongForm = (address: number, form: number): void => {
    const { heap, failures } = parts();
    const block: Block | undefined = heap.blockAt(address);
    if (!block || block.start !== address || block.freed || (block.form ?? byMalloc) === form) return;
    failures.release({ address, block, form });
  };
  const detail = (type: number, message: number): string => {
    const { space } = parts();
    if (type === 0) return '';
    const text = message === 0 ? '' : ` ("${space.cString(message)}")`;
    return `${readable(space.cString(type), 'type')}${text}`;
  };
  return {
    ...env,
    __nm_free: (address, id) => {
      if (hasForms) wrongForm(address, byMalloc);
      return env.__nm_free(address, id);
    },
    __nm_realloc: (address, size, addressId, sizeId) => {
      if (hasForms) wrongForm(address, byMalloc);
      return env.__nm_realloc(address, size, addressId, sizeId);
    },
    __nm_new: (size, alignment, form, sizeId) => {
      hasForms = true;
      const address =
        alignment > usualAlignment ? env.__nm_memalign(alignment, size, 0, sizeId) : env.__nm_malloc(size, sizeId);
      const block = address ? parts().heap.blockAt(address) : undefined;
      if (block) block.form = form;
      return address;
    },
    __nm_delete: (address, form, id) => {
      wrongForm(address, form);
      return env.__nm_free(address, id);
    },
    __nm_throw: (type, message, pointer, end) => {
      const { failures, space } = parts();
      failures.lastJump = undefined;
      failures.lastThrow = { error: new Error('throw'), detail: `${detail(type, message)} is thrown and not caught` };
      // Who catches it is not known yet. Frames on the way are left without taking their redzones back, and destructors
      // run where they were: the stack has none from here on, as with AddressSanitizer.
      const tags = space.bytes;
      for (let at = tagBase + pointer; at < tagBase + end; at++) if (tags[at] >= firstPoison) tags[at] = 0;
      return undefined;
    },
    __nm_caught: (pointer) => {
      parts().leftBelow?.(pointer);
      return undefined;
    },
    __nm_terminate: (type, message) => {
      const why = type === 0 ? '' : ` because of ${detail(type, message)}`;
      parts().failures.stop({ kind: 'uncaught-exception', detail: `std::terminate() is called${why}` });
      throw runEnds.failed;
    },
    __nm_library_check: (text) => {
      const { failures, space } = parts();
      failures.stop({ kind: 'assertion', detail: misuse(space.cString(text)) });
      throw runEnds.failed;
    },
  };
}

/** `…/vector:393: libc++ Hardening assertion __n < size() failed: vector[] index out of bounds` */
const misuse = (text: string): string => / assertion .*? failed: (.*)/s.exec(text)?.[1].trim() ?? text.trim();
