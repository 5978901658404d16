// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { hasSignedIn, notAcrossWipes, rememberSignedOut } from './signedOut.ts';

afterEach(() => hasSignedIn('fan-1'));

/** Is the response kept, given what happens while it is on its way? */
async function isKept(address: string, { begun, during }: { begun?: number; during?: () => void } = {}) {
  let wipes = 3;
  const plugin = notAcrossWipes(() => wipes, begun);
  const request = new Request(`http://fans.test${address}`);
  const [event, state] = [{} as ExtendableEvent, {}];
  await plugin.handlerWillStart?.({ request, event, state });
  if (during) {
    wipes += 1;
    during();
  }
  const response = new Response('{}');
  return (await plugin.cacheWillUpdate?.({ request, response, event, state })) === response;
}

test('T26 DAT-03c an answer that arrives after its user has gone is not kept', async () => {
  expect(await isKept('/f/x')).toBe(true);
  expect(await isKept('/club/gallery.html?ht=null')).toBe(true);
  expect(await isKept('/f/x', { during: () => undefined })).toBe(false);
  expect(await isKept('/f/x', { begun: 2 })).toBe(false);
});

test('SAF-15 DAT-03c what a page still shows of the fan who signed out is not kept until the next login', async () => {
  rememberSignedOut('fan-1');
  expect(await isKept('/f/user/attributes/fan-1')).toBe(false);
  expect(await isKept('/club/my-photo.html?u=fan-1')).toBe(false);
  expect(await isKept('/f/user/attributes/fan-2')).toBe(true);
  hasSignedIn('fan-2');
  expect(await isKept('/f/user/attributes/fan-1')).toBe(false);
  hasSignedIn('fan-1');
  expect(await isKept('/f/user/attributes/fan-1')).toBe(true);
});
