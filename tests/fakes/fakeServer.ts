/** Our side of the line: object store, registration and login, with the server's rules and none of its code. */
import { AppError } from '../../src/contract/errors.ts';
import type { JobPhoto } from '../../src/outbox/job.ts';
import { PhotoRefusal } from '../../src/outbox/photoRefusal.ts';
import type { ImagePreparer, ObjectStore, OriginalRow, Owner, Registry } from '../../src/outbox/ports.ts';
import type { Process } from './world.ts';

export interface Registration {
  readonly userId: string;
  readonly tenant: string;
  readonly eventId: string;
  readonly size: number;
  /** What the fan wrote, as it was published. */
  readonly comment: string;
  /** Nothing has proven the original yet. */
  isPending: boolean;
}

const thumbnailOf = (url: string): string => url.replace('/original/', '/thumbnail/');
const previewOf = (url: string): string => url.replace('/original/', '/preview/');

export class Server {
  readonly objects = new Map<string, { readonly userId: string; readonly content: Uint8Array }>();
  /** Key → bytes of what stood in the store at any time. */
  readonly everStored = new Map<string, number>();
  readonly registered = new Map<string, Registration>();
  /** Photos named by a registration that were registered already: harmless here, but each was a needless resend. */
  repeats = 0;
  bytesReceived = 0;
  /** The sign-in the server accepts; others get 401. */
  liveSession = 'session-1';
  /** What the device has: who is signed in, if anybody. */
  signedIn: { userId: string; session: string } | null = { userId: 'fan-1', session: 'session-1' };
  /** Events that are over: registration is refused. */
  readonly over = new Set<string>();
  isReachable = true;
  /** Decides whether a registration is answered 200 with an empty list, landed or not. */
  isEmptyAnswer: () => boolean = () => false;
  /** Photos whose registration is refused for one of their fields, by their keys. */
  readonly refusedFields = new Map<string, string>();
  /** Keys of which a put stores less than it was given, and still answers 200 (T01). */
  readonly truncates = new Set<string>();
  /** Whether it registers previews first, as `/config.json` says, and knows the call that proves originals. */
  isPreviewFirst = false;
  /** The store's policy is of the release before: a preview is refused with 403. */
  deniesPreviews = false;
  /** Fans have agreed to the rules of the tenants they post in. */
  hasMembers = true;
  /** Answers the call that proves originals with an empty list. */
  namesNoOriginals = false;
  /** A put takes long enough to be stopped on its way. */
  isSlow = false;
  /** Puts that were. */
  stopped = 0;
  /** Photos their fan deleted elsewhere. */
  readonly deleted = new Set<string>();

  signIn(userId: string): void {
    this.liveSession = `session-${Number(this.liveSession.split('-')[1]) + 1}`;
    this.signedIn = { userId, session: this.liveSession };
  }

  /** The server throws out the present sign-in; the device does not know yet. */
  revoke(): void {
    this.liveSession = `session-${Number(this.liveSession.split('-')[1]) + 1}`;
  }

  delete(mediaUrl: string): void {
    this.registered.delete(mediaUrl);
    this.deleted.add(mediaUrl);
  }

  /** Is enough there to show the photo? */
  canShow(mediaUrl: string, isLater: boolean, size: number): boolean {
    const main = this.objects.get(isLater ? previewOf(mediaUrl) : mediaUrl);
    return this.objects.has(thumbnailOf(mediaUrl)) && main?.content.byteLength === size;
  }

  /** Looks at the original by itself, as our server does. */
  proveOriginal(userId: string, mediaUrl: string): OriginalRow['state'] {
    const photo = this.registered.get(mediaUrl);
    if (photo?.userId !== userId) return 'gone';
    if (!photo.isPending) return 'stored';
    const object = this.objects.get(mediaUrl);
    if (!object) return 'missing';
    if (object.userId !== userId || object.content.byteLength !== photo.size) return 'refused';
    photo.isPending = false;
    return 'stored';
  }

  demandLogin(userId: string): void {
    if (this.signedIn?.userId !== userId || this.signedIn.session !== this.liveSession)
      throw new AppError('UNAUTHENTICATED', 'login', { status: 401 });
  }

  demandLine(): void {
    if (!this.isReachable) throw new AppError('NETWORK', 'later');
  }
}

