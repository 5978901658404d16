import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Mailer } from './mailer.ts';

const KEPT = 200;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const STYLE = `
body { margin: 0 auto; max-width: 720px; padding: 24px 16px; font: 16px/1.7 system-ui, sans-serif; color: #1c2330; }
h1 { font-size: 22px; }
p { color: #566; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 10px 8px; border-bottom: 1px solid #dde2ea; text-align: left; overflow-wrap: anywhere; }
th { font-size: 13px; color: #566; }
code { font-size: 20px; letter-spacing: 0.12em; }
`;
const CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

export interface DevMailbox extends Mailer {
  /** `GET /dev/mailbox`: a page, or under `Accept: application/json` `[{to, subject, code, sentAt}]`, newest first. */
  fetch(request: Request): Promise<Response>;
}

interface KeptMail {
  to: string;
  subject: string;
  code: string;
  /** ISO 8601. */
  sentAt: string;
}

/** Keeps the newest mails in place of sending them. For development: mount it for direct callers on this machine only. */
export function createDevMailbox(db: Kysely<Database>, now: () => number): DevMailbox {
  async function load(): Promise<KeptMail[]> {
    const rows = await db.selectFrom('identity_mail').selectAll().orderBy('id', 'desc').limit(KEPT).execute();
    return rows.map(({ recipient, subject, code, sent_at }) => ({
      to: recipient,
      subject,
      code,
      sentAt: sent_at.toISOString(),
    }));
  }
  return {
    async send({ to, subject, code, kind }) {
      const { id } = await db
        .insertInto('identity_mail')
        .values({ recipient: to, subject, code, kind, sent_at: new Date(now()) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom('identity_mail')
        .where('id', '<=', id - KEPT)
        .execute();
    },
    async fetch(request) {
      // A page of another site can have its own name point here; it cannot make the browser say ours.
      if (!LOOPBACK.test(new URL(request.url).hostname)) return new Response(null, { status: 403 });
      if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
      const mails = await load();
      const isJson = request.headers.get('accept')?.includes('application/json') ?? false;
      return new Response(isJson ? JSON.stringify(mails) : String(await page(mails)), {
        headers: {
          'content-type': isJson ? 'application/json' : 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          vary: 'accept',
          ...(isJson ? {} : { 'content-security-policy': CSP }),
        },
      });
    },
  };
}

const timeOf = (iso: string) => new Date(iso).toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo' });

const page = (mails: KeptMail[]) => html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>開発用メールボックス</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<h1>開発用メールボックス</h1>
<p>この環境ではメールは送信されず、ここに表示されます。</p>
${
  mails.length === 0
    ? html`<p>メールはまだありません。</p>`
    : html`<table>
<thead><tr><th>宛先</th><th>件名</th><th>コード</th><th>日時</th></tr></thead>
<tbody>${mails.map(
        ({ to, subject, code, sentAt }) =>
          html`<tr><td>${to}</td><td>${subject}</td><td><code>${code}</code></td><td>${timeOf(sentAt)}</td></tr>`,
      )}</tbody>
</table>`
}
</body>
</html>`;
