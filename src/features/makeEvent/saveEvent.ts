/**
 * Sends an event (EVT-03): create the record, store the thumbnail, store the descriptive photo, update the record. What fails on the way
 * is taken back; what can neither be finished nor taken back is remembered in the form, and the next try goes on with it.
 */
import type { Api } from '../../api/client.ts';
import { thumbnailKey } from '../../contract/config.ts';
import type { EventDraft, FanEvent } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import type { BytesPart } from '../../outbox/job.ts';
import type { PageObjects } from '../../platform/upload/pageObjects.ts';
import { originalKey } from '../../rules/objectKeys.ts';
import { draftOf, type EventForm, type EventFormAction, type PickedPicture, type PictureSlot } from './eventForm.ts';

export type SaveStep = 'create' | 'upload' | 'update';

export interface SaveDeps {
  readonly api: Pick<Api, 'putEvent' | 'deleteEvent' | 'getMemorialEvents'>;
  readonly objects: Pick<PageObjects, 'put'>;
  readonly tenantId: string;
  readonly userId: string;
  /** Bytes of a prepared picture; null: lost. */
  readonly readBytes: (name: string, part: BytesPart) => Promise<ArrayBuffer | null>;
  /** What the form must remember for the next try; resolves when it is kept on the device. */
  readonly remember: (action: EventFormAction) => Promise<void>;
  readonly onStep: (step: SaveStep) => void;
}

export interface SavedEvent {
  readonly eventId: string;
  /** The event stands, but without its descriptive photo (§4: only the thumbnail takes an event back). */
  readonly isPhotoLost: boolean;
}

/** Creates an event. Rejects with the AppError of the step that failed. */
export async function createEvent(deps: SaveDeps, form: EventForm): Promise<SavedEvent> {
  const eventId = await createRecord(deps, form);
  try {
    deps.onStep('upload');
    const thumbnail = await store(deps, eventId, form.picked.thumbnail);
    const photo = await store(deps, eventId, form.picked.photo).catch(() => null);
    deps.onStep('update');
    await deps.api.putEvent({ body: draftOf(form, eventId, { thumbnail, photo }, null) });
    return { eventId, isPhotoLost: form.picked.photo !== null && photo === null };
  } catch (cause) {
    await takeBack(deps, eventId);
    throw cause;
  }
}

/** The record a picture's key needs. A try whose answer never came may have made it: that one is taken. */
async function createRecord(deps: SaveDeps, form: EventForm): Promise<string> {
  deps.onStep('create');
  if (form.createdId !== null) return form.createdId;
  const body = draftOf(form, null, { thumbnail: null, photo: null }, null);
  const found = form.isCreateUncertain ? await findUnfinished(deps, body) : null;
  try {
    const eventId = found ?? (await deps.api.putEvent({ body })).event_id;
    await deps.remember({ type: 'created', eventId });
    return eventId;
  } catch (cause) {
    const isUncertain = cause instanceof AppError && cause.retry === 'later';
    await deps.remember({ type: 'createFailed', isUncertain });
    throw cause;
  }
}

/**
 * Own event of this period that never got its thumbnail. One whose picture is a hidden photo shows none either: it has begun with that
 * photo, at another time. A list from before that try would make a second one.
 */
async function findUnfinished({ api, userId }: SaveDeps, draft: EventDraft): Promise<string | null> {
  const { list } = await api.getMemorialEvents({ isFresh: true });
  const isUnfinished = (event: FanEvent) =>
    event.user_id === userId &&
    event.thumbnail === null &&
    event.crawl_period_start === draft.crawl_period_start &&
    event.crawl_period_end === draft.crawl_period_end;
  return list.find(isUnfinished)?.event_id ?? null;
}

/** Best effort: without signal the record stays, and the form knows its id. The server removes its pictures with it. */
async function takeBack({ api, remember }: SaveDeps, eventId: string) {
  try {
    await api.deleteEvent({ body: { event_id: eventId } });
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'EVENT_NOT_FOUND')) return;
  }
  await remember({ type: 'created', eventId: null });
}

/** Changes an event. Nothing of it changes unless all of it can: the record comes last. The server removes replaced pictures. */
export async function updateEvent(deps: SaveDeps, form: EventForm, before: FanEvent): Promise<SavedEvent> {
  const eventId = before.event_id;
  const of = async (slot: PictureSlot) => (await store(deps, eventId, form.picked[slot])) ?? form.kept[slot];
  deps.onStep('upload');
  const pictures = { thumbnail: await of('thumbnail'), photo: await of('photo') };
  deps.onStep('update');
  await deps.api.putEvent({ body: draftOf(form, eventId, pictures, before) });
  return { eventId, isPhotoLost: false };
}

/** Deletes an event. One that is gone already is deleted: an earlier answer was lost (T25). */
export async function deleteEvent({ api }: Pick<SaveDeps, 'api'>, eventId: string): Promise<void> {
  try {
    await api.deleteEvent({ body: { event_id: eventId } });
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'EVENT_NOT_FOUND')) throw cause;
  }
}

const keyOf = (tenant: string, eventId: string, picture: PickedPicture): string =>
  originalKey({ dir: 'ugc', tenant, owner: eventId, name: picture.name });

/** Stores a picture and its thumbnail. Resolves with the key of the original; null: there is no picture. */
async function store(deps: SaveDeps, eventId: string, picture: PickedPicture | null): Promise<string | null> {
  if (picture === null) return null;
  const key = keyOf(deps.tenantId, eventId, picture);
  for (const part of ['original', 'thumbnail'] as const) {
    const bytes = await deps.readBytes(picture.name, part);
    if (bytes === null) throw new AppError('BYTES_LOST', 'never');
    await deps.objects.put(part === 'original' ? key : thumbnailKey(key), bytes).catch(passIfThere);
  }
  return key;
}

/** Keys are random and the fan's own: an object that is there came from an earlier try (T25). */
function passIfThere(cause: unknown): void {
  if (!(cause instanceof AppError && cause.code === 'PreconditionFailed')) throw cause;
}