export function createFakeObjects(server: Server, process: Process): ObjectStore {
  return {
    put: async (key, bytes, { userId, signal, onProgress }) => {
      if (server.isSlow) process.world.onCall('putting', key);
      for (let turn = 0; server.isSlow && turn < 100 && !signal.aborted; turn += 1) await null;
      return process.call('put', key, () => {
        server.demandLine();
        if (signal.aborted) {
          server.stopped += 1;
          throw new AppError('ABORTED', 'never');
        }
        server.demandLogin(userId);
        if (server.deniesPreviews && key.includes('/preview/'))
          throw new AppError('AccessDenied', 'never', { status: 403 });
        if (server.objects.has(key)) throw new AppError('PreconditionFailed', 'never', { status: 412 });
        onProgress?.(bytes.byteLength);
        const received = server.truncates.has(key) ? 0 : bytes.byteLength;
        server.objects.set(key, { userId, content: new Uint8Array(bytes.slice(0, received)) });
        server.bytesReceived += received;
        server.everStored.set(key, received);
        // Half the stores vouch for the size, half need to be asked.
        return { etag: '"e"', size: process.world.random() < 0.5 ? received : null };
      });
    },
    head: (key, { userId }) =>
      process.call('head', key, () => {
        server.demandLine();
        server.demandLogin(userId);
        const object = server.objects.get(key);
        return object ? { size: object.content.byteLength } : null;
      }),
  };
}

export function createFakeRegistry(server: Server, process: Process): Registry {
  // A server of the release before does not know the word.
  const isLater = (photo: JobPhoto): boolean => server.isPreviewFirst && photo.original === 'later';

  return {
    register: (job, photos) =>
      process.call('register', job.id, () => {
        server.demandLine();
        server.demandLogin(job.userId);
        const isEmpty = server.isEmptyAnswer();
        if (isEmpty && process.world.random() < 0.5) return [];
        const fresh = photos.filter((photo) => !server.registered.has(photo.mediaUrl));
        if (fresh.length > 0 && server.over.has(job.event.id))
          throw new AppError('EVENT_OVER', 'never', { status: 409 });
        for (const { mediaUrl } of fresh) {
          const field = server.refusedFields.get(mediaUrl);
          if (field === undefined) continue;
          const cause = new AppError('INVALID_REQUEST', 'never', { status: 400 });
          throw new PhotoRefusal('INVALID_REQUEST', { mediaUrl, field }, cause);
        }
        for (const photo of fresh) {
          const size = isLater(photo) ? photo.prepared?.previewBytes : photo.prepared?.originalBytes;
          if (!server.canShow(photo.mediaUrl, isLater(photo), size ?? 0))
            throw new AppError('OBJECT_MISSING', 'never', { status: 409 });
        }
        server.repeats += photos.length - fresh.length;
        for (const photo of fresh)
          server.registered.set(photo.mediaUrl, {
            userId: job.userId,
            tenant: job.tenant,
            eventId: job.event.id,
            size: photo.prepared?.originalBytes ?? 0,
            comment: photo.fields.comment,
            isPending: isLater(photo),
          });
        return isEmpty ? [] : photos.map((photo) => photo.mediaUrl);
      }),
    isMember: async () => server.hasMembers,
    findRegistered: (job, mediaUrl) =>
      process.call('findRegistered', mediaUrl, () => {
        server.demandLine();
        const photo = server.registered.get(mediaUrl);
        return photo?.userId === job.userId ? (photo.isPending ? 'public' : 'registered') : null;
      }),
    putOriginals: (job, mediaUrls) =>
      process.call('putOriginals', mediaUrls.join(' '), () => {
        server.demandLine();
        if (!server.isPreviewFirst) throw new AppError('NOT_FOUND', 'never', { status: 404 });
        server.demandLogin(job.userId);
        if (server.namesNoOriginals) return [];
        return mediaUrls.map((mediaUrl) => ({ mediaUrl, state: server.proveOriginal(job.userId, mediaUrl) }));
      }),
  };
}

export function createFakeOwner(server: Server, process: Process): Owner {
  return { current: () => process.call('current', '', () => (server.signedIn ? { ...server.signedIn } : null)) };
}

/** Pictures the fake camera took small: the third of each post. */
const isSmallPicture = (fileName: string): boolean => fileName.endsWith('2.jpg');

/** Output that differs on every run, as encoders do: a photo prepared twice under one key would show. */
export function createFakePreparer(process: Process): ImagePreparer {
  return {
    prepare: (bytes, fileName, edit) =>
      process.call('prepare', edit ? `${fileName} ${JSON.stringify(edit)}` : fileName, () => {
        if (new Uint8Array(bytes)[0] !== 0xff) throw new AppError('IMAGE_NOT_JPEG', 'never');
        const original = new Uint8Array(40 + Math.floor(process.world.random() * 1_000)).fill(7);
        const thumbnail = new Uint8Array(10 + Math.floor(process.world.random() * 100)).fill(8);
        const isSmall = isSmallPicture(fileName);
        const preview = isSmall ? null : new Uint8Array(20 + Math.floor(process.world.random() * 200)).fill(9);
        return {
          original: original.buffer,
          preview: preview?.buffer ?? null,
          thumbnail: thumbnail.buffer,
          prepared: {
            width: isSmall ? 1600 : 4096,
            height: isSmall ? 1200 : 3072,
            color: '#112233',
            exif: null,
            originalBytes: original.byteLength,
            previewBytes: preview?.byteLength ?? null,
            thumbnailBytes: thumbnail.byteLength,
          },
        };
      }),
  };
}
