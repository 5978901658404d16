import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../tests/nonEmpty.ts';
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

const idsWhere = (holds: (tenant: Tenant) => boolean) => tenants.filter(holds).map(({ id }) => id);

describe('tenants', () => {
  test('PST-10a every tenant says what may be posted', () => {
    for (const { id } of nonEmpty(tenants)) expect(postingRules(id).length, id).toBeGreaterThan(2);
  });

  test('TEN-01a the nine tenants, and nothing for an unknown id', () => {
    expect(tenants.map(({ id }) => id)).toEqual([
      'kawasakif',
      'cosaka',
      'ftokyo',
      'sapporo',
      'niigata',
      'superformula',
      'wa-suta',
      'marines',
      'svleague',
    ]);
    expect(findTenant('wa-suta')?.name).toBe('わーすた');
    expect(findTenant('unknown')).toBeUndefined();
    expect(findTenant('constructor')).toBeUndefined();
  });

  test('TEN-02a every folder is listed, complete and named as its id', () => {
    expect(idsWhere(() => true).sort()).toEqual(listFolders());
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

  test('every lead says where it breaks: no phrase is wider than a small phone has room for beside the emblem', () => {
    for (const tenant of nonEmpty(tenants)) {
      const { id, lead } = tenant;
      const phrases = lead.split(/\u200b|(?<=[、。])/);
      expect([id, phrases.filter((phrase) => phrase.length === 0 || phrase.length > 9)]).toEqual([id, []]);
      expect([id, lead.includes('\u200b')]).toEqual([id, lead.length > 9]);
      // No other word of a tenant is a big title.
      expect([id, JSON.stringify({ ...tenant, lead: '' }).includes('\u200b')]).toEqual([id, false]);
    }
  });

  test('all tenants weigh at most 2.5 KB in the first bundle', () => {
    const sources = ['defaults.ts', ...listFolders().map((id) => join(id, 'tenant.ts'))];
    const text = sources.map((file) => read(file)).join('\n');
    expect(gzipSync(text).length).toBeLessThanOrEqual(2560);
  });

  const words = (tenant: Tenant | undefined) => {
    const { eventTitle, messagelabel, playerlabel, eventLabel } = tenant?.config ?? {};
    return [eventTitle, messagelabel, playerlabel, eventLabel];
  };

  test('TEN-03a the wording of most tenants', () => {
    for (const tenant of nonEmpty(tenants.filter(({ id }) => !['superformula', 'wa-suta'].includes(id))))
      expect([tenant.id, words(tenant)]).toEqual([tenant.id, ['試合', '応援メッセージ', '選手', '企画一覧']]);
  });

  test('TEN-03b TEN-03c races and racers for one, live photos, memories and members for another', () => {
    expect(words(findTenant('superformula'))).toEqual(['レース', '応援メッセージ', 'レーサー', '企画一覧']);
    expect(words(findTenant('wa-suta'))).toEqual(['ライブフォト', '思い出', 'メンバー', '企画一覧']);
  });

  test('TEN-04a TEN-04b points, teams and genders', () => {
    expect(idsWhere(({ isPoint }) => isPoint)).toEqual(['cosaka', 'superformula', 'svleague']);
    expect(idsWhere(({ isTeam }) => isTeam)).toEqual(['svleague']);
    expect(idsWhere(({ isGender }) => isGender)).toEqual(['svleague']);
  });

  test('TEN-05d TEN-05e one tenant has no tutorial, no feedback link and no permission steps', () => {
    const absent: ((tenant: Tenant) => boolean)[] = [
      ({ features }) => !features.tutorial,
      ({ features }) => features.feedbackUrl === null,
      ({ features }) => !features.permissionCheck,
      ({ features }) => !features.permissionToggleOnEdit,
      ({ features }) => !features.permissionDialogOnFirstPost,
    ];
    for (const holds of absent) expect(idsWhere(holds)).toEqual(['wa-suta']);
  });

  test('TEN-06a TEN-06b no create-event prompt in one tenant, no first-follow modal in another', () => {
    expect(idsWhere(({ features }) => !features.createEventPrompt)).toEqual(['superformula']);
    expect(idsWhere(({ features }) => !features.firstFollow)).toEqual(['wa-suta']);
  });

  test('TEN-05a every tenant leads to an official site of its own', () => {
    const hosts = tenants.map(({ url }) => new URL(url).host);
    expect(new Set(hosts).size).toBe(tenants.length);
    expect(findTenant('wa-suta')?.url).toBe('https://wa-suta.world/');
  });

  test('TEN-07 who may use the photos', () => {
    expect(idsWhere(({ partyLabel }) => partyLabel !== 'クラブ側')).toEqual(['superformula']);
    expect(findTenant('superformula')?.partyLabel).toBe('JRP');
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
