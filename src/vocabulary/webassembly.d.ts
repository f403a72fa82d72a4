/** The parts of WebAssembly's JavaScript interface we use; Node's own types leave them out. */
declare namespace WebAssembly {
  interface MemoryDescriptor {
    initial: number;
    maximum?: number;
  }
  class Memory {
    constructor(descriptor: MemoryDescriptor);
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Global {
    value: number | bigint;
  }
  class RuntimeError extends Error {}
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  type Imports = Record<string, Record<string, unknown>>;
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
    static imports(module: Module): { module: string; name: string; kind: string }[];
    static exports(module: Module): { name: string; kind: string }[];
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Record<string, unknown>;
  }
}
