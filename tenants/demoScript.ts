/**
 * What differs between the tenants' demo content: invented people, places, matches. No real player appears. One stands in each
 * tenant's `demo.ts`; a tenant without has no demo.
 */

export interface TenantScript {
  /** '選手', with number and team where there are. */
  readonly persons: readonly (readonly [name: string, number: string | null, team?: string | null, reading?: string])[];
  readonly teams?: readonly (readonly [id: string, name: string, gender: 'm' | 'f' | null])[];
  readonly places: readonly string[];
  /** Seasons that span two years start in this month; 1: calendar years. */
  readonly seasonStart: number;
  readonly seasonName: (year: number) => string;
  /** Official events: over, over, today, long, not begun, limited to ambassadors. */
  readonly events: readonly [string, string, string, string, string, string];
  readonly photocon: string;
  /** Made by fans; the second has a post_limit. */
  readonly memorial: readonly [string, string];
  readonly credit: {
    readonly type: 'A' | 'B' | 'C' | 'D';
    readonly label: string;
    readonly extra: string;
    readonly ambassador: 'ON' | 'OFF';
  };
  readonly notice: readonly [string, string];
  /** The published highlights of the second event. Absent: none. */
  readonly highlights?: { readonly title: string; readonly text: string };
  /** Asks for photo-use permission on the first post to the event of today. */
  readonly asksPermission: boolean;
}

export const year = (y: number) => `${y}シーズン`;
export const STANDS = [
  'メインスタンド',
  'バックスタンド',
  'ホームゴール裏',
  'アウェイゴール裏',
  'スタジアム広場',
  'コンコース',
];
