import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MEASUREMENTS } from '../../src/contract/measurementLimits.ts';
import { company } from '../../src/messages/jaAccount.ts';
import { settings } from '../../src/messages/jaSettings.ts';
import { tenants } from '../../tenants/index.ts';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { packageFolder, readPackages } from './bundledPackages.ts';
import { renderDocument } from './renderDocument.ts';
import { renderNotices } from './renderNotices.ts';
import { agreements, fillWords, readMarkdown } from './tenantDocuments.ts';

const modules = join(import.meta.dirname, '../../node_modules');
const date = new Date('2026-11-01');
/** Names in a PDF's outline and title, where they are not ASCII. */
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each(tenants)('TEN-07 TEN-08a $id: its agreements name it and who may use the photos, with no gap', (tenant) => {
  for (const name of agreements) {
    const text = fillWords(readMarkdown(tenant, name), tenant);
    expect(text).toContain(tenant.name);
    expect(text).toContain(tenant.partyLabel);
    expect(text).not.toMatch(/\{\{|undefined|Invalid Date/);
  }
});

test.each(tenants)(
  'OPS-02d $id: its privacy policy tells what is measured, how often, and where to turn it off',
  (tenant) => {
    const text = fillWords(readMarkdown(tenant, 'privacy'), tenant);
    expect(text).toContain(`${MEASUREMENTS.oneIn}回に1回ほど`);
    for (const place of [settings.tabs.account, company.title]) expect(text).toContain(`「${place}」`);
    for (const signal of ['Do Not Track', 'Global Privacy Control']) expect(text).toContain(signal);
  },
);

test.each(tenants)(
  'TEN-12e $id: the policy tells of Google Analytics where it is used, and else that there is none',
  (tenant) => {
    const policyOf = (ga: string) => fillWords(readMarkdown(tenant, 'privacy'), { ...tenant, ga });
    const [without, with_] = [policyOf(''), policyOf('G-TEST123456')];
    expect(without).toContain('ほかの会社の計測サービスは使いません。');
    expect(without).not.toContain('Google アナリティクス');
    expect(without).toContain('送りません。計測した値は、届いたときに全体の集計に加え、一つずつは保存しません。');
    expect(with_).not.toContain('ほかの会社の計測サービスは使いません。');
    for (const told of ['Google LLC', '検索した言葉', 'Cookie', '外国']) expect(with_).toContain(told);
  },
);

test('TEN-08a a word nobody knows is no silent gap', () => {
  const [tenant] = tenants;
  if (!tenant) throw new Error('no tenant');
  expect(() => fillWords('{{nothing}}', tenant)).toThrow('{{nothing}}');
});

test('TEN-08a a document is tagged, Japanese, has its font in it and bookmarks to its parts', async () => {
  const markdown = '# 利用規約\n\n前文です。\n\n## 第1条\n\n- 一つめ\n- 二つめ';
  const pdf = Buffer.from(await renderDocument({ title: '利用規約', markdown, foot: 'foot', date }));
  const raw = pdf.toString('latin1');
  expect(raw.startsWith('%PDF-1.7')).toBe(true);
  expect(raw).toMatch(/\/Marked true/);
  expect(raw).toMatch(/\/Lang \(ja-JP\)/);
  for (const tag of ['Document', 'H1', 'H2', 'P', 'L', 'LI']) expect(raw).toContain(`/S /${tag}\n`);
  expect(raw).toContain('/FontFile2');
  expect(pdf.includes(utf16('第1条'))).toBe(true);
  expect(pdf.length).toBeLessThan(200_000);
});

test('TEN-08a what a document cannot show is refused, not left out', async () => {
  await expect(renderDocument({ title: 't', markdown: '# t\n\n<b>x</b>', foot: 'f', date })).rejects.toThrow(
    'cannot hold',
  );
});

test('TEN-08b notices: a module leads to its package, with version, licence and the licence’s words', async () => {
  const folder = join(modules, 'react');
  expect(packageFolder(`\0${folder}/index.js?commonjs`)).toBe(folder);
  expect(packageFolder(`${join(modules, '@aws-sdk/client-s3')}/dist/x.js`)).toBe(join(modules, '@aws-sdk/client-s3'));
  expect(packageFolder('/home/me/src/app/main.tsx')).toBeNull();
  const packages = readPackages([folder, folder, join(modules, 'idb')]);
  expect(packages.map(({ name }) => name)).toEqual(['idb', 'react']);
  expect(packages[1]).toMatchObject({ license: 'MIT', text: expect.stringContaining('Meta Platforms') });
  const pdf = Buffer.from(await renderNotices(packages, date));
  for (const { name, version } of nonEmpty(packages)) expect(pdf.includes(`(${name} ${version})`)).toBe(true);
});
