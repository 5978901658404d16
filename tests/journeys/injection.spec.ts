/** Whatever fans write into any field, and whoever writes an address: nothing of it runs, and it reads as it was written. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { EARLY_SCRIPT } from '../../build/earlyScript.ts';
import { describeContact } from '../../server/admin/contacts.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { contact } from '../../src/messages/jaAccount.ts';
import { contactForm } from '../../src/messages/jaContact.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { plainName, withoutTurning } from '../../src/rules/visibleText.ts';
import { openForge } from '../api/attackSetup.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { ENDLESS, type Injected, injectContent, PAYLOADS } from './injectedContent.ts';
import { launchBrowser } from './support/browser.ts';
import { signIn } from './support/fan.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'injection-'));
const dist = resolve(import.meta.dirname, '../../dist');
const encoded = (text: string) => encodeURIComponent(text);
let server: RunningServer;
let content: Injected;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let refusals: string[];

test.beforeAll(async () => {
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist });
  const forge = await openForge(server);
  const fans = await Promise.all(['one', 'two', 'three'].map((name) => forge.addFan(name, CLUB)));
  content = await injectContent(server, CLUB, fans);
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});
test.beforeEach(async () => {
  context = await browser.newContext({ serviceWorkers: 'block', locale: 'ja-JP' });
  page = await context.newPage();
  refusals = [];
  await page.exposeFunction('tellRefusal', (text: string) => refusals.push(text));
  await page.addInitScript(() => {
    const { tellRefusal } = globalThis as unknown as { tellRefusal(text: string): void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      tellRefusal(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on('dialog', (dialog) => {
    refusals.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
});
test.afterEach(() => context.close());

/** Nothing ran, nothing tried to, and no element was made of a text. */
async function expectHarmless(name: string): Promise<void> {
  const found = await page.evaluate(
    (ours) => ({
      ran: '__ran' in window,
      made: [...document.querySelectorAll('*')]
        .filter((one) => one.getAttributeNames().some((attribute) => /^on|^srcdoc$/.test(attribute)))
        .map((one) => one.outerHTML.slice(0, 120)),
      frames: document.querySelectorAll('iframe, object, embed').length,
      // Inline ones besides the one of every page's head (earlyScript.ts).
      scripts: [...document.scripts].filter(
        (one) => one.src === '' && !one.type.endsWith('json') && one.outerHTML !== ours,
      ).length,
      addresses: [...document.querySelectorAll('a[href], form[action], [src]')]
        .flatMap((one) => [one.getAttribute('href'), one.getAttribute('action'), one.getAttribute('src')])
        .filter((address) => /^\s*(?:javascript|vbscript|data:text)/i.test(address ?? '')),
    }),
    EARLY_SCRIPT,
  );
  expect({ name, ...found, refusals }).toEqual({
    name,
    ran: false,
    made: [],
    frames: 0,
    scripts: 0,
    addresses: [],
    refusals: [],
  });
}

