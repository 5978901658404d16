import { expect, test } from 'vitest';
import { hearWrites, tellWrite } from './writes.ts';

/** What another window hears of it. */
async function heardOf(...tell: (() => void)[]): Promise<unknown[]> {
  const other = new BroadcastChannel('writes');
  const heard: unknown[] = [];
  const last = new Promise((resolve) => {
    other.addEventListener('message', ({ data }) => {
      heard.push(data);
      if (data.name === 'putMute') resolve(null);
    });
  });
  for (const one of tell) one();
  tellWrite('putMute', undefined, 'aki');
  await last;
  other.close();
  return heard.slice(0, -1);
}

test('KEY-03c of a write its name, its fan and its photo are told, and nothing else of what was sent', async () => {
  const heard = await heardOf(
    () => tellWrite('putComment', { media_url: 'a', comment: '秘密' }, 'aki'),
    () => tellWrite('putContact', { mail: 'aki@example.jp' }, 'aki'),
    () => tellWrite('putFollow', { follow_user: 'ben' }, null),
  );
  expect(heard).toEqual([
    { name: 'putComment', fan: 'aki', mediaUrl: 'a' },
    { name: 'putContact', fan: 'aki' },
  ]);
});

test('a window does not hear itself, and others until it stops listening', async () => {
  const heard: unknown[] = [];
  const stop = hearWrites((write) => heard.push(write));
  const other = new BroadcastChannel('writes');
  await heardOf(
    () => tellWrite('putFollow', {}, 'aki'),
    () => other.postMessage({ name: 'deleteFollow', fan: 'aki' }),
  );
  stop();
  await heardOf(() => other.postMessage({ name: 'deleteMute', fan: 'aki' }));
  other.close();
  expect(heard).toEqual([{ name: 'deleteFollow', fan: 'aki' }]);
});
