/** A device that never saw the product opens several pages while its first worker is installed. Firefox shows that worker as one that waits. */
import { shell } from '../../src/messages/jaShell.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { expect, test } from './support/engineTest.ts';
import type { Screen } from './support/screen.ts';

const PROFILES = 3;
/** A page registers the worker when it is calm, by then at the latest. */
const CALM_MS = 9_000;

/** The words that offer a new version as soon as they are shown; null: they are not shown within this time. */
const offered = (patience: number) => `new Promise((done) => {
  const words = ${JSON.stringify(shell.updateReady)};
  const look = () => document.body.textContent.includes(words) && end(words);
  const watching = new MutationObserver(look);
  const timer = setTimeout(() => end(null), ${patience});
  const end = (said) => { clearTimeout(timer); watching.disconnect(); done(said); };
  watching.observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
})`;

/** Opens a page as a pressed link does. Firefox now and then drops a step that is taken while a page loads: it is taken again. */
async function step(screen: Screen, page: string): Promise<void> {
  await expect(async () => {
    await screen.driver.evaluate(`void location.assign(${JSON.stringify(page)})`);
    await untilRegistered(screen, page, 15_000);
  }).toPass({ timeout: 60_000 });
}

async function untilRegistered(screen: Screen, page: string, timeout = 45_000): Promise<void> {
  const found = `navigator.serviceWorker.getRegistration().then((one) => one === undefined ? 'none' : location.href)`;
  // While the page changes it answers nothing.
  await expect.poll(() => screen.driver.evaluate<string>(found).catch(String), { timeout }).toBe(page);
}

test('first visit: T32 pages opened one after the other offer no new version', async ({ open, product }) => {
  const [first = '', ...others] = ['gallery', 'event-list', 'ranking-list'].map(
    (page) => `${product.url}/${CLUB}/${page}.html`,
  );
  const said: (string | null)[] = [];
  for (let profile = 0; profile < PROFILES; profile += 1) {
    const { screen } = await open();
    await screen.goto(first);
    await untilRegistered(screen, first);
    for (const page of nonEmpty(others)) await step(screen, page);
    said.push(await screen.driver.evaluate<string | null>(offered(CALM_MS)));
  }
  expect(said).toEqual(Array.from({ length: PROFILES }, () => null));
});
