/** What a device remembers of its fan (ACC-13): changed on another device, in another tab and in another tenant, value by value. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createBrowser, openDeviceOf, PASSWORD, startDeviceSite } from './pageDevice.ts';

type Device = ReturnType<typeof openDeviceOf>;
type Site = Awaited<ReturnType<typeof startDeviceSite>>;
let site: Site;
/** One fan for all rows: each changes a value of its own. */
let fan: Awaited<ReturnType<typeof openFan>>;
beforeAll(async () => {
  site = await startDeviceSite();
  fan = await openFan('rows@example.com');
});
afterAll(() => site?.close());

/** A member of both tenants, signed in on two devices; the first has two tabs of the club and one of the league. */
async function openFan(email: string) {
  const phone = createBrowser();
  const open = (browser = phone, tenant = CLUB) => openDeviceOf(site.config, { browser, tenant });
  const here = open();
  const form = { email, password: PASSWORD, name: '名前', nickname: '前の名前', extended1: '', extended2: '' };
  await here.session.signUp(form);
  await here.session.confirm(email, await site.codeFor(email));
  for (const device of [here, open(phone, LEAGUE)]) {
    await device.session.login(email, PASSWORD);
    await device.session.agreeToRules();
  }
  const elsewhere = open(createBrowser());
  await elsewhere.session.login(email, PASSWORD);
  return { here: open(), tab: open(), league: open(phone, LEAGUE), elsewhere, phone };
}
const userOf = ({ session }: Device) => {
  const state = session.getState();
  return state.status === 'anonymous' ? null : state.user;
};
/** As the start does, and the page that comes back. */
const renew = (...devices: Device[]) => Promise.all(devices.map(({ session }) => session.renew()));

/**
 * Everything of `SessionUser`, by name. `change`: on the other device, in the club. `isShared`: it is the account's, so the league shows
 * it as well. A value that is added to the type does not compile without a row here.
 */
interface Row {
  readonly change: (device: Device) => Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
  readonly isShared: boolean;
}
type Value = Exclude<keyof NonNullable<ReturnType<typeof userOf>>, 'id'>;
const rows: Readonly<Record<Value, Row>> = {
  usepermit: { change: ({ session }) => session.setUsepermit(true), before: false, after: true, isShared: false },
  name: {
    async change({ session, api }) {
      await session.updateProfile({ nickname: '新しい名前' });
      await api.getOwnAttributes();
    },
    before: '前の名前',
    after: '新しい名前',
    isShared: true,
  },
  staff: {
    change: (device) =>
      site.server.deps.db
        .insertInto('staff')
        .values({
          tenant: CLUB,
          user_id: userOf(device)?.id ?? '',
          role: 'viewer',
          added_at: new Date(),
          added_by: 'x',
        })
        .execute(),
    before: null,
    after: { role: 'viewer', waiting: 0 },
    isShared: false,
  },
  suspension: {
    async change(device) {
      const row = {
        tenant: CLUB,
        user_id: userOf(device)?.id ?? '',
        reason: '迷惑な投稿',
        until: null,
        at: new Date(),
      };
      await site.server.deps.db.insertInto('suspension').values(row).execute();
    },
    before: null,
    after: { reason: '迷惑な投稿', until: null },
    isShared: false,
  },
  agreement: {
    // As when the club's rules get a new version.
    change: (device) =>
      site.server.deps.db
        .updateTable('membership')
        .set({ agreed_version: '0' })
        .where('tenant', '=', CLUB)
        .where('user_id', '=', userOf(device)?.id ?? '')
        .execute(),
    before: null,
    after: 'missing',
    isShared: false,
  },
};

test.each(Object.entries(rows) as [Value, Row][])('ACC-13c %s changed on another device', async (value, row) => {
  const { here, tab, league, elsewhere } = fan;
  await renew(here, tab, league);
  const seen = (...devices: Device[]) => devices.map((device) => userOf(device)?.[value] ?? null);
  expect(seen(here, tab, league)).toEqual([row.before, row.before, row.before]);
  await row.change(elsewhere);
  await renew(here, league);
  expect(seen(here, league)).toEqual([row.after, row.isShared ? row.after : row.before]);
  // What one window was told, the other windows of the browser know without a call of their own, or ask.
  if (value !== 'agreement') await expect.poll(() => seen(tab)).toEqual([row.after]);
  else await renew(tab).then(() => expect(seen(tab)).toEqual([row.after]));
});

test('ACC-13c what a fan chooses in one tab shows in the other, and not in another tenant', async () => {
  const { here, tab, league } = await openFan('tabs@example.com');
  await renew(here, tab, league);
  await here.session.setUsepermit(true);
  await expect.poll(() => userOf(tab)?.usepermit).toBe(true);
  expect(userOf(league)?.usepermit).toBe(false);
  await renew(league);
  expect(userOf(league)?.usepermit).toBe(false);
});

test('ACC-13a what one fan left on the device is not the next one’s', async () => {
  const { here, phone } = await openFan('first@example.com');
  await here.session.setUsepermit(true);
  // The first fan's sign-in ends elsewhere: no logout takes anything away here.
  const next = openDeviceOf(site.config, { browser: phone });
  const form = {
    email: 'next@example.com',
    password: PASSWORD,
    name: '次',
    nickname: '次',
    extended1: '',
    extended2: '',
  };
  await next.session.signUp(form);
  await next.session.confirm(form.email, await site.codeFor(form.email));
  expect(await next.session.login(form.email, PASSWORD)).toEqual({ next: 'rule-agreement' });
  const again = openDeviceOf(site.config, { browser: phone });
  expect(userOf(again)).toMatchObject({ name: '次' });
  await renew(again);
  expect(userOf(again)).toMatchObject({ usepermit: false, agreement: 'missing' });
});
