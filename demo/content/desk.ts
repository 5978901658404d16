/** What waits at a club's desk: staff of each role, reports, a decision its author appeals against, messages. */
import type { ReportKind, ReportReason } from '../../src/contract/reports.ts';
import type { TenantContent } from '../content.ts';
import { demoLogins, demoStaff, fans } from './people.ts';
import { DAY, type DemoRow, HOUR, idOf } from './rows.ts';

export interface DemoReport {
  readonly userId: string;
  readonly reason: ReportReason;
  readonly text: string;
  readonly at: Date;
}
export interface DemoCase {
  readonly kind: ReportKind;
  readonly subject: string;
  readonly author_id: string;
  /** As the desk shows the subject. */
  readonly shown: string;
  /** The photo of a comment. */
  readonly media_url?: string;
  readonly reports: readonly DemoReport[];
  /** Left out: it waits for a decision. */
  readonly warned?: { readonly at: Date; readonly reason: string; readonly appeal: string };
}
export interface DeskContent {
  readonly staff: readonly DemoRow<'staff'>[];
  readonly cases: readonly DemoCase[];
  readonly contacts: readonly DemoRow<'contact'>[];
}

/** Whose photos and comments are reported: nobody one can sign in as. */
const invented = new Set(fans.map(({ sub }) => sub));
const subOfFan = (index: number): string => fans[index]?.sub ?? '';

/** A fan who reports: somebody else than the author. */
const reporterOf = (author: string, index: number): string =>
  fans.filter(({ sub }) => sub !== author)[index]?.sub ?? '';

export function deskOf({ tenant, photos, comments }: TenantContent, now: Date): DeskContent {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  type Said = readonly [fan: number, reason: ReportReason, text: string, ms: number];
  const open = (about: Omit<DemoCase, 'reports'>, said: readonly Said[]): DemoCase => ({
    ...about,
    reports: said.map(([fan, reason, text, ms]) => ({
      userId: reporterOf(about.author_id, fan),
      reason,
      text,
      at: ago(ms),
    })),
  });
  // The oldest ones: whoever tries the app meets the newest first.
  const rows = photos.map(({ row }) => row).filter(({ user_id }) => invented.has(user_id));
  const oldest = rows.toSorted((one, other) => Number(one.created_at) - Number(other.created_at));
  const ofPhoto = (index: number, said: readonly Said[]): DemoCase[] =>
    oldest.slice(index, index + 1).map(({ media_url, user_id, comment }) => {
      const about = { kind: 'photo', subject: media_url, author_id: user_id, shown: comment } as const;
      return open(about, said);
    });
  const ofComment = comments
    .filter(({ user_id }) => invented.has(user_id))
    .slice(0, 1)
    .map(({ comment_id, user_id, comment, media_url }) => {
      const about = { kind: 'comment', subject: comment_id, author_id: user_id, shown: comment, media_url } as const;
      return open(about, [[3, 'harassment', '', 5 * HOUR]]);
    });
  const warned = {
    at: ago(20 * HOUR),
    reason: '同じ内容の宣伝コメントが続いたため',
    appeal: '宣伝のつもりはありませんでした。応援グッズを紹介しただけです。',
  };
  return {
    staff: Object.entries(demoStaff).map(([role, { sub }]) => ({
      tenant,
      user_id: sub,
      role: role as keyof typeof demoStaff,
      added_at: ago(30 * DAY),
      added_by: demoLogins.official.sub,
    })),
    cases: [
      ...ofPhoto(0, [
        [1, 'privacy', '隣の席の子どもの顔がはっきり写っています。', 26 * HOUR],
        [6, 'privacy', '', 3 * HOUR],
      ]),
      ...ofPhoto(1, [[7, 'copyright', '公式の写真を撮り直したものに見えます。', 8 * HOUR]]),
      ...ofComment,
      open({ kind: 'fan', subject: subOfFan(11), author_id: subOfFan(11), shown: fans[11]?.nickname ?? '', warned }, [
        [0, 'spam', '毎試合、宣伝ばかり投稿しています。', 2 * DAY],
      ]),
    ],
    contacts: contactsOf(tenant, oldest[2]?.media_url ?? null, ago),
  };
}

function contactsOf(
  tenant: string,
  photo_key: string | null,
  ago: (ms: number) => Date,
): readonly DemoRow<'contact'>[] {
  const message = (
    what: string,
    { topic, name, text, ms }: { topic: 'usage' | 'request' | 'takedown'; name: string; text: string; ms: number },
  ): DemoRow<'contact'> => ({
    tenant,
    contact_id: idOf(20, 'desk', tenant, what),
    user_id: null,
    name,
    email: `${what}@example.jp`,
    topic,
    message: text,
    user_agent: '',
    created_at: ago(ms),
    // Nobody is mailed what the demo invents.
    mailed_at: ago(ms),
  });
  return [
    message('usage', { topic: 'usage', name: '青木', text: '機種変更をしたら、写真はどうなりますか?', ms: 9 * HOUR }),
    message('request', { topic: 'request', name: '', text: 'アウェイの写真だけ見られると嬉しいです。', ms: 4 * DAY }),
    ...(photo_key === null
      ? []
      : [
          {
            ...message('takedown', {
              topic: 'takedown',
              name: '山本 法子',
              text: '私の撮影した写真が無断で使われています。',
              ms: 6 * DAY,
            }),
            photo_key,
            confirmed_at: ago(6 * DAY),
          },
        ]),
  ];
}
