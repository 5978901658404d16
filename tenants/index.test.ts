import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { splitPhrases } from '../src/rules/splitPhrases.ts';
import { nonEmpty } from '../tests/nonEmpty.ts';
import { checkGa } from './checkGa.ts';
import { findTenant, tenants } from './index.ts';
import { postingRules } from './posting.ts';
import type { Tenant } from './schema.ts';

const folder = import.meta.dirname;
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const listFolders = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The tenants of the spec, in its order. A folder that is gone is not asked for, and one that came is free to differ (TEN-02). */
const SPECIFIED = [
  'kawasakif',
  'cosaka',
  'ftokyo',
  'sapporo',
  'niigata',
  'superformula',
  'wa-suta',
  'marines',
  'svleague',
];
const specified = tenants.filter(({ id }) => SPECIFIED.includes(id));
/** Those of the spec's tenants that are there. */
const present = (...ids: string[]) => ids.filter((id) => findTenant(id) !== undefined);
const idsWhere = (holds: (tenant: Tenant) => boolean) => specified.filter(holds).map(({ id }) => id);

describe('tenants', () => {
  test('PST-10a every tenant says what may be posted', () => {
    for (const { id } of nonEmpty(tenants)) expect(postingRules(id).length, id).toBeGreaterThan(2);
  });

  test('TEN-01a the tenants of the spec in its order, and nothing for an unknown id', () => {
    expect(specified.length).toBeGreaterThanOrEqual(3);
    expect(specified.map(({ id }) => id)).toEqual(present(...SPECIFIED));
    expect(findTenant('unknown')).toBeUndefined();
    expect(findTenant('constructor')).toBeUndefined();
  });

  test('TEN-02a TEN-12a an analytics id is empty or one of Google Analytics 4; with another nothing starts', () => {
    for (const { ga } of nonEmpty(tenants)) expect(() => checkGa('./club/tenant.ts', ga)).not.toThrow();
    for (const good of [undefined, '', 'G-1A2B3C4D', 'G-1A2B3C4D5E'])
      expect(() => checkGa('./club/tenant.ts', good)).not.toThrow();
    for (const bad of ['UA-12345-1', 'G-1a2b3c4d5e', 'G-123', 'GTM-ABCDEFG', ' G-1A2B3C4D5E', 'G-1A2B3C4D5E"'])
      expect(() => checkGa('./club/tenant.ts', bad)).toThrow(`./club/tenant.ts: ga is ${JSON.stringify(bad)}`);
  });

  test('TEN-02a every folder is listed, complete and named as its id', () => {
    expect(tenants.map(({ id }) => id).sort()).toEqual(listFolders());
    for (const { id, index, logo, url, shortName, config } of nonEmpty(tenants)) {
      expect(index).toBe(`/${id}/`);
      expect(logo).toBe(`/${id}/logo.svg`);
      expect(config.playerIcon).toBe(`/${id}/player.svg`);
      expect(new URL(url).protocol).toBe('https:');
      expect(shortName.length).toBeGreaterThan(0);
      expect(shortName.length, `${id}: the home screen cuts longer labels`).toBeLessThanOrEqual(12);
      for (const file of ['logo.svg', 'player.svg']) {
        const drawing = read(id, file);
        expect(drawing).toMatch(/^<svg [^>]*viewBox=/);
        expect(drawing, `${id}/${file} must stand alone`).not.toMatch(/<script|href=|<style|style=/);
      }
    }
  });

  test('LAY-03a no phrase of a lead is wider than a small phone has room for', () => {
    for (const { id, lead } of nonEmpty(tenants))
      expect([id, splitPhrases(lead).filter((phrase) => phrase.length > 9)]).toEqual([id, []]);
  });

  test('all tenants weigh at most 2.5 KB in the first bundle', () => {
    const sources = ['defaults.ts', ...listFolders().map((id) => join(id, 'tenant.ts'))];
    const text = sources.map((file) => read(file)).join('\n');
    expect(gzipSync(text).length).toBeLessThanOrEqual(2560);
  });

  const words = ({ config }: Tenant) => [config.eventTitle, config.messagelabel, config.playerlabel, config.eventLabel];
  const wordsOf = (...ids: string[]) => specified.filter(({ id }) => ids.includes(id)).map(words);

  test('TEN-03a the wording of most tenants', () => {
    for (const tenant of nonEmpty(specified.filter(({ id }) => !['superformula', 'wa-suta'].includes(id))))
      expect([tenant.id, words(tenant)]).toEqual([tenant.id, ['試合', '応援メッセージ', '選手', '企画一覧']]);
  });

  test('TEN-03b TEN-03c races and racers for one, live photos, memories and members for another', () => {
    const racing = present('superformula').map(() => ['レース', '応援メッセージ', 'レーサー', '企画一覧']);
    expect(wordsOf('superformula')).toEqual(racing);
    const live = present('wa-suta').map(() => ['ライブフォト', '思い出', 'メンバー', '企画一覧']);
    expect(wordsOf('wa-suta')).toEqual(live);
  });

  test('TEN-04a TEN-04b points, teams and genders', () => {
    expect(idsWhere(({ isPoint }) => isPoint)).toEqual(present('cosaka', 'superformula', 'svleague'));
    expect(idsWhere(({ isTeam }) => isTeam)).toEqual(present('svleague'));
    expect(idsWhere(({ isGender }) => isGender)).toEqual(present('svleague'));
  });

  test('TEN-05d TEN-05e one tenant has no tutorial, no feedback link and no permission steps', () => {
    const absent: ((tenant: Tenant) => boolean)[] = [
      ({ features }) => !features.tutorial,
      ({ features }) => features.feedbackUrl === null,
      ({ features }) => !features.permissionCheck,
      ({ features }) => !features.permissionToggleOnEdit,
      ({ features }) => !features.permissionDialogOnFirstPost,
    ];
    for (const holds of absent) expect(idsWhere(holds)).toEqual(present('wa-suta'));
  });

  test('TEN-06a TEN-06b no create-event prompt in one tenant, no first-follow modal in another', () => {
    expect(idsWhere(({ features }) => !features.createEventPrompt)).toEqual(present('superformula'));
    expect(idsWhere(({ features }) => !features.firstFollow)).toEqual(present('wa-suta'));
  });

  test('TEN-05a every tenant leads to an official site of its own', () => {
    const hosts = specified.map(({ url }) => new URL(url).host);
    expect(new Set(hosts).size).toBe(specified.length);
    expect(idsWhere(({ url }) => url === 'https://wa-suta.world/')).toEqual(present('wa-suta'));
  });

  test('TEN-07 who may use the photos', () => {
    expect(idsWhere(({ partyLabel }) => partyLabel !== 'クラブ側')).toEqual(present('superformula'));
    expect(idsWhere(({ partyLabel }) => partyLabel === 'JRP')).toEqual(present('superformula'));
  });

  test('TEN-09 sample hashtags, one a line, each once', () => {
    for (const { id } of nonEmpty(tenants)) {
      const lines = read(id, 'static/tag.txt').trimEnd().split('\n');
      expect(lines.length).toBeGreaterThanOrEqual(8);
      expect(lines.length).toBeLessThanOrEqual(14);
      expect(new Set(lines).size).toBe(lines.length);
      for (const line of nonEmpty(lines)) expect(line).toMatch(/^#[^\s#]+$/);
    }
  });
});
