/**
 * Functions of libsetjmp that the runtime hears of when they are entered, by name: what it calls the event. Their
 * first parameter is the jmp_buf. A longjmp leaves frames whose redzones nobody takes back; the runtime does,
 * from the stack pointer it saw at the setjmp.
 */
export const jumpFunctions: ReadonlyMap<string, 'setjmp' | 'longjmp'> = new Map([
  ['__wasm_setjmp', 'setjmp'],
  ['__wasm_longjmp', 'longjmp'],
]);
