/** A server's derivation of smaller pictures: its objects are kept in memory, its picture process is the real one. */
import sharp from 'sharp';
import { expect } from 'vitest';
import { type DeriveDeps, derivePictures } from '../../server/pictures/derivePictures.ts';
import { readPictureBacklog } from '../../server/pictures/pictureJobs.ts';
import { createPictureProcess, type PictureProcess } from '../../server/pictures/pictureProcess.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

export const SIZE = { width: 2000, height: 1500 };

/** A bright shape on a dark ground with some noise: nothing a small copy could be mistaken for. */
export async function draw(at: number): Promise<Buffer> {
  const shape = Buffer.from(
    `<svg width="${SIZE.width}" height="${SIZE.height}"><circle cx="${at}" cy="700" r="500" fill="#f4f0d0"/></svg>`,
  );
  return sharp({ create: { ...SIZE, channels: 3, background: '#123c22' } })
    .composite([{ input: shape }])
    .jpeg({ quality: 86 })
    .toBuffer();
}
export const shrink = (bytes: Buffer, side: number): Promise<Buffer> =>
  sharp(bytes).resize(side, side, { fit: 'inside' }).jpeg().toBuffer();

/** Half of a photo. It ends like a JPEG, so that registration takes it for one. */
export const cutOff = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.from([0xff, 0xd9])]);

const objectsIn = (stored: Map<string, Uint8Array>): DeriveDeps['objects'] => ({
  stat: async (key) => {
    const bytes = stored.get(key);
    return bytes ? { size: bytes.byteLength, owner: 'aki', storedAt: NOON } : null;
  },
  read: async (key, start, length) => stored.get(key)?.subarray(start, start + length) ?? null,
  put: async (key, bytes) => void stored.set(key, bytes),
  remove: async (keys) => {
    for (const key of keys) stored.delete(key);
  },
  removeBelow: async () => {},
  storedAt: async (key) => (stored.has(key) ? NOON : null),
  async *list() {},
});

interface Opened {
  readonly server: RoutesServer;
  /** The usual photo. */
  readonly original: Buffer;
  readonly thumbnail: Buffer;
}

/** Its methods are fields, so that tests can take them out. */
export class PictureWorld {
  readonly pictures: PictureProcess = createPictureProcess();
  readonly stored = new Map<string, Uint8Array>();
  readonly objects = objectsIn(this.stored);
  readonly errors: string[] = [];
  readonly withdrawn: string[] = [];
  readonly refused: string[] = [];
  readonly #usual = new Map<string, Awaited<ReturnType<PictureProcess['derive']>>>();
  #opened: Opened | null = null;
  #now = NOON;

  get now(): number {
    return this.#now;
  }
  get #given(): Opened {
    if (!this.#opened) throw new Error('Not opened.');
    return this.#opened;
  }
  readonly open = async (): Promise<Opened> => {
    const server = await startRoutesServer();
    for (const user of ['aki', 'ben']) await server.join(user);
    await server.addEvent('match');
    const original = await draw(600);
    this.#opened = { server, original, thumbnail: await shrink(original, 480) };
    return this.#opened;
  };
  readonly close = async (): Promise<void> => {
    this.pictures.close();
    await this.#given.server.close();
  };
  /** Before each test. */
  readonly clear = async (): Promise<void> => {
    const { db, setNow } = this.#given.server;
    this.#now = NOON;
    setNow(NOON);
    this.stored.clear();
    for (const told of [this.errors, this.withdrawn, this.refused]) told.length = 0;
    await db.deleteFrom('picture_job').execute();
    await db.deleteFrom('notice').execute();
  };
  /** The clock of the derivation goes on; the calls' own stands. */
  readonly wait = (ms: number): void => {
    this.#now += ms;
  };

  /** The usual photo is derived once in each way: five AVIFs take a second of a core. Everything else goes to the process. */
  readonly sparing: DeriveDeps['pictures'] = {
    derive: async (order) => {
      const { original, thumbnail } = this.#given;
      const { source, thumbnail: small, preview, ...how } = order;
      if (!original.equals(source) || !thumbnail.equals(small)) return this.pictures.derive(order);
      const way = JSON.stringify([how, preview?.byteLength]);
      const reply = this.#usual.get(way) ?? (await this.pictures.derive(order));
      this.#usual.set(way, reply);
      return reply;
    },
  };
  readonly run = (change: Partial<DeriveDeps> = {}): Promise<number> =>
    derivePictures({
      db: this.#given.server.db,
      objects: this.objects,
      pictures: this.sparing,
      now: () => this.#now,
      onError: (error, mediaUrl) => this.errors.push(`${mediaUrl}: ${(error as Error).message}`),
      onWithdrawn: (mediaUrl) => this.withdrawn.push(mediaUrl),
      onRefused: (mediaUrl) => this.refused.push(mediaUrl),
      ...change,
    });
  readonly backlog = () => readPictureBacklog(this.#given.server.db, new Date(this.#now));

  /** Posted by aki; its objects are these bytes. */
  readonly post = async (parts: { original?: Uint8Array; thumbnail?: Uint8Array } = {}): Promise<string> => {
    const { server, original, thumbnail } = this.#given;
    const photo = server.storePhoto('aki', 'match');
    expect((await server.post('aki', 'match', [photo])).status).toBe(200);
    await server.db.updateTable('photo').set(SIZE).where('media_url', '=', photo.media_url).execute();
    this.stored.set(photo.media_url, parts.original ?? original);
    this.stored.set(thumbnailKey(photo.media_url), parts.thumbnail ?? thumbnail);
    return photo.media_url;
  };
  /** Posted by aki with a preview of its own; of its original nothing is there. */
  readonly postEarly = async (preview?: Uint8Array): Promise<string> => {
    const { server, original, thumbnail } = this.#given;
    const photo = server.storePhoto('aki', 'match', { original: 'later', ...SIZE, size: original.byteLength });
    server.stored.delete(photo.media_url);
    server.stored.set(previewKey(photo.media_url), { size: 300, owner: 'aki', picture: { width: 1600, height: 1200 } });
    expect((await server.post('aki', 'match', [photo])).status).toBe(200);
    this.stored.set(previewKey(photo.media_url), preview ?? (await shrink(original, 1600)));
    this.stored.set(thumbnailKey(photo.media_url), thumbnail);
    return photo.media_url;
  };
  /** The original is stored and reported. */
  readonly bring = async (mediaUrl: string, bytes?: Uint8Array): Promise<void> => {
    const { server, original } = this.#given;
    this.stored.set(mediaUrl, bytes ?? original);
    server.stored.set(mediaUrl, { size: original.byteLength, owner: 'aki', picture: SIZE });
    const { originals } = await server.ok('putOriginals', { as: 'aki', body: { media_urls: [mediaUrl] } });
    expect(originals[0]?.state).toBe('stored');
  };
  readonly shown = async (mediaUrl: string) => {
    const query = { media_url: Buffer.from(mediaUrl).toString('base64') };
    return (await this.#given.server.ok('getPhoto', { query })).list[0];
  };
}
