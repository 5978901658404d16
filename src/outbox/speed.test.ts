import { expect, test } from 'vitest';
import { createSpeedometer } from './speed.ts';

const report = (photoName: string, sent: number) => ({ jobId: 'a', photoName, sent, total: 1_000_000 });

test('QUE-04a speed is what arrived over what time it took, of all photos together', () => {
  const speed = createSpeedometer();
  speed.feed(report('one', 0), 0);
  speed.feed(report('two', 0), 0);
  expect(speed.read(500), 'too early to tell').toBeNull();
  speed.feed(report('one', 100_000), 1_000);
  speed.feed(report('two', 300_000), 2_000);
  expect(speed.read(2_000)).toBe(200_000);
});

test('QUE-04a a put that starts over counts nothing twice; a long silence is forgotten', () => {
  const speed = createSpeedometer();
  speed.feed(report('one', 100_000), 0);
  speed.feed(report('one', 0), 1_000);
  speed.feed(report('one', 100_000), 2_000);
  expect(speed.read(2_000)).toBe(100_000);
  expect(speed.read(40_000)).toBeNull();
  speed.reset();
  expect(speed.read(40_000)).toBeNull();
});

test('QUE-04a the speed is of the last 20 seconds, counts each byte once, and is told after 1.5 s', () => {
  const speed = createSpeedometer();
  expect(speed.read(5_000), 'nothing reported').toBeNull();
  speed.feed(report('one', 1_000), 0);
  expect([speed.read(1_499), speed.read(1_500)]).toEqual([null, 1_000 / 1.5]);
  speed.feed(report('one', 3_000), 2_000);
  expect(speed.read(2_000)).toBe(1_500);
  expect(speed.read(20_000)).toBe(150);
  expect(speed.read(20_001)).toBe(100);
  speed.feed(report('one', 5_000), 21_000);
  expect(speed.read(21_000)).toBe(200);
});

test('QUE-04a after a rest nothing of what was is a measure', () => {
  const speed = createSpeedometer();
  speed.feed(report('one', 1_000), 0);
  speed.reset();
  speed.feed(report('one', 4_000), 10_000);
  expect(speed.read(11_000), 'too early again').toBeNull();
  expect(speed.read(12_000)).toBe(2_000);
});
