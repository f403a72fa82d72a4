/** Writes a .ktest as KLEE does. */
export function ktestBytes(
  args: readonly string[],
  objects: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  version = 3,
): Uint8Array {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const stretch = (bytes: Uint8Array) => [number(bytes.length), bytes];
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('KTEST'),
      number(version),
      number(args.length),
      ...args.flatMap((arg) => stretch(Buffer.from(arg))),
      ...(version >= 2 ? [number(0), number(0)] : []),
      number(objects.length),
      ...objects.flatMap(({ name, bytes }) => [...stretch(Buffer.from(name)), ...stretch(bytes)]),
    ]),
  );
}
