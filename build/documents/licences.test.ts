/** Licences of what the product is made of, as the lockfile tells them. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nonEmpty } from '../../tests/nonEmpty.ts';

const root = resolve(import.meta.dirname, '../..');

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const entries = Object.entries(packages).filter(([path]) => path !== '');
const shipped = entries.filter(([, { dev, devOptional }]) => !dev && !devOptional);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What may be bundled and shipped under any conditions of ours, given its notice (the client's open-source page has it). */
const FREE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
  'CC0-1.0',
]);
/** Runs on the server, unchanged and as a package of its own; its conditions end at its own files. */
const SERVER_ONLY = new Map([
  ['web-push', 'MPL-2.0'],
  // Letters on pictures that the server draws.
  ['@fontsource/zen-kaku-gothic-new', 'OFL-1.1'],
]);
/** The same, linked at run time: libvips behind `sharp`, one package a platform. */
const LINKED = { name: /^@img\/sharp-/, licences: new Set([...FREE, 'LGPL-3.0-or-later']) };
/** Builds and tests only. Nothing that asks a service to publish its own code. */
const TOOLS = new Set([
  ...FREE,
  // As one package writes it.
  'Apache 2.0',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'OFL-1.1',
  'CC-BY-4.0',
  'CC-BY-3.0',
  'Python-2.0',
]);
/** Name no licence in their manifests; their folders have one. */
const TOLD_IN_A_FILE = new Map([
  ['png-js', 'MIT'],
  ['combine-errors', 'MIT'],
]);

const licenceOf = (path: string, { license }: Locked) => license ?? TOLD_IN_A_FILE.get(nameOf(path)) ?? 'none';
/** 'A OR B': one of them will do; 'A AND B': both must. */
const isIn = (allowed: ReadonlySet<string>, expression: string): boolean => {
  const plain = expression.replace(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())));
};

test('licences: what is shipped may be used freely, or stands on its own on the server', () => {
  expect(shipped.length).toBeGreaterThan(50);
  const refused = shipped
    .map(([path, locked]) => [nameOf(path), licenceOf(path, locked)] as const)
    .filter(([name, licence]) => !isIn(FREE, licence) && SERVER_ONLY.get(name) !== licence)
    .filter(([name, licence]) => !LINKED.name.test(name) || !isIn(LINKED.licences, licence));
  expect(refused).toEqual([]);
});

test('licences: tools bring no conditions for what they make', () => {
  const refused = entries
    .map(([path, locked]) => [nameOf(path), licenceOf(path, locked)] as const)
    .filter(([name, licence]) => !isIn(TOOLS, licence) && SERVER_ONLY.get(name) !== licence);
  expect(refused).toEqual([]);
});

test('licences: every package is one exact version of the registry, known by the hash of its bytes', () => {
  const loose = entries.filter(([, { version, integrity }]) => !version || !/^sha512-/.test(integrity ?? ''));
  expect(loose.map(([path]) => path)).toEqual([]);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  for (const [name, version] of nonEmpty(Object.entries({ ...dependencies, ...devDependencies })))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)]);
});
