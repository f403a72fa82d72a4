import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { startBlockingThread } from '../../src/platform/blocking-thread.js';

const loadLimit = 10_000;

it('answers within the call, again and again', () => {
  const thread = startBlockingThread('() => { let n = 0; return (text) => text + ++n; }', tmpdir(), loadLimit);
  expect([thread.ask('a', 5000), thread.ask('b', 5000)]).toEqual(['a1', 'b2']);
  expect(thread.isAlive).toBe(true);
});

it('is ended when it takes longer than it may', () => {
  const thread = startBlockingThread('() => () => { for (;;); }', tmpdir(), loadLimit);
  expect(thread.ask('', 50)).toBeUndefined();
  expect(thread.isAlive).toBe(false);
});

it('is given up when it does not even load', () => {
  const thread = startBlockingThread('({ load }) => load("no such file")', tmpdir(), 300);
  expect(thread.ask('', 50)).toBeUndefined();
  expect(thread.isAlive).toBe(false);
});
