/** Where lines end, on engines that know no phrases by themselves (LAY-03a). */
import { shell } from '../../src/messages/jaShell.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { findCutPhrases, sidewaysOverflow } from './support/cutPhrases.ts';
import { expect, signIn, test } from './support/engineTest.ts';
import { openPostForm } from './support/posting.ts';
import type { Screen } from './support/screen.ts';

/** CSS pixels, and the size of text in percent. */
const DISPLAYS = [
  [320, 100],
  [390, 100],
  [390, 200],
] as const;

/** The texts' code has come, and nothing loads any more. */
const isReady = `document.querySelector('#root[inert]') === null && document.querySelector('wbr') !== null
  && document.querySelector('main [aria-busy="true"]') === null`;

async function expectWholePhrases(screen: Screen, name: string): Promise<void> {
  await expect.poll(() => screen.driver.evaluate<boolean>(isReady), { message: name }).toBe(true);
  for (const [width, percent] of DISPLAYS) {
    await screen.driver.resize({ width, height: 844 });
    await expect.poll(() => screen.driver.evaluate('innerWidth')).toBe(width);
    await screen.driver.evaluate(`document.documentElement.style.setProperty('font-size', '${percent}%')`);
    const at = `${name}, ${width} px, ${percent} %`;
    await expect.poll(() => findCutPhrases(screen.driver), { message: at, timeout: 10_000 }).toEqual([]);
    expect(await sidewaysOverflow(screen.driver), at).toBeLessThanOrEqual(0);
  }
  await screen.driver.evaluate(`document.documentElement.style.removeProperty('font-size')`);
}

const PAGES = [
  '',
  'gallery.html',
  'event-list.html',
  `event-detail.html?e=${CLUB}-today`,
  'outbox.html',
  'nowhere.html',
  'common/tutorial.html',
  'common/create-account.html',
  'common/forgot-password.html',
  'common/rule-agreement.html',
];

test('phrases: LAY-03a no line of a page ends inside a phrase', async ({ open, product }) => {
  const { screen } = await open();
  for (const path of PAGES) {
    await screen.goto(
      path.startsWith('common/') ? `${product.url}/${path}?t=${CLUB}` : `${product.url}/${CLUB}/${path}`,
    );
    await expectWholePhrases(screen, path);
  }
  for (const path of ['', 'ranking-list.html']) {
    await screen.goto(`${product.url}/${LEAGUE}/${path}`);
    await expectWholePhrases(screen, `${LEAGUE} ${path}`);
  }
});

test('phrases: LAY-03a no line of a dialog or form ends inside a phrase', async ({ open, product }) => {
  const { screen } = await open();
  await screen.goto(`${product.url}/${CLUB}/gallery.html`);
  await screen.the('button', new RegExp(`^(${shell.login}|${shell.join})$`)).touch();
  await screen.the('dialog').see();
  await expectWholePhrases(screen, 'login');
  await screen.driver.resize({ width: 390, height: 844 });
  await signIn(screen, product);
  for (const tab of ['profile', 'notification', 'mail', 'account']) {
    await screen.goto(`${product.url}/common/settings.html?t=${CLUB}&tab=${tab}`);
    await expectWholePhrases(screen, `settings ${tab}`);
  }
  await screen.driver.resize({ width: 390, height: 844 });
  await screen.goto(`${product.url}/${CLUB}/gallery.html`);
  await openPostForm(screen);
  await expectWholePhrases(screen, 'post form');
});
