import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { shareConnections } from './connectionShares.ts';
import type { NodeServer } from './nodeServer.ts';

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string | undefined;
  bytesRead = 0;
  bytesWritten = 0;
  destroyed = false;
  constructor(remoteAddress: string | undefined) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy() {
    this.destroyed = true;
    this.emit('close');
  }
}

/** A server of `max` connections, on a clock of its own. */
function setUp(max: number) {
  const http = new EventEmitter();
  const clock = { ms: 0 };
  shareConnections(http as NodeServer, max, () => clock.ms);
  const all: FakeSocket[] = [];
  const come = (address: string | undefined, bytes = 0): FakeSocket => {
    const socket = new FakeSocket(address);
    socket.bytesRead = bytes;
    all.push(socket);
    http.emit('connection', socket);
    return socket;
  };
  const openOf = (address: string) => all.filter((one) => !one.destroyed && one.remoteAddress === address).length;
  return { clock, come, openOf };
}

test('HLF-13b until half of all are in use a network may hold as many as it likes', () => {
  const { come, openOf } = setUp(40);
  for (let n = 0; n < 20; n += 1) come('192.0.2.1');
  expect(openOf('192.0.2.1')).toBe(20);
});

test('HLF-13b beyond that the greediest network gives way to others, down to its share', () => {
  const { come, openOf } = setUp(40);
  for (let n = 0; n < 100; n += 1) come('192.0.2.1');
  expect(openOf('192.0.2.1')).toBe(20);
  for (let n = 0; n < 30; n += 1) come(`198.51.100.${n}`);
  expect(openOf('192.0.2.1')).toBe(10);
  for (let n = 0; n < 30; n += 1) expect(openOf(`198.51.100.${n}`)).toBe(1);
});

test('HLF-13b those that moved the fewest bytes for their age go first, the newest one does not', () => {
  const { clock, come } = setUp(8);
  const upload = come('192.0.2.1', 5_000_000);
  const reader = come('192.0.2.1', 2_000);
  const dribbling = [come('192.0.2.1', 120), come('192.0.2.1', 130)];
  clock.ms = 600_000;
  // Ten minutes later each of them sent a byte now and then.
  const fresh = come('192.0.2.1');
  expect([upload, reader, ...dribbling, fresh].map(({ destroyed }) => destroyed)).toEqual([
    ...[false, false, true, false, false],
  ]);
  const next = come('192.0.2.1', 500);
  expect([dribbling[1]?.destroyed, fresh.destroyed, next.destroyed]).toEqual([false, true, false]);
});

test('HLF-13b an IPv6 household is one network, and a connection that is gone counts for nobody', () => {
  const { come, openOf } = setUp(8);
  come(undefined);
  for (let n = 0; n < 20; n += 1) come(`2001:db8:1:2::${n.toString(16)}`);
  const open = Array.from({ length: 20 }, (_, n) => openOf(`2001:db8:1:2::${n.toString(16)}`));
  expect(open.reduce((sum, count) => sum + count, 0)).toBe(4);
});

test('HLF-13b connections that have ended take nothing of what may be in use', () => {
  const { come, openOf } = setUp(40);
  for (let n = 0; n < 60; n += 1) come(`198.51.100.${n}`).destroy();
  for (let n = 0; n < 20; n += 1) come('192.0.2.1');
  expect(openOf('192.0.2.1')).toBe(20);
});
