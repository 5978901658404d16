// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { tapHand } from './tapHand.ts';

const vibrate = vi.fn();
const given = { isReduced: false, hasBeenActive: true };
beforeEach(() => {
  vibrate.mockReset();
  Object.assign(given, { isReduced: false, hasBeenActive: true });
  vi.stubGlobal('matchMedia', () => ({ matches: given.isReduced }));
  vi.stubGlobal('navigator', { vibrate, userActivation: given });
});

test('FAN-15a the hand feels a tap, not where less motion is asked for or nothing was pressed yet', () => {
  tapHand();
  expect(vibrate.mock.calls).toEqual([[12]]);
  given.isReduced = true;
  tapHand();
  Object.assign(given, { isReduced: false, hasBeenActive: false });
  tapHand();
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('FAN-15a a device that cannot does nothing', () => {
  vi.stubGlobal('navigator', {});
  expect(() => tapHand()).not.toThrow();
});
