/** A world with a desk that writes news, and a push service. */
import { publishNews } from '../../server/push/publishNews.ts';
import { sendPushes } from '../../server/push/sendPushes.ts';
import { openVapidKeys } from '../../server/push/vapidKeys.ts';
import type { StaffBody } from '../../src/contract/staffEndpoints.ts';
import type { News } from '../../src/contract/staffNewsEndpoints.ts';
import { CLUB } from '../support/tenants.ts';
import { createPushService } from './pushSetup.ts';
import { NOON } from './routesServer.ts';
import { startStaffWorld } from './staffSetup.ts';

export type NewsBody = StaffBody<'putStaffNews'>;

/** The editor who writes. */
const EDITOR = `editor-${CLUB}`;

export const newsBody = (fields: Partial<NewsBody> = {}): NewsBody => ({
  news_id: crypto.randomUUID(),
  revision: null,
  title: 'ファン感謝デー',
  body: 'お待ちしています。',
  url: null,
  picture: null,
  audience: 'all',
  about: '',
  ...fields,
});

export async function startNewsWorld() {
  const world = await startStaffWorld();
  const keys = await openVapidKeys(world.identityDb, { keys: null, subject: 'mailto:a@example.jp' });
  const service = createPushService();
  await service.open();

  /** Writes as an editor of the tenant that the name ends with. */
  const write = (fields: Partial<NewsBody> = {}, as = EDITOR) =>
    world.staff.ok('putStaffNews', { as, tenant: as.replace(/^.*?-/, ''), body: newsBody(fields) });
  async function draft(fields: Partial<NewsBody> = {}): Promise<News> {
    const { news } = await write(fields);
    if (!news) throw new Error('no draft');
    return news;
  }
  const schedule = (
    { news_id, revision }: Pick<News, 'news_id' | 'revision'>,
    publish_at: string | null,
    is_draft = false,
  ) => world.staff.ok('putStaffNewsTime', { as: EDITOR, body: { news_id, revision, publish_at, is_draft } });
  const publish = (now = NOON) => publishNews(world.db, new Date(now));

  return {
    ...world,
    editor: EDITOR,
    service,
    write,
    draft,
    schedule,
    publish,
    /** Writes news and publishes it at once. Returns its id. */
    async send(fields: Partial<NewsBody> = {}) {
      const news = await draft(fields);
      const { result } = await schedule(news, null);
      if (result !== 'ok') throw new Error(result);
      await publish();
      return news.news_id;
    },
    /** Sends the pushes that are due. */
    push: () =>
      sendPushes({
        db: world.db,
        keys,
        fetch: service.fetch,
        now: () => NOON,
        onError: (error) => world.errors.push(error),
      }),
    listed: async (news_id: string) =>
      (await world.staff.ok('getStaffNews', { as: EDITOR })).list.find((news) => news.news_id === news_id),
    titlesOf: async (fan: string | undefined, tenant = CLUB) =>
      (await world.ok('getNotices', { tenant, ...(fan === undefined ? {} : { as: fan }) })).list.map(
        ({ title }) => title,
      ),
    /** A person whom these fans favour. */
    async addFavourite(name: string, fans: readonly string[]) {
      await world.db.insertInto('person').values({ tenant: CLUB, name, team_id: null, number: null }).execute();
      const rows = fans.map((user_id) => ({ tenant: CLUB, user_id, name, position: 0 }));
      await world.db.insertInto('favorite_person').values(rows).execute();
    },
    /** What a test leaves behind. */
    async reset() {
      world.setNow(NOON);
      service.arrived.length = 0;
      for (const table of NEWS_TABLES) await world.db.deleteFrom(table).execute();
    },
    async end() {
      service.close();
      await world.close();
    },
  };
}
const NEWS_TABLES = ['news', 'news_count', 'notice', 'notice_read', 'push_job', 'push_device', 'push_told'] as const;
export type NewsWorld = Awaited<ReturnType<typeof startNewsWorld>>;
