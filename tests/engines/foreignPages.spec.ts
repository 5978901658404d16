/** A page of somebody else that opens ours cannot lead it elsewhere: every engine asks whether it is the opener, which ours gives up. */
import { startForeignSite } from '../journeys/support/foreignSite.ts';
import { openLine } from '../journeys/support/line.ts';
import { expect, galleryOf, test } from './support/engineTest.ts';

test('opened from outside: our page is out of reach of the page that opened it', async ({ open, product }) => {
  const line = await openLine(product.url);
  const foreign = await startForeignSite();
  try {
    const { screen } = await open();
    await screen.goto(foreign.pageFor(galleryOf({ ...product, url: line.url })));
    await screen.the('button', 'open careless').touch();
    // Its client asks after the script in its head has run.
    const client = line.waitFor(({ path }) => path.startsWith('/f/'));
    await screen.the('button', 'open ours').touch();
    await client;
    await screen.the('button', 'lead away').touch();
    await expect.poll(() => foreign.ledAway).toEqual(['careless']);
  } finally {
    foreign.close();
    await line.close();
  }
});
