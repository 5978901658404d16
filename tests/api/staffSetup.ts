/** Two tenants with a desk each: staff of every role, a suspended owner, fans, and cases. */
import * as v from 'valibot';
import { pathOf } from '../../src/contract/endpoints.ts';
import type { StaffEndpoint } from '../../src/contract/staffEndpoint.ts';
import {
  type StaffAnswer,
  type StaffBody,
  type StaffEndpointName,
  type StaffQueryInput,
  staffEndpoints,
} from '../../src/contract/staffEndpoints.ts';
import { STAFF_ROLES } from '../../src/contract/staffRoles.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON, startRoutesServer } from './routesServer.ts';

export interface StaffCall<N extends StaffEndpointName> {
  /** Left out: a visitor. */
  readonly as?: string | undefined;
  readonly tenant?: string;
  readonly params?: Record<string, string>;
  readonly query?: StaffQueryInput<N>;
  readonly body?: StaffBody<N>;
}
interface Refused {
  readonly status: number;
  readonly code: string;
}

/** `{role}-{tenant}` are staff, `official-…` the official user, `suspended-…` an owner who is suspended, `fan-…` a member. */
export async function startStaffWorld() {
  const signedIn = new Map<string, { email: string | null; signedInAt: number | null }>();
  let now = NOON;
  const removed: string[] = [];
  const codes: { to: string; code: string }[] = [];
  const server = await startRoutesServer({
    verifyToken: async (token) => {
      if (token === 'old') return 'expired';
      const sub = /^of\.(.+)$/.exec(token)?.[1];
      return sub === undefined ? 'invalid' : { sub, email: null, signedInAt: now, ...signedIn.get(sub) };
    },
    sendClaimCode: async (to, code) => {
      codes.push({ to, code });
    },
    sessions: { list: async () => [], close: async () => false },
    readObject: async (key) => new TextEncoder().encode(key),
    pictureStore: {
      remove: async (keys) => {
        removed.push(...keys);
      },
      backupDir: null,
    },
  });
  const { db } = server;
  for (const tenant of [CLUB, LEAGUE]) {
    await server.addEvent(`e-${tenant}`, { tenant });
    const people = ['official', 'suspended', 'fan', ...STAFF_ROLES].map((who) => `${who}-${tenant}`);
    for (const user of people) await server.join(user, tenant);
    await db
      .insertInto('official_user')
      .values({ tenant, user_id: `official-${tenant}` })
      .execute();
    for (const role of STAFF_ROLES) await addStaff(`${role}-${tenant}`, tenant, role);
    await addStaff(`suspended-${tenant}`, tenant, 'owner');
    const suspension = { tenant, user_id: `suspended-${tenant}`, reason: 'x', until: null, at: new Date(NOON) };
    await db.insertInto('suspension').values(suspension).execute();
  }

  async function addStaff(user_id: string, tenant: string, role: (typeof STAFF_ROLES)[number]) {
    await db
      .insertInto('staff')
      .values({ tenant, user_id, role, added_at: new Date(NOON), added_by: 'test' })
      .execute();
  }

  async function sendStaff(name: StaffEndpointName, input: StaffCall<never> & { readonly token?: string }) {
    const { as, tenant = CLUB, params = {}, query = {}, body, token = as && `of.${as}` } = input;
    const endpoint: StaffEndpoint = staffEndpoints[name];
    const isWrite = endpoint.method !== 'GET';
    const response = await server.send(
      endpoint.method,
      `/f${pathOf(endpoint, params)}?${new URLSearchParams(query as Record<string, string>)}`,
      {
        'x-api-key': 'fan-web',
        'x-api-tenant': tenant,
        ...(token === undefined ? {} : { 'x-api-authorization': `Bearer ${token}` }),
        ...(isWrite ? { 'content-type': 'application/json' } : {}),
      },
      isWrite ? JSON.stringify(body ?? {}) : undefined,
    );
    return { status: response.status, json: (await response.json()) as unknown };
  }

  /** One call of the desk. The answer must have the contract's shape. */
  async function call<N extends StaffEndpointName>(
    name: N,
    input: StaffCall<N>,
  ): Promise<{ status: 200; answer: StaffAnswer<N> } | Refused> {
    const { status, json } = await sendStaff(name, input as StaffCall<never>);
    if (status !== 200) return { status, ...v.parse(v.object({ code: v.string() }), json) };
    return { status, answer: v.parse(staffEndpoints[name].answer as v.GenericSchema, json) as StaffAnswer<N> };
  }

  /** As `call`, and it must succeed. */
  async function ok<N extends StaffEndpointName>(name: N, input: StaffCall<N>): Promise<StaffAnswer<N>> {
    const reply = await call(name, input);
    if ('code' in reply) throw new Error(`${name} was refused: ${reply.status} ${reply.code}`);
    return reply.answer;
  }

  /** 200, or the code of the refusal. */
  async function outcome<N extends StaffEndpointName>(name: N, input: StaffCall<N>): Promise<number | string> {
    const reply = await call(name, input);
    return 'code' in reply ? reply.code : 200;
  }

  let made = 0;
  /** A member who did nothing yet. */
  async function newFan(tenant: string = CLUB): Promise<string> {
    made += 1;
    const user = `new-${made}`;
    await server.join(user, tenant);
    return user;
  }

  async function newPhoto(tenant: string = CLUB, author?: string) {
    const by = author ?? (await newFan(tenant));
    const photo = server.storePhoto(by, `e-${tenant}`, { comment: 'おはよう' }, tenant);
    const reply = await server.post(by, `e-${tenant}`, [photo], tenant);
    if ('code' in reply) throw new Error(reply.code);
    return { media_url: photo.media_url, author: by };
  }

  const reportPhoto = (as: string, media_url: string, { tenant = CLUB, text = '' } = {}) =>
    server.call('putPhotoReport', { as, tenant, body: { media_url, reason: 'privacy', text } });

  /** A photo somebody reported, with its case. */
  async function newCase(tenant: string = CLUB) {
    const photo = await newPhoto(tenant);
    const reporter = await newFan(tenant);
    await reportPhoto(reporter, photo.media_url, { tenant });
    const row = await db
      .selectFrom('report_case')
      .select('case_id')
      .where('subject', '=', photo.media_url)
      .executeTakeFirstOrThrow();
    return { ...photo, reporter, caseId: row.case_id };
  }

  /** A visitor's message to the operator. */
  async function newMessage(tenant: string = CLUB): Promise<string> {
    made += 1;
    const contact_id = `message-${made}`;
    const body = { contact_id, name: '山田', email: 'yamada@example.jp', topic: 'photo', message: '写真の件' } as const;
    await server.ok('putContact', { tenant, body });
    return contact_id;
  }

  /** A case whose author appealed against what the official user decided. */
  async function newAppeal(tenant: string = CLUB, decision: 'hide' | 'warn' | 'suspend' = 'hide') {
    const found = await newCase(tenant);
    const body = { case_id: found.caseId, decision, reason: '理由', days: null } as const;
    await ok('putStaffDecision', { as: `official-${tenant}`, tenant, body });
    const { list } = await server.ok('getNotices', { as: found.author, tenant });
    const notice_id = list.find(({ appeal }) => appeal === 'possible')?.notice_id ?? '';
    await server.ok('putAppeal', { as: found.author, tenant, body: { notice_id, text: '誤解です' } });
    return { ...found, notice_id };
  }

  const isShown = async (media_url: string, tenant: string = CLUB) =>
    (await server.ok('getPhoto', { tenant, query: { media_url: btoa(media_url) } })).list.length === 1;
  const noticesOf = async (as: string, tenant: string = CLUB) =>
    (await server.ok('getNotices', { as, tenant })).list.map(({ title, body }) => `${title} ${body}`);

  return {
    ...server,
    addStaff,
    sendStaff,
    staff: { call, ok, outcome },
    newFan,
    newPhoto,
    newCase,
    newAppeal,
    newMessage,
    reportPhoto,
    isShown,
    noticesOf,
    /** Codes that were mailed to claimants. */
    codes,
    /** Keys the store was told to remove. */
    removed,
    /** What the token of somebody says from now on. */
    signIn: (sub: string, says: { email?: string | null; signedInAt?: number | null }) =>
      signedIn.set(sub, { email: null, signedInAt: now, ...says }),
    setNow(instant: number) {
      now = instant;
      server.setNow(instant);
    },
  };
}
export type StaffWorld = Awaited<ReturnType<typeof startStaffWorld>>;
