import { coverageBase } from '../abi/layout.js';
import { Space } from './space.js';

/** Memory of an exact module: all there from the start, so that views of it stay good. */
export class ExactSpace extends Space {
  #top = 0;

  override get top(): number {
    return this.#top;
  }

  override growTo(top: number): boolean {
    if (top > coverageBase) return false;
    this.#top = Math.max(this.#top, top);
    return true;
  }
}
