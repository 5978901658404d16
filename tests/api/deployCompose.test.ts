/** The settings of server/deploy/compose.yaml: the server takes them, and they fit the parts beside it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Variables } from '../../server/config/environment.ts';
import { readSettings } from '../../server/config/settings.ts';
import { nonEmpty } from '../nonEmpty.ts';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}
const file = resolve(import.meta.dirname, '../../server/deploy/compose.yaml');
const { services, configs } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: { readonly proxy: { readonly content: string } };
};
const of = (name: string) => services[name]?.environment ?? {};
const nginx = readFileSync(resolve(file, '../nginx.conf'), 'utf8');

test('both copies have settings the server takes, of the database, store and mail beside them', () => {
  expect(of('copy-2')).toEqual(of('copy-1'));
  const env = of('copy-1');
  expect(Object.keys(env).filter((name) => !(name in Variables.entries))).toEqual([]);
  const settings = readSettings({ ...env, NODE_ENV: 'production' });
  const database = new URL(settings.databaseUrl ?? '');
  const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: name } = of('database');
  expect([database.hostname, database.username, database.password, database.pathname]).toEqual([
    'database',
    user,
    password,
    `/${name}`,
  ]);
  const { MINIO_ROOT_USER: accessKeyId, MINIO_ROOT_PASSWORD: secretAccessKey } = of('store');
  expect(settings.bucket).toMatchObject({
    endpoint: 'http://store:9000',
    credentials: { accessKeyId, secretAccessKey },
  });
  expect(of('bucket')).toMatchObject({ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
  expect(new URL(settings.mail?.url ?? '').hostname).toBe('mail');
  expect([settings.isBehindProxy, settings.hasDemo]).toEqual([true, false]);
});

test('every port is open to this machine only; every part that is waited for is there', () => {
  const all = nonEmpty(Object.values(services));
  const ports = nonEmpty(all.flatMap((service) => service.ports ?? []));
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  const waitedFor = nonEmpty(
    all.flatMap(({ depends_on: names = [] }) => (Array.isArray(names) ? (names as string[]) : Object.keys(names))),
  );
  expect(waitedFor.filter((name) => !(name in services))).toEqual([]);
});

test('its proxy tells the server of a caller what nginx.conf tells', () => {
  const told = (text: string) =>
    new Map(
      [...text.matchAll(/proxy_set_header ((?:X-)?Forwarded\S*) +(.*?);/g)].map(([, name = '', value = '']) => [
        name,
        value.replace('$$', '$').replace(/^(['"])\1$/, 'nothing'),
      ]),
    );
  const [own, edge] = [told(configs.proxy.content), told(nginx)];
  expect(own.size).toBe(4);
  expect(Object.fromEntries(own)).toEqual(Object.fromEntries(edge));
});