async function visit(path: string): Promise<void> {
  await page.goto(server.url + path);
  await expect(page.locator('h1, [role=alert], main').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expectHarmless(path);
}

/** What the server itself writes: title, description and cards included, and the data for the first screen. */
async function expectPlainSource(path: string): Promise<void> {
  const html = await (await fetch(server.url + path)).text();
  for (const mark of [
    '<img src=x',
    '<svg/onload',
    '<script>__ran',
    '<iframe srcdoc',
    '<b onmouseover',
    '<a href="javascript',
  ])
    expect([path, html.includes(mark)]).toEqual([path, false]);
  expect([path, /(?:content|href|src)="[^"]*"[^\s/>]/.exec(html)]).toEqual([path, null]);
  // Nobody's text turns the direction of a card.
  expect([path, /<(?:title|meta)[^>]*[\u202a-\u202e\u2066-\u2069]/.test(html)]).toEqual([path, false]);
}

test('XSS-01 texts of fans in every field are shown as texts: photos, events, names, comments, EXIF, alt', {
  tag: '@core',
}, async () => {
  const [payload = ''] = PAYLOADS;
  await visit(`/${CLUB}/gallery.html`);
  const pages = [
    `/${CLUB}/`,
    `/${CLUB}/event-list.html`,
    `/${CLUB}/my-photo.html?u=${content.author}`,
    `/${CLUB}/my-photo.html?u=${content.author}&mode=my-event`,
    `/${CLUB}/ranking-list.html`,
    `/${CLUB}/mediasite.html?e=${content.events[0]}`,
    `/${CLUB}/download.html?e=${content.events[0]}`,
  ];
  for (const path of pages) await visit(path);
  for (const [i, text] of [...PAYLOADS, ENDLESS].entries()) {
    const event = `/${CLUB}/event-detail.html?e=${content.events[i]}`;
    const photo = `/${CLUB}/?q=${encoded(content.photos[i] ?? '')}`;
    const player = `/${CLUB}/player-detail.html?p=${encoded(text.slice(0, 60))}`;
    for (const path of [event, photo, player]) await expectPlainSource(path);
    // The lists above showed each; the last has them all in every field.
    if (text !== ENDLESS) continue;
    await visit(event);
    await expect(page.getByRole('heading', { name: PAYLOADS[0] }).first()).toBeAttached();
    await visit(photo);
    await expect(page.getByRole('dialog')).toContainText(PAYLOADS[1]);
    await visit(player);
  }
  for (const path of [`/${CLUB}/gallery.html`, ...pages]) await expectPlainSource(path);
  await visit(`/${CLUB}/event-detail.html?e=${content.events[0]}`);
  expect(await page.title(), 'a title is a text').not.toBe('');
  await expect(page.getByText(payload).first()).toBeVisible();
});

test('XSS-02 nothing in an address runs: search words, filters, short codes, tenants, paths, hashes', async () => {
  const all = PAYLOADS.join(' ');
  for (const text of [...PAYLOADS, all]) {
    const value = encoded(text);
    const search = ['text', 'ht', 'cp', 'pl', 'e', 's', 'event_name'].map((name) => `${name}=${value}`);
    const paths = [
      `/common/search-result.html?t=${CLUB}&text=${value}`,
      `/common/search-result.html?t=${CLUB}&${search.slice(1).join('&')}`,
      `/${CLUB}/gallery.html?team=${value}&q=${value}&open=${value}#${value}`,
      `/${CLUB}/?q=${encoded('s~')}${value}`,
      `/${CLUB}/event-detail.html?e=${value}`,
      `/${CLUB}/my-photo.html?u=${value}&mode=${value}`,
      `/common/create-account.html?t=${value}&next=${value}`,
      `/common/account-activation.html?t=${CLUB}&email=${value}&code=${value}`,
      `/common/rule-agreement.html?t=${CLUB}&redirect=${value}&url=${value}`,
      `/${CLUB}/${value}.html?x=${value}`,
      `/${value}/gallery.html`,
    ];
    for (const path of nonEmpty(paths)) await expectPlainSource(path);
    if (text === all) for (const path of paths.slice(0, 8)) await visit(path);
  }
  await visit(`/common/rule-agreement.html?t=${CLUB}&redirect=${encoded('javascript:__ran=1')}`);
});

test('XSS-01 what only a signed-in fan sees is harmless: notices, own page, comments, words, settings', async () => {
  const post = (path: string, body: object) =>
    fetch(`${server.url}/f${path}`, {
      method: 'PUT',
      headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const word of PAYLOADS) await post('/search/word/item', { word, tagtype: 'text' });
  await signIn(page, server.url, { email: 'two@example.jp', password: 'Stadium-2026' });
  await expectHarmless('signed in');
  await visit(`/common/notice-list.html?t=${CLUB}`);
  await expect(page.getByText(PAYLOADS[0]).first()).toBeVisible();
  await visit(`/common/settings.html?t=${CLUB}`);
  await visit(`/${CLUB}/my-photo.html`);
  await visit(`/${CLUB}/outbox.html`);
  await visit(`/${CLUB}/?q=${encoded(content.photos[0] ?? '')}`);
  await expect(page.getByRole('dialog').getByText(PAYLOADS[0]).first()).toBeAttached();
});

test('XSS-01 the contact form: name, address and message stay texts in form, mail and mailbox', async () => {
  const message = PAYLOADS.join('\n');
  const [, name, , , , , , turning] = PAYLOADS;
  const form = page.getByRole('dialog', { name: contact.title });
  const fieldOf = (label: string) => form.getByRole('textbox', { name: label });
  const send = form.getByRole('button', { name: contactForm.submit });
  const openForm = async () => {
    await page
      .getByRole('complementary', { name: shell.menu })
      .getByRole('button', { name: shell.contact, exact: true })
      .click();
    await expect(form).toBeVisible();
  };
  await visit(`/${CLUB}/gallery.html`);
  await openForm();
  await fieldOf(contactForm.message).fill(message);
  await fieldOf(contactForm.name).fill(name);
  await fieldOf(contactForm.email).fill(PAYLOADS[0]);
  await send.click();
  await expect(fieldOf(contactForm.email)).toHaveAttribute('aria-invalid', 'true');
  await expectHarmless('contact refused by the form');
  await fieldOf(contactForm.email).fill(`${name}@example.jp`);
  await send.click();
  await expect(fieldOf(contactForm.email)).toHaveAttribute('aria-invalid', 'true');
  await expectHarmless('contact refused for its address');

  // What was written is there again after a reload, as it was written.
  await page.reload();
  await openForm();
  for (const [label, value] of [
    [contactForm.message, message],
    [contactForm.name, name],
    [contactForm.email, `${name}@example.jp`],
  ] as const)
    await expect(fieldOf(label)).toHaveValue(value);
  await expectHarmless('contact after a reload');
  await fieldOf(contactForm.name).fill(turning);
  await fieldOf(contactForm.email).fill('injector@example.jp');
  await send.click();
  await expect(page.getByText(contactForm.sent)).toBeVisible();
  await expectHarmless('contact sent');

  // The operator reads it as written, and nothing in it moves the terminal's cursor or turns its line.
  const { db } = server.deps;
  const { contact_id } = await db.selectFrom('contact').select('contact_id').executeTakeFirstOrThrow();
  const shown = await db.transaction().execute((trx) => describeContact(trx, CLUB, contact_id));
  for (const line of nonEmpty(withoutTurning(message).split('\n'))) expect(shown).toContain(`  ${line}`);
  expect(plainName(turning)).toContain('逆');
  expect(shown).toContain(`Name      ${plainName(turning)}`);
  // Codes to odd addresses, which mail servers allow.
  await visit('/dev/mailbox');
  for (const text of PAYLOADS) await expect(page.getByText(`"${text}"@example.jp`)).toBeVisible();
  await expectPlainSource('/dev/mailbox');
});
