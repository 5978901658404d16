// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { MEASUREMENTS } from '../../contract/measurementLimits.ts';
import { createClientDatabase } from '../storage/clientDatabase.ts';
import { deviceKind } from './deviceKind.ts';
import { drawLot } from './drawLot.ts';
import { createMeasurementBatch } from './measurementBatch.ts';
import { asksForPrivacy, createMeasurementChoice } from './measurementChoice.ts';

afterEach(() => void vi.unstubAllGlobals());

const post = (kind: 'public' | 'full', ageMs: number) => ({ kind, tenant: 'club', ageMs });

test('OPS-02a a batch has what came since the last, vitals once a page load', () => {
  const batch = createMeasurementBatch();
  expect(batch.take()).toBeNull();
  batch.addVital('lcp', 1.5);
  batch.addError('NETWORK');
  batch.addPost(post('public', 61_400));
  batch.addPost({ kind: 'refused', tenant: 'club', code: 'EVENT_OVER' });
  expect(batch.take()).toEqual({
    vitals: { lcp: 1.5 },
    errors: ['NETWORK', 'EVENT_OVER'],
    posts: [{ stage: 'public', age: 61 }],
  });
  batch.addVital('cls', 0.1);
  expect(batch.take()).toBeNull();
  batch.addPost(post('full', 1_000));
  expect(batch.take()).toEqual({ vitals: {}, errors: [], posts: [{ stage: 'full', age: 1 }] });
});

test('OPS-02b what a wrong clock, a broken tool or our own abort says is left out, and no batch grows', () => {
  const batch = createMeasurementBatch();
  batch.addPost(post('public', -5_000));
  batch.addPost(post('public', (MEASUREMENTS.postAgeS + 1) * 1000));
  batch.addVital('inp', Number.NaN);
  batch.addVital('lcp', 10_000);
  batch.addError('ABORTED');
  expect(batch.take()).toBeNull();
  for (let count = 0; count < 2 * MEASUREMENTS.perKind; count += 1) {
    batch.addError('TIMEOUT');
    batch.addPost(post('full', 0));
  }
  const taken = batch.take();
  expect([taken?.errors.length, taken?.posts.length]).toEqual([MEASUREMENTS.perKind, MEASUREMENTS.perKind]);
  batch.addError('TIMEOUT');
  batch.clear();
  expect(batch.take()).toBeNull();
});

test('OPS-02b one load in ten measures', () => {
  const share = Array.from({ length: 1_000 }, (_, at) => drawLot(() => at / 1_000)).filter(Boolean).length;
  expect(share).toBe(1_000 / MEASUREMENTS.oneIn);
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'phone',
    'chromium',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148', 'phone', 'webkit'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'firefox'],
  ['curl/8', 'desktop', 'other'],
])('OPS-02b %s is told as no more than its kind', (userAgent, device, engine) => {
  expect(deviceKind(userAgent)).toEqual({ device, engine });
});

test('OPS-02d on until the fan turns it off; a browser that asks for privacy starts with it off', async () => {
  const open = (isAsked: boolean, name: string) => createMeasurementChoice(createClientDatabase(name), () => isAsked);
  const usual = open(false, 'usual');
  await usual.settle();
  expect(await usual.load()).toBe(true);
  await usual.save(false);
  expect(await open(false, 'usual').load()).toBe(false);

  const asked = open(true, 'asked');
  expect(await asked.load()).toBe(false);
  await asked.settle();
  // The worker hears nothing of what the page's browser asks for.
  expect(await open(false, 'asked').load()).toBe(false);
  await asked.save(true);
  await asked.settle();
  expect(await asked.load()).toBe(true);
});

test.each([
  [{ doNotTrack: '1' }, true],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '0', globalPrivacyControl: false }, false],
  [{ doNotTrack: null }, false],
])('OPS-02d %j asks for privacy: %s', (signals, expected) => {
  vi.stubGlobal('navigator', signals);
  expect(asksForPrivacy()).toBe(expected);
});
