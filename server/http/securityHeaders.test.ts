import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ClientConfig } from '../../src/contract/config.ts';
import { tenants } from '../../tenants/index.ts';
import type { Tenant } from '../../tenants/schema.ts';
import { CLUB, LEAGUE } from '../../tests/support/tenants.ts';
import { securityHeaders } from './securityHeaders.ts';

const config = {
  api: '/f',
  identity: { region: 'ap-northeast-1', userPoolEndpoint: '/idp', identityPoolEndpoint: '/identity' },
  objects: { endpoint: '/s3', region: 'ap-northeast-1', bucket: 'photos', publicBase: '/s3/photos' },
} as unknown as ClientConfig;

/** Headers of a page where the club has this analytics id. */
async function headersOf(path: string, ga: string): Promise<string> {
  const find = (id: string): Tenant | undefined => {
    const tenant = tenants.find((one) => one.id === id);
    return tenant && { ...tenant, ga: id === CLUB ? ga : '' };
  };
  const app = new Hono();
  app.use(securityHeaders(config, find));
  app.get('*', (c) => c.html(''));
  return JSON.stringify([...(await app.request(path)).headers]);
}
const ID = 'G-TEST123456';

test.each([
  `/${CLUB}/`,
  `/${CLUB}/gallery.html`,
  `/common/settings.html?t=${CLUB}`,
  `/${CLUB}/common/settings.html`,
  `/${CLUB}/mediasite.html`,
])('TEN-12d %s opens to Google’s script and its counters, and to nothing of advertising', async (path) => {
  const opened = await headersOf(path, ID);
  expect(opened).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/www\.googletagmanager\.com;/);
  expect(opened).toMatch(/connect-src [^;]*https:\/\/\*\.google-analytics\.com/);
  expect(opened).not.toMatch(/doubleclick|unsafe|google\.com\/ads|trusted-types fanphoto [^"]/);
  expect(await headersOf(path, '')).not.toContain('google');
});

test.each([
  `/${LEAGUE}/`,
  `/common/settings.html?t=${LEAGUE}`,
  `/${LEAGUE}/mediasite.html`,
  '/',
  '/common/settings.html',
  `/f/?t=${CLUB}`,
])('TEN-12d %s has the very same headers whether another tenant counts or not', async (path) => {
  expect(await headersOf(path, ID)).toBe(await headersOf(path, ''));
});
