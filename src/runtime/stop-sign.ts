/** Thrown through a run whose result is no longer needed: nothing of the run counts. */
export class RunGivenUp extends Error {}

/**
 * Looked at now and then by runs and replays, which may take seconds each: once it is up, the run under way is given
 * up in the middle. Whoever starts runs says when that is.
 */
export class StopSign {
  isUp: () => boolean = () => false;

  look(): void {
    if (this.isUp()) throw new RunGivenUp();
  }
}
