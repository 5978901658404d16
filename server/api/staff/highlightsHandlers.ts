/** The highlights of an event at the desk (WAL-07): written, looked at, published and taken back. */
import type { Transaction } from 'kysely';
import type { HighlightsResult } from '../../../src/contract/staffHighlightsEndpoints.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { requireEvent } from '../access/membership.ts';
import { readEvent } from '../access/repository.ts';
import { ApiFailure } from '../handlers.ts';
import { readHighlightsPictures, readUsableBest } from '../highlights/pictureRepository.ts';
import {
  addHighlights,
  type HighlightsContent,
  type HighlightsPlace,
  isHighlightsFull,
  lockHighlights,
  readHighlights,
  readHighlightsNumbers,
  readHighlightsPlayers,
  type StoredHighlights,
  saveHighlights,
} from '../highlights/repository.ts';
import { readBestOfEvent } from '../photos/bestOfEvent.ts';
import { plainText } from '../storedText.ts';
import { logOwn } from './logOwn.ts';
import type { StaffContext, StaffHandlers } from './staffHandlers.ts';

type Trx = Transaction<Database>;

const shownTo = (page: StoredHighlights | null) => {
  if (page === null) return null;
  const { title, text, sections, revision, publishedAt } = page;
  return { title, text, sections: [...sections], revision, is_published: publishedAt !== null };
};

const contentOf = ({ title, text, sections }: HighlightsContent) => ({ title, text, sections: [...sections] });

const isSame = (one: HighlightsContent, other: HighlightsContent): boolean =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

/** Runs a write on an event's page, and answers how the page stands then. Throws NOT_FOUND unless the tenant has the event. */
async function answerHighlights(
  { db, tenant }: StaffContext,
  eventId: string,
  write: (trx: Trx, place: HighlightsPlace) => Promise<HighlightsResult>,
) {
  const place = { tenant, eventId };
  return inTransaction(db, async (trx) => {
    await requireEvent(trx, tenant, eventId);
    const result = await write(trx, place);
    return { result, page: shownTo(await readHighlights(trx, place)) };
  });
}

async function addPage(context: StaffContext, trx: Trx, place: HighlightsPlace, content: HighlightsContent) {
  if (!(await addHighlights(trx, place, content))) {
    const known = await readHighlights(trx, place);
    return known !== null && isSame(known, content) ? 'ok' : 'changed';
  }
  await logOwn(context, trx, { act: 'highlights create', what: place.eventId, after: contentOf(content) });
  return 'ok';
}

interface Change {
  readonly revision: number;
  readonly content: HighlightsContent;
}

async function changePage(context: StaffContext, trx: Trx, place: HighlightsPlace, { revision, content }: Change) {
  const page = await lockHighlights(trx, place);
  if (page === null) return 'gone';
  if (isSame(page, content)) return 'ok';
  if (page.revision !== revision) return 'changed';
  const { publishedAt } = page;
  await saveHighlights(trx, place, { ...content, revision: revision + 1, publishedAt });
  const states = { before: contentOf(page), after: contentOf(content) };
  await logOwn(context, trx, { act: 'highlights change', what: place.eventId, ...states });
  return 'ok';
}

interface Publication {
  readonly revision: number;
  readonly isPublished: boolean;
}

async function publishPage(
  context: StaffContext,
  trx: Trx,
  place: HighlightsPlace,
  { revision, isPublished }: Publication,
): Promise<HighlightsResult> {
  const page = await lockHighlights(trx, place);
  if (page === null) return 'gone';
  if ((page.publishedAt !== null) === isPublished) return 'ok';
  if (page.revision !== revision) return 'changed';
  if (isPublished && (await isHighlightsFull(trx, place.tenant))) return 'full';
  const publishedAt = isPublished ? context.now() : null;
  await saveHighlights(trx, place, { ...contentOf(page), revision: revision + 1, publishedAt });
  const act = isPublished ? 'highlights publish' : 'highlights take-back';
  await logOwn(context, trx, { act, what: place.eventId, after: contentOf(page) });
  return 'ok';
}

export const highlightsStaffHandlers = {
  async getStaffHighlights({ db, tenant, userId }, { query: { event_id: eventId } }) {
    const place = { tenant, eventId };
    const event = await readEvent(db, tenant, eventId);
    if (event === undefined) throw new ApiFailure('NOT_FOUND');
    const page = await readHighlights(db, place);
    const pictures = await readHighlightsPictures(db, place);
    const has_usable = (await readUsableBest(db, place)).length > 0;
    return {
      event_name: event.event_name,
      page: shownTo(page),
      numbers: await readHighlightsNumbers(db, place),
      players: await readHighlightsPlayers(db, place),
      photos: await readBestOfEvent(db, { tenant, userId }, eventId, { kind: 'full' }),
      pictures,
      is_drawing: page?.publishedAt != null && pictures.length === 0 && has_usable,
      has_usable,
    };
  },
  async putStaffHighlights(context, { body: { event_id, revision, title: given, text, sections } }) {
    const title = plainText(given).trim();
    if (isBlank(title)) throw new ApiFailure('INVALID_REQUEST');
    const content = { title, text: plainText(text).trim(), sections };
    return answerHighlights(context, event_id, (trx, place) =>
      revision === null
        ? addPage(context, trx, place, content)
        : changePage(context, trx, place, { revision, content }),
    );
  },
  putStaffHighlightsState: (context, { body: { event_id, revision, is_published: isPublished } }) =>
    answerHighlights(context, event_id, (trx, place) => publishPage(context, trx, place, { revision, isPublished })),
} satisfies Partial<StaffHandlers>;
