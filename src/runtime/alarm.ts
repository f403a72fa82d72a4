import type { HostState } from '../host/state.js';
import { ringFunction } from '../instrument/prepare.js';
import type { FuelTank } from './fuel-tank.js';

/** A run that set an alarm hears it when its fuel is used up, and gets as much again. False: none was set. */
export function ringAlarm(exports: Readonly<Record<string, unknown>>, host: HostState, tank: FuelTank, fuel: number) {
  const ring = exports[ringFunction] as (() => void) | undefined;
  if (!ring || host.alarms === 0) return false;
  host.alarms--;
  tank.fill(fuel);
  ring();
  return true;
}
