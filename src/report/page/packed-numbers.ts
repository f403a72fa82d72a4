/** Small numbers, none below zero, as base64 of seven bits a byte: a tree of a hundred thousand paths in few megabytes. */
export function packNumbers(numbers: Iterable<number>): string {
  const bytes: number[] = [];
  for (let number of numbers) {
    for (; number >= 0x80; number = Math.floor(number / 0x80)) bytes.push((number % 0x80) | 0x80);
    bytes.push(number);
  }
  return Buffer.from(bytes).toString('base64');
}
