/** Months of a calendar as texts: 'YYYY-MM', with days 'YYYY-MM-DD'. */

/** Returns the month so many months later; a negative number counts back. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Returns the days of a month in rows of seven, Monday first. null: a cell before its first day. */
export function weeksOf(month: string): readonly (string | null)[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const days = Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
  return [...Array.from({ length: first }, () => null), ...days];
}
