/** Our side of the line: object store, registration and login, with the server's rules and none of its code. */
import { AppError } from '../../src/contract/errors.ts';
import type { ImagePreparer, ObjectStore, Owner, Registry } from '../../src/outbox/ports.ts';
import type { Process } from './world.ts';

export interface Registration {
  readonly userId: string;
  readonly tenant: string;
  readonly eventId: string;
  readonly size: number;
  /** What the fan wrote, as it was published. */
  readonly comment: string;
}

export class Server {
  readonly objects = new Map<string, { readonly userId: string; readonly content: Uint8Array }>();
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
  /** Keys of which a put stores less than it was given, and still answers 200 (T01). */
  readonly truncates = new Set<string>();

  signIn(userId: string): void {
    this.liveSession = `session-${Number(this.liveSession.split('-')[1]) + 1}`;
    this.signedIn = { userId, session: this.liveSession };
  }

  /** The server throws out the present sign-in; the device does not know yet. */
  revoke(): void {
    this.liveSession = `session-${Number(this.liveSession.split('-')[1]) + 1}`;
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
    put: (key, bytes, { userId, signal, onProgress }) =>
      process.call('put', key, () => {
        server.demandLine();
        if (signal.aborted) throw new AppError('ABORTED', 'never');
        server.demandLogin(userId);
        if (server.objects.has(key)) throw new AppError('PreconditionFailed', 'never', { status: 412 });
        onProgress?.(bytes.byteLength);
        const received = server.truncates.has(key) ? 0 : bytes.byteLength;
        server.objects.set(key, { userId, content: new Uint8Array(bytes.slice(0, received)) });
        server.bytesReceived += received;
        // Half the stores vouch for the size, half need to be asked.
        return { etag: '"e"', size: process.world.random() < 0.5 ? received : null };
      }),
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
        for (const photo of fresh) {
          const object = server.objects.get(photo.mediaUrl);
          const thumbnail = server.objects.get(photo.mediaUrl.replace('/original/', '/thumbnail/'));
          if (!thumbnail || object?.content.byteLength !== photo.prepared?.originalBytes)
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
          });
        return isEmpty ? [] : photos.map((photo) => photo.mediaUrl);
      }),
    findRegistered: (job, mediaUrl) =>
      process.call('findRegistered', mediaUrl, () => {
        server.demandLine();
        return server.registered.get(mediaUrl)?.userId === job.userId;
      }),
  };
}

export function createFakeOwner(server: Server, process: Process): Owner {
  return { current: () => process.call('current', '', () => (server.signedIn ? { ...server.signedIn } : null)) };
}

/** Output that differs on every run, as encoders do: a photo prepared twice under one key would show. */
export function createFakePreparer(process: Process): ImagePreparer {
  return {
    prepare: (bytes, fileName) =>
      process.call('prepare', fileName, () => {
        if (new Uint8Array(bytes)[0] !== 0xff) throw new AppError('IMAGE_NOT_JPEG', 'never');
        const original = new Uint8Array(40 + Math.floor(process.world.random() * 1_000)).fill(7);
        const thumbnail = new Uint8Array(10 + Math.floor(process.world.random() * 100)).fill(8);
        return {
          original: original.buffer,
          thumbnail: thumbnail.buffer,
          prepared: {
            width: 4096,
            height: 3072,
            color: '#112233',
            exif: null,
            originalBytes: original.byteLength,
            thumbnailBytes: thumbnail.byteLength,
          },
        };
      }),
  };
}
