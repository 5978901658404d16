import { CLUB, LEAGUE } from '../../support/tenants.ts';
import { startRoutesServer } from '../routesServer.ts';
import { draftOf } from './draft.ts';
import type { World } from './rowTypes.ts';

/** Fans, shared lists of CLUB, and nothing in LEAGUE but members and one notice. */
export async function startWorld(): Promise<World> {
  const phone = { id: 'phone', signed_in_at: new Date('2026-06-10T03:00:00Z'), user_agent: 'Phone' };
  const server = await startRoutesServer({
    sessions: {
      list: async (sub) => (sub === 'aki' ? [phone] : []),
      close: async (id, sub) => id === phone.id && sub === 'aki',
    },
  });
  for (const user of ['aki', 'ben', 'cho', 'dai', 'muter', 'muted', 'blocker', 'blocked']) await server.join(user);
  for (const user of ['aki', 'ben']) await server.join(user, LEAGUE);
  await server.db
    .insertInto('membership')
    .values({ tenant: LEAGUE, user_id: 'elsewhere', agreed_version: '1' })
    .execute();
  await server.addEvent('e');
  await server.addEvent('memo', { event_type: 'memorial', user_id: 'aki' });
  await server.addEvent('con', { event_type: 'photocon' });
  await addLists(server);
  await server.post('ben', 'memo', [server.storePhoto('ben', 'memo', { player: '山田 太郎' })]);
  await server.ok('putFollow', { as: 'aki', body: { follow_user: 'ben' } });
  await server.ok('putUsepermit', { as: 'aki', body: { usepermit: true } });
  await server.ok('putMute', { as: 'muter', body: { mute_user: 'muted' } });
  await server.ok('putBlock', { as: 'blocker', body: { block_user: 'blocked' } });
  return { ...server, ...fixturesOf(server) };
}

type Server = Awaited<ReturnType<typeof startRoutesServer>>;

async function addLists({ db }: Server) {
  const tenant = CLUB;
  await db.insertInto('reserved_name').values({ tenant, name: '公式' }).execute();
  await db.insertInto('official_user').values({ tenant, user_id: 'off' }).execute();
  await db.insertInto('ambassador').values({ tenant, user_id: 'amb', name: 'Amb', object_key: null }).execute();
  const credit = { type: 'C', official_label: 'Club', ambassador: 'ON', extra_text: 'x' } as const;
  await db
    .insertInto('credit_setting')
    .values({ tenant, ...credit })
    .execute();
  await db
    .insertInto('team')
    .values({ tenant, team_id: 't', team_name: 'Team', object_key: null, gender: null })
    .execute();
  await db
    .insertInto('person')
    .values([
      { tenant, name: '佐藤 次郎', team_id: null, number: null },
      { tenant, name: '山田 太郎', team_id: 't', number: '7' },
    ])
    .execute();
  const period = { season_period_start: '2026-01-01 00:00:00', season_period_end: '2026-12-31 23:59:59' };
  await db
    .insertInto('season')
    .values({ tenant, season_id: 's2026', season_name: '2026', ...period })
    .execute();
  const notice = { tenant, title: 't', body: 'b', url: null, user_id: null, media_url: null };
  const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour));
  await db
    .insertInto('notice')
    .values([
      { ...notice, notice_id: 'all', recipient_id: null, created_at: at(1) },
      { ...notice, notice_id: 'own', recipient_id: 'cho', created_at: at(2) },
      { ...notice, notice_id: 'away', recipient_id: null, tenant: LEAGUE, created_at: at(1) },
    ])
    .execute();
}

const fixturesOf = (server: Server) => ({
  async newPhoto(as = 'aki') {
    const photo = server.storePhoto(as, 'e');
    const reply = await server.post(as, 'e', [photo]);
    if ('code' in reply) throw new Error(reply.code);
    return photo.media_url;
  },
  async newComment(as = 'aki') {
    const media_url = await this.newPhoto();
    const body = { comment: 'hello', media_url, targetuser: 'aki', parent_id: null };
    return { ...(await server.ok('putComment', { as, body })), media_url };
  },
  newEvent: async () => (await server.ok('putEvent', { as: 'aki', body: draftOf({}) })).event_id,
});
