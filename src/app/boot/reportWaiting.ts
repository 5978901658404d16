/**
 * Tells the server how many photos of the fan wait on this device (QUE-05e): what is lost with all of the device's storage is noticed on
 * another device, or here later. Most posts are public within a minute and cost no call.
 */
import type { Api } from '../../api/client.ts';
import { WAITING_DEVICES } from '../../contract/limits.ts';
import type { OutboxSnapshot } from '../../outbox/client.ts';
import { isPublic } from '../../outbox/stages.ts';
import { type SessionState, userIdOf } from '../../session/sessionState.ts';

export interface WaitingReport {
  readonly api: Pick<Api, 'putWaitingPhotos'>;
  readonly tenantId: string;
  readonly outbox: { subscribe(listener: () => void): () => void; read(): OutboxSnapshot };
  readonly session: { subscribe(listener: () => void): () => void; read(): SessionState };
  /** Random id of the device's database. */
  readonly device: () => Promise<string>;
  /** Whether photos waited here when the device was last open: the server may have been told of them. */
  readonly hasWaited: boolean;
}

/** Starts at once. What could not be told is told when there is signal again, or with the next change of the queue. */
export function reportWaiting({ api, tenantId, outbox, session, device, hasWaited }: WaitingReport): void {
  /** What the server knows; null: not known. */
  let told: number | null = hasWaited ? null : 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function count(): { readonly userId: string; readonly photos: number } | null {
    const { jobs, isLoaded } = outbox.read();
    const userId = userIdOf(session.read());
    if (!isLoaded || userId === null) return null;
    const own = jobs.filter((job) => job.userId === userId && job.tenant === tenantId);
    const waiting = own.flatMap(({ photos }) => photos).filter((photo) => !isPublic(photo) && photo.step !== 'refused');
    return { userId, photos: Math.min(waiting.length, WAITING_DEVICES.photosMax) };
  }
  async function tell(): Promise<void> {
    timer = undefined;
    const now = count();
    if (now === null || now.photos === told) return;
    const known = told;
    told = now.photos;
    try {
      await api.putWaitingPhotos({ body: { device: await device(), photos: now.photos } });
    } catch {
      told = known;
    }
  }
  function follow(): void {
    const photos = count()?.photos;
    if (photos === undefined || photos === told) return;
    // The server counts off what was posted since: fewer photos are no news, but none is.
    if (photos > 0 && told !== null && photos < told) return;
    if (photos === 0) {
      clearTimeout(timer);
      void tell();
    } else timer ??= setTimeout(() => void tell(), WAITING_DEVICES.tellMs);
  }
  outbox.subscribe(follow);
  session.subscribe(follow);
  addEventListener('online', follow);
  follow();
}
