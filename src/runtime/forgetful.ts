import type { MemoryObject } from '../abi/memory-object.js';
import type { Access, CallMemory, Release } from '../checkers/types.js';

/**
 * What checkers are shown, as a run sees it that does not remember where blocks were allocated and freed. Only the
 * oracle remembers: a failure it tells is known for one of a shadow run by the words that both have.
 */
export function forgetfulAccess(access: Access): Access {
  const { object, call } = access;
  return {
    ...access,
    object: object && forgotten(object),
    call: call && { ...call, memory: forgetfulMemory(call.memory) },
  };
}

export function forgetfulRelease(release: Release): Release {
  return { ...release, block: release.block && forgotten(release.block) };
}

function forgotten<T extends Pick<MemoryObject, 'origin'>>(object: T): T {
  return object.origin ? { ...object, origin: { ...object.origin, allocated: undefined, freed: undefined } } : object;
}

function forgetfulMemory(memory: CallMemory): CallMemory {
  return {
    stringLength: (address) => memory.stringLength(address),
    string: (address) => memory.string(address),
    object(address) {
      const object = memory.object(address);
      return object && forgotten(object);
    },
    declared: (object) => forgotten(memory.declared(object)),
    isConstant: (address) => memory.isConstant(address),
    isInput: (address, count) => memory.isInput(address, count),
    word: (address) => memory.word(address),
  };
}
