/** What must hold at every commit and at the end, whatever happened. */
import { expect } from 'vitest';
import type { NewJob } from '../../src/outbox/client.ts';
import type { Job, JobPhoto } from '../../src/outbox/job.ts';
import { isPublic } from '../../src/outbox/stages.ts';
import type { Phone } from '../fakes/fakePhone.ts';
import { nonEmpty } from '../nonEmpty.ts';

export class Rules {
  readonly #phone: Phone;
  /** Photo → every key the fan gave it by choosing an event. */
  readonly #urls = new Map<string, Set<string>>();
  readonly #owners = new Map<string, string>();
  readonly #broken: string[] = [];
  readonly cancelled = new Set<string>();
  /** Jobs whose originals the fan may have given up. */
  readonly dropped = new Set<string>();

  constructor(phone: Phone, jobs: readonly NewJob[]) {
    this.#phone = phone;
    for (const job of jobs)
      for (const photo of job.photos) {
        this.#urls.set(photo.name, new Set([photo.mediaUrl]));
        this.#owners.set(photo.name, job.userId);
      }
    phone.device.onCommit = (jobId, before, after) => this.#checkCommit(jobId, before, after);
  }

  /** The fan is about to choose another event for a post. */
  allowMove(jobId: string, eventId: string): void {
    for (const photo of this.#phone.device.jobs.get(jobId)?.photos ?? [])
      this.#urls.get(photo.name)?.add(photo.mediaUrl.replace(/event-\d/, eventId));
  }

  #checkCommit(jobId: string, before: Job | null, after: Job | null): void {
    const { device, server } = this.#phone;
    // Collected, not thrown: the queue would take it for a storage failure and go on.
    const fail = (why: string): void => {
      this.#broken.push(`${why} in job ${jobId}`);
    };
    if (!after) {
      if (before?.state !== 'done' && !this.cancelled.has(jobId)) fail('job lost');
      return;
    }
    for (const photo of after.photos) {
      if (!this.#urls.get(photo.name)?.has(photo.mediaUrl)) fail('key changed');
      if (!isPublic(photo) && !photo.mediaUrl.includes(`/${after.event.id}/`)) fail('key of another event');
      if (isPublic(photo) && !this.#isKnown(photo)) fail('taken as public without proof');
      const was = before?.photos.find(({ name }) => name === photo.name);
      if (photo.step !== was?.step) this.#checkStep(jobId, photo, fail);
      if (!device.holds(photo)) fail(`bytes of ${photo.name} dropped at step ${photo.step}`);
    }
    if (after.state === 'done' && after.photos.some((photo) => photo.step !== 'registered')) fail('done too early');
    if (after.version === 1 && after.photos.some(({ step }) => step === 'public')) fail('misread by a build before');
    for (const [url, { isPending, size }] of server.registered)
      if (!server.canShow(url, false, size) && !(isPending && server.objects.has(previewOf(url))))
        fail(`${url} public without bytes`);
  }

  #isKnown({ mediaUrl }: JobPhoto): boolean {
    return this.#phone.server.registered.has(mediaUrl) || this.#phone.server.deleted.has(mediaUrl);
  }

  /** A photo goes on only on proof. What is stored and not registered may have been lost again since. */
  #checkStep(jobId: string, { step, mediaUrl, original, prepared }: JobPhoto, fail: (why: string) => void): void {
    const { server } = this.#phone;
    const [key, size] =
      original === 'later' ? [previewOf(mediaUrl), prepared?.previewBytes] : [mediaUrl, prepared?.originalBytes];
    if (step === 'stored' && server.everStored.get(key) !== size) fail('taken as stored without proof');
    if (step === 'registered' && server.registered.get(mediaUrl)?.isPending && !this.dropped.has(jobId))
      fail('original given up without proof');
  }

  /** Every photo that was not cancelled is public, once, whole, under its own key and its own fan. */
  checkEnd(): void {
    const { device, server } = this.#phone;
    expect(this.#broken).toEqual([]);
    // Posts that arrived are forgotten after a day.
    for (const [jobId, job] of device.jobs) expect(job.state, `state of ${jobId}: ${job.error}`).toBe('done');
    const names = [...this.#urls.keys()].filter((name) => {
      const found = [...(this.#urls.get(name) ?? [])].filter((url) => server.registered.has(url));
      expect(found.length, `${name} published more than once: ${found}`).toBeLessThanOrEqual(1);
      return found.length === 1;
    });
    const missing = [...this.#urls.keys()].filter((name) => !names.includes(name));
    for (const name of missing) expect(this.cancelled, `${name} lost`).toContain(jobOf(name));
    for (const [url, registration] of nonEmpty(server.registered)) {
      expect(this.#owners.get(nameOf(url)), `${url} under a foreign name`).toBe(registration.userId);
      if (registration.isPending) expect(this.dropped, `original of ${url} lost`).toContain(jobOf(nameOf(url)));
      else expect(server.objects.get(url)?.content.byteLength).toBe(registration.size);
      for (const key of [url, previewOf(url)])
        expect([undefined, registration.userId], `${key} stored by another fan`).toContain(
          server.objects.get(key)?.userId,
        );
    }
    // What the fan last saw in the queue is what was published, whenever the edit came.
    for (const photo of [...device.jobs.values()].flatMap((job) => job.photos))
      expect(server.registered.get(photo.mediaUrl)?.comment, `words of ${photo.name}`).toBe(photo.fields.comment);
    for (const key of device.bytes.keys()) expect.unreachable(`bytes left behind: ${key}`);
  }
}

const previewOf = (url: string): string => url.replace('/original/', '/preview/');
const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1, -'.jpg'.length);

/** Jobs are named after their first photo: 'a3xxx…' belongs to 'a0xxx…'. */
const jobOf = (photoName: string): string => `${photoName[0]}0`.padEnd(20, 'x');
