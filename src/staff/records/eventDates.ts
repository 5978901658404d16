import type { RecordValues } from '../../contract/staffContentEndpoints.ts';
import type { StaffBody } from '../../contract/staffEndpoints.ts';
import { formatWireDateTime, parseWireDate } from '../../rules/dates.ts';
import { changedValues, type RecordInput, type RecordTexts, recordInputs } from './recordFields.ts';

/** Fields of an event that a move to another date changes. */
const MOVED = ['event_date', 'crawl_period_start', 'crawl_period_end', 'photo_location', 'public_message'];

export const movedInputs: readonly RecordInput[] = recordInputs.events.filter(({ name }) => MOVED.includes(name));

const PERIOD = ['crawl_period_start', 'crawl_period_end'] as const;

/** Returns the form's texts with another day. The period moves by as many days, as long as both days can be read. */
export function withDay(texts: RecordTexts, day: string): RecordTexts {
  const [was, is] = [parseWireDate(texts.event_date ?? ''), parseWireDate(day)];
  const shifted = PERIOD.map((name): [string, string] => {
    const text = texts[name] ?? '';
    const at = parseWireDate(text.replace('T', ' '));
    if (was === null || is === null || at === null) return [name, text];
    return [name, formatWireDateTime(at + is - was).replace(' ', 'T')];
  });
  return Object.fromEntries([...Object.entries(texts), ...shifted, ['event_date', day]]);
}

/** Returns the values of a new date as the call takes them. */
export function newDateValues(texts: RecordTexts): StaffBody<'putStaffEventDate'>['values'] {
  const values: RecordValues = changedValues('events', texts, null);
  const { photo_location } = values;
  return {
    event_date: String(values.event_date ?? ''),
    crawl_period_start: String(values.crawl_period_start ?? ''),
    crawl_period_end: String(values.crawl_period_end ?? ''),
    public_message: String(values.public_message ?? ''),
    photo_location: Array.isArray(photo_location) ? photo_location : [],
  };
}
