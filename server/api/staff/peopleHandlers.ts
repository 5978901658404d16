import type { Transaction } from 'kysely';
import { CONSENT_RECORDS_MAX, QUERY_TEXT_MAX } from '../../../src/contract/limits.ts';
import { nameTaken } from '../../../src/messages/jaModeration.ts';
import { formatWireDate, formatWireDateTime } from '../../../src/rules/dates.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { readSuspension } from '../access/suspensionRepository.ts';
import { ApiFailure } from '../handlers.ts';
import { tellFan } from '../notices/operatorNoticeRepository.ts';
import { plainText } from '../storedText.ts';
import { readConsents } from '../users/consentRepository.ts';
import { lockProfile, readProfile, refuseName } from '../users/repository.ts';
import { logOwn } from './logOwn.ts';
import {
  endSignIns,
  findByMail,
  findPeople,
  readPerson,
  readPersonActs,
  readPersonCases,
  readPersonPhotos,
  readPrivateData,
} from './peopleRepository.ts';
import type { StaffContext, StaffHandlers } from './staffHandlers.ts';

const wire = (at: Date): string => formatWireDateTime(at.getTime());

type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>;
const rowOf = ({ joined_at: _, ...row }: Person) => row;

/** Throws INVALID_REQUEST for a reason without a visible word. */
function requireReason(given: string): string {
  const reason = plainText(given).trim();
  if (isBlank(reason)) throw new ApiFailure('INVALID_REQUEST');
  return reason;
}

/** A member who is no staff: staff lose their role first. Throws NOT_FOUND or NOT_ALLOWED. */
async function requireFan({ tenant, now }: StaffContext, trx: Transaction<Database>, userId: string): Promise<Person> {
  const person = await readPerson(trx, { tenant, userId }, now());
  if (!person) throw new ApiFailure('NOT_FOUND');
  if (person.is_staff) throw new ApiFailure('NOT_ALLOWED');
  return person;
}

export const peopleHandlers = {
  async getStaffPeople({ db, tenant, now }, { query: { text } }) {
    const found = await findPeople(db, tenant, { text: text.trim(), key: searchKey(text, QUERY_TEXT_MAX) }, now());
    return { list: found.map(rowOf) };
  },
  async putStaffMailSearch(context, { body: { email } }) {
    const { db, tenant, now } = context;
    return inTransaction(db, async (trx) => {
      const found = await findByMail(trx, tenant, email, now());
      // The log only grows: whom it found stands there, the address does not.
      const outcome = found.length === 0 ? 'Nobody has this address.' : 'Found.';
      await logOwn(context, trx, { act: 'people find-mail', what: found[0]?.user_id ?? '', outcome });
      return { list: found.map(rowOf) };
    });
  },
  async getStaffPerson({ db, tenant, now }, { params: { userId } }) {
    const fan = { tenant, userId };
    const person = await readPerson(db, fan, now());
    if (!person) throw new ApiFailure('NOT_FOUND');
    const [photos, { cases, reported }, acts, consents, suspension] = await Promise.all([
      readPersonPhotos(db, fan),
      readPersonCases(db, fan),
      readPersonActs(db, fan),
      readConsents(db, fan, CONSENT_RECORDS_MAX),
      readSuspension(db, fan, now()),
    ]);
    const until = suspension?.until ?? null;
    return {
      person: rowOf(person),
      joined_at: wire(person.joined_at),
      suspension: suspension
        ? { reason: suspension.reason, until: until === null ? null : formatWireDate(until.getTime() - 1) }
        : null,
      photos: photos.map(({ media_url, comment, created_at, hidden_at }) => ({
        media_url,
        comment,
        posted_at: wire(created_at),
        is_hidden: hidden_at !== null,
      })),
      cases: cases.map((row) => ({ ...row, opened_at: wire(row.opened_at) })),
      reported,
      acts: acts.map(({ act, at, reason }) => ({ act, at: wire(at), reason })),
      consents: consents.map(({ at, usepermit, place, photos: n }) => ({ at, usepermit, place, photos: n })),
    };
  },
  async putStaffPrivateData(context, { body: { user_id, ...given } }) {
    const reason = requireReason(given.reason);
    const { db, tenant, now } = context;
    return inTransaction(db, async (trx) => {
      if (!(await readPerson(trx, { tenant, userId: user_id }, now()))) throw new ApiFailure('NOT_FOUND');
      const data = await readPrivateData(trx, user_id);
      const outcome = data.email === null ? 'Not known here.' : 'Shown.';
      await logOwn(context, trx, { act: 'people reveal', what: user_id, reason, outcome });
      return data;
    });
  },
  async putStaffSignOut(context, { body: { user_id, ...given } }) {
    const reason = requireReason(given.reason);
    // Another identity provider would go on: nothing is said to be done that is not.
    if (context.sessions === undefined) throw new ApiFailure('NOT_ALLOWED');
    return inTransaction(context.db, async (trx) => {
      await requireFan(context, trx, user_id);
      const ended = await endSignIns(trx, user_id);
      await logOwn(context, trx, { act: 'users sign-out', what: user_id, reason, outcome: `${ended} sign-ins ended.` });
      return { ended };
    });
  },
  async putStaffRename(context, { body: { user_id, name: seen, ...given } }) {
    const reason = requireReason(given.reason);
    const { tenant, now } = context;
    return inTransaction(context.db, async (trx) => {
      await lockProfile(trx, user_id);
      await requireFan(context, trx, user_id);
      const profile = await readProfile(trx, user_id);
      if (!profile) throw new ApiFailure('NOT_FOUND');
      // Another moderator was first, or the fan chose another name meanwhile: what is taken is what was seen.
      if (profile.nickname !== seen) throw new ApiFailure('ALREADY_DECIDED');
      const at = now();
      const name = await refuseName(trx, profile, at);
      // Names of fans stand in no log.
      await logOwn(context, trx, { act: 'users rename', what: user_id, reason, outcome: 'The name was taken.' });
      const notice_id = `name-${at.getTime().toString(36)}-${user_id}`;
      await tellFan(trx, { tenant, recipient: user_id, notice_id, ...nameTaken(seen, reason) }, at);
      return { name };
    });
  },
} satisfies Partial<StaffHandlers>;
