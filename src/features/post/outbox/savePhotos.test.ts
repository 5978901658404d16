// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutboxClient } from '../../../outbox/client.ts';
import type { Job } from '../../../outbox/job.ts';
import { savePhotos } from './savePhotos.ts';

const photo = (name: string) => ({ name, fileName: `${name}.jpg`, step: 'ready', prepared: null, fields: {} });
const job = { id: 'job', photos: [photo('a'), photo('lost'), photo('b')] } as unknown as Job;
const outbox = {
  readPhoto: async (_: string, name: string) => {
    if (name === 'lost') throw new Error('gone');
    return new Blob([name], { type: 'image/jpeg' });
  },
} as Partial<OutboxClient> as OutboxClient;

let downloaded: string[];
beforeEach(() => {
  downloaded = [];
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.download);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

test.each([
  ['a sheet that took them', async () => undefined, { saved: 2, lost: 1 }, []],
  ['a sheet the fan closed', () => Promise.reject(new DOMException('', 'AbortError')), { saved: 0, lost: 1 }, []],
  ['a sheet that fails', () => Promise.reject(new Error('no app')), { saved: 2, lost: 1 }, ['a.jpg', 'b.jpg']],
])('QUE-04d photos of a post are given back: %s', async (_, share, saved, files) => {
  Object.assign(navigator, { share, canShare: () => true });
  expect([await savePhotos(outbox, job), downloaded]).toEqual([saved, files]);
});
