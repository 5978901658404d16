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
