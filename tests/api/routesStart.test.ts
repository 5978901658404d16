import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startServer } from '../../server/main.ts';
import { CLUB } from '../support/tenants.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('the whole server listens, keeps its data folder to itself, and gives it back', async () => {
  const options = { port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null };
  const running = await startServer(options);
  const config = (await (await fetch(`${running.url}/config.json`)).json()) as { identity: { userPoolId: string } };
  expect(config.identity.userPoolId).toBe('ap-northeast-1_fanphoto');
  const keys = await fetch(`${running.url}/idp/${config.identity.userPoolId}/.well-known/jwks.json`);
  expect(keys.status).toBe(200);
  const mailbox = await fetch(`${running.url}/dev/mailbox`, { headers: { accept: 'application/json' } });
  expect(await mailbox.json()).toEqual([]);
  expect((await fetch(`${running.url}/s3/photos/nothing`)).status).toBe(404);
  const unsigned = { method: 'PUT', body: 'x' };
  const key = `ugc/${CLUB}/e/original/${'a'.repeat(20)}.jpg`;
  expect((await fetch(`${running.url}/s3/photos/${key}`, unsigned)).status).toBe(403);
  // Slashes of a key travel as %2F and must not split the path.
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const comments = `${running.url}/f/media/public/list/item/comments/${encodeURIComponent(key)}`;
  expect(await (await fetch(comments, { headers })).json()).toEqual({ comments: [], count: 0 });
  await expect(startServer(options)).rejects.toThrow('in use by process');
  await running.close();
  const again = await startServer({ ...options, host: '0.0.0.0' });
  expect(again.hasMailbox).toBe(false);
  expect((await fetch(`${again.url}/dev/mailbox`)).status).toBe(404);
  await again.close();
});
