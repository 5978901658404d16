import { beforeEach, expect, test, vi } from 'vitest';
import { unknownPush } from '../src/messages/jaUnknownPush.ts';
import { pushLazily } from './lazySender.ts';

const shown: string[] = [];
beforeEach(() => {
  shown.length = 0;
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('registration', { showNotification: async (title: string) => void shown.push(title) });
});

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
  expect(shown).toEqual([1, 2, 3].map(() => unknownPush.title));
});
