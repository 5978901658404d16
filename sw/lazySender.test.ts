import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unknownPush } from '../src/messages/jaUnknownPush.ts';
import type { SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import { drainLazily, pushLazily, receiveLazily, renewPushLazily, systemFetchLazily } from './lazySender.ts';

const shown: [string, NotificationOptions][] = [];
beforeEach(() => {
  shown.length = 0;
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('SENDER_ADDRESS', '/assets/sender.js');
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: NotificationOptions) => void shown.push([title, options]),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('KEP-04b where the script that words a push cannot be had or fails, something is shown', async () => {
  vi.stubGlobal('importScripts', () => {
    throw new Error('no network');
  });
  await pushLazily({ text: '{}', declared: null });
  vi.stubGlobal('importScripts', () => undefined);
  await pushLazily({ text: '{}', declared: null });
  vi.stubGlobal('receivePush', async () => {
    throw new Error('no storage');
  });
  await pushLazily({ text: '{}', declared: null });
  vi.stubGlobal('receivePush', async () => undefined);
  await pushLazily({ text: '{}', declared: null });
  const told = [unknownPush.title, { body: unknownPush.body, lang: 'ja', tag: 'unknown' }];
  expect(shown).toEqual([told, told, told]);
});

test('QUE-06a QUE-02a without the script a share is left to the server, and nothing is sent', async () => {
  const request = new Request('https://fans.example/club/share', { method: 'POST' });
  const fetch = vi.fn(async (_request: Request) => new Response('of the server'));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('importScripts', () => {
    throw new Error('no network');
  });
  expect(await (await receiveLazily(request, 'club')).text()).toBe('of the server');
  vi.stubGlobal('importScripts', () => undefined);
  expect(await (await receiveLazily(request, 'club')).text()).toBe('of the server');
  expect(fetch.mock.calls).toEqual([[request], [request]]);
  await expect(drainLazily(false)).resolves.toBeUndefined();
  await expect(renewPushLazily()).resolves.toBeUndefined();
  for (const type of ['backgroundfetchsuccess', 'backgroundfetchclick'])
    await expect(systemFetchLazily({ type } as SystemFetchEvent)).resolves.toBeUndefined();
});
