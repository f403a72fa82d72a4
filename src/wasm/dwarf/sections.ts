import { Allowance } from './allowance.js';
import { StringSection } from './strings.js';

const NONE = new Uint8Array(0);

/** The custom sections of one module that hold debug information; a missing one is empty. */
export class DebugSections {
  readonly allowance: Allowance;
  readonly info: Uint8Array;
  readonly abbreviations: Uint8Array;
  readonly line: Uint8Array;
  readonly strings: StringSection;
  readonly lineStrings: StringSection;
  readonly stringOffsets: Uint8Array;
  readonly addresses: Uint8Array;
  readonly ranges: Uint8Array;
  readonly rangeLists: Uint8Array;

  constructor(sections: ReadonlyMap<string, Uint8Array>) {
    const section = (name: string) => sections.get(name) ?? NONE;
    let total = 0;
    for (const [name, bytes] of sections) if (name.startsWith('.debug_')) total += bytes.length;
    this.allowance = new Allowance(total);
    this.info = section('.debug_info');
    this.abbreviations = section('.debug_abbrev');
    this.line = section('.debug_line');
    this.strings = new StringSection(section('.debug_str'), this.allowance);
    this.lineStrings = new StringSection(section('.debug_line_str'), this.allowance);
    this.stringOffsets = section('.debug_str_offsets');
    this.addresses = section('.debug_addr');
    this.ranges = section('.debug_ranges');
    this.rangeLists = section('.debug_rnglists');
  }
}
