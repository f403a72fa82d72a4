import { FuelPrice } from '../instrument/fuel.js';

/** Takes the fuel for bytes that were moved or marked outside the module; the next turn of a loop looks at what is left. */
export function payFor(bytes: number, exports: Readonly<Record<string, unknown>>): void {
  const fuel = exports['nearmiss.fuel'] as WebAssembly.Global;
  fuel.value = (fuel.value as number) - (bytes >>> FuelPrice.bulkShift);
}
