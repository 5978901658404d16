/** How long ago something was, in words. Apart from `ja.ts` because only later parts tell it: photo detail, notices, outbox. */
import { ageOf, formatDate, formatDateTime, parseWireDate } from '../rules/dates.ts';

const words = {
  now: 'たった今',
  minutes: (count: number) => `${count}分前`,
  hours: (count: number) => `${count}時間前`,
  days: (count: number) => `${count}日前`,
} as const;

/** `now` as the other instant, in milliseconds. A week and more: the date, as `dateOf` writes it. */
export function ageText(instant: number, now: number, dateOf: (instant: number) => string = formatDate): string {
  const age = ageOf(instant, now);
  if (age.unit === 'date') return dateOf(instant);
  return age.unit === 'now' ? words.now : words[age.unit](age.count);
}

/** Age of what the server dated; a week and more: date and time. Empty where the text is no date. */
export function whenText(wire: string, now = Date.now()): string {
  const instant = parseWireDate(wire);
  return instant === null ? '' : ageText(instant, now, formatDateTime);
}
