/** What the fans did, to be held against what became of it. */
import type { NewJob } from '../../src/outbox/client.ts';
import type { Phone } from './phone.ts';

export interface Pressed {
  readonly name: string;
  readonly userId: string;
  readonly phone: Phone;
  readonly jobId: string;
  /** Events it may be public in: more than one while nobody can know whether the fan's last move came through. */
  events: Set<string>;
  /** The fan took it back, or may have. */
  isCancelled: boolean;
}

export class Ledger {
  readonly photos = new Map<string, Pressed>();

  press(phone: Phone, { photos, userId, event }: NewJob): void {
    const jobId = photos[0]?.name ?? '';
    for (const { name } of photos)
      this.photos.set(name, { name, userId, phone, jobId, events: new Set([event.id]), isCancelled: false });
  }
  ofJob = (jobId: string): Pressed[] => [...this.photos.values()].filter((photo) => photo.jobId === jobId);
}
