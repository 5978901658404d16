import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../tests/nonEmpty.ts';
import { tenants } from './index.ts';

/** Grounds that accent text stands on (src/styles/tokens.css): page, surface, second surface. */
const grounds = {
  light: ['#fbfaf8', '#ffffff', '#f2f0ec'],
  dark: ['#131416', '#1c1e21', '#272a2e'],
} as const;

type Theme = Readonly<Record<string, string>>;

function readBlocks(css: string): { selector: string; values: Theme }[] {
  return [...css.matchAll(/([^{}]+)\{([^{}]+)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    values: Object.fromEntries(
      [...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  }));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(tenants.map((tenant) => [tenant.id, tenant] as const))('theme of %s', (id, tenant) => {
  const blocks = readBlocks(readFileSync(join(import.meta.dirname, id, 'theme.css'), 'utf8'));
  const [light, chosenDark, systemDark] = blocks;

  test('TEN-02a custom properties only, for this tenant only, and both ways into the dark scheme agree', () => {
    expect(blocks).toHaveLength(3);
    for (const { selector, values } of nonEmpty(blocks)) {
      for (const part of selector.split(',')) expect(part).toContain('[data-tenant]');
      for (const name of nonEmpty(Object.keys(values)))
        expect(name).toMatch(/^--(?:brand|on-brand|accent|accent-soft|second)$/);
    }
    expect(chosenDark?.values).toEqual(systemDark?.values);
    expect(light?.values['--brand']).toBe(tenant.config.colors.brand);
    expect(light?.values['--on-brand']).toBe(tenant.config.colors.onBrand);
    expect(light?.values['--second']).toBe(tenant.config.colors.second);
  });

  test.each([
    ['light', light],
    ['dark', chosenDark],
  ] as const)('WCAG text can be read in the %s scheme (4.5:1)', (scheme, block) => {
    const {
      '--brand': brand = '',
      '--on-brand': onBrand = '',
      '--accent': accent = '',
      '--accent-soft': soft = '',
    } = block?.values ?? {};
    expect(contrast(onBrand, brand)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [...grounds[scheme], soft]) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
  });
});
