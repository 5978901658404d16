/** A device a ZIP is saved on, with a disk, and a server whose answers a test decides. */
import { expect, vi } from 'vitest';
import type { ZipPorts, ZipSaving } from '../../src/features/photo/saving/zipSaving.ts';
import type { UnfinishedZipStore, ZipRecord } from '../../src/platform/storage/unfinishedZip.ts';

export const addressOf = (name: string) => `https://store.test/${name}.jpg`;
export const recordOf = (names: string, more: Partial<ZipRecord> = {}): ZipRecord => ({
  tenantId: 'club',
  userId: 'me',
  about: '開幕戦',
  leftOut: 0,
  begunAt: 1_000,
  photos: [...names].map((name) => ({ address: addressOf(name), name: `${name}.jpg`, postedAt: 0, isPreview: false })),
  ...more,
});
/** Ten bytes that say which picture they are. */
export const bodyOf = (name: string) => name.repeat(10);
export const picture = (name: string) =>
  new Response(bodyOf(name), { headers: { 'content-type': 'image/jpeg', 'content-length': '10' } });

export function createDevice(more: Partial<ZipPorts> = {}) {
  const pictures = new Map<string, Blob>();
  let record: ZipRecord | null = null;
  let isHeld = false;
  const device = {
    fetched: [] as string[],
    files: [] as File[],
    disk: null as Uint8Array | null,
    isRemoved: false,
    takes: Number.POSITIVE_INFINITY,
    answer: (name: string): Response | Promise<Response> => picture(name),
  };
  const store: UnfinishedZipStore = {
    begin: async (next) => {
      record = next;
    },
    load: async () => record,
    missing: async ({ photos }) => photos.filter(({ address }) => !pictures.has(address)),
    read: async (address) => pictures.get(address) ?? null,
    keep: async (address, one) => {
      if (pictures.size >= device.takes) return false;
      pictures.set(address, one);
      return true;
    },
    clear: async () => {
      record = null;
      pictures.clear();
    },
  };
  const ports: ZipPorts = {
    store,
    fetch: async (input) => {
      const name = String(input).slice(-5, -4);
      device.fetched.push(name);
      return device.answer(name);
    },
    pause: async (_, signal) => {
      await new Promise((done) => setTimeout(done));
      signal.throwIfAborted();
    },
    pickTarget: async () => null,
    saveFile: (file) => void device.files.push(file),
    isInParts: true,
    alone: async (task) => {
      if (isHeld) return false;
      isHeld = true;
      await task().finally(() => {
        isHeld = false;
      });
      return true;
    },
    now: () => 2_000,
    ...more,
  };
  const toDisk: ZipPorts['pickTarget'] = async () => ({
    write: async (zip, signal) => {
      const bytes = new Uint8Array(await new Response(zip).arrayBuffer());
      signal.throwIfAborted();
      device.disk = bytes;
    },
    remove: async () => {
      device.isRemoved = true;
    },
  });
  return { device, ports, toDisk, pictures };
}

export const until = (saving: ZipSaving, kind: string) => vi.waitFor(() => expect(saving.getState().kind).toBe(kind));
