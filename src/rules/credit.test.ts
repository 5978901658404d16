import { expect, test } from 'vitest';
import { creditLine } from './credit.ts';

const photo = { posterName: 'みなと', isAmbassador: false, companyLabel: '株式会社推しコレ' };
const setting = { official_label: 'KAWASAKI FAN PHOTO', ambassador: 'OFF', extra_text: '' } as const;

test.each([
  ['A', '© KAWASAKI FAN PHOTO'],
  ['B', '© みなと'],
  ['C', '© KAWASAKI FAN PHOTO / みなと'],
  ['D', ''],
] as const)('PHO-03a credit of type %s: "%s"', (type, line) => {
  expect(creditLine({ ...setting, type }, photo)).toBe(line);
});

test('PHO-03a the extra text follows, also where nobody is named', () => {
  const extra_text = '無断転載を禁じます';
  expect(creditLine({ ...setting, type: 'B', extra_text }, photo)).toBe('© みなと 無断転載を禁じます');
  expect(creditLine({ ...setting, type: 'D', extra_text }, photo)).toBe(extra_text);
});

test('PHO-03b no setting: the company of the tenant; an ambassador is official where the setting says so', () => {
  expect(creditLine(null, photo)).toBe('© 株式会社推しコレ');
  const on = { ...setting, type: 'B', ambassador: 'ON' } as const;
  expect(creditLine(on, { ...photo, isAmbassador: true })).toBe('© KAWASAKI FAN PHOTO');
  expect(creditLine(on, photo)).toBe('© みなと');
  expect(creditLine({ ...on, official_label: '©OSAKA' }, { ...photo, isAmbassador: true })).toBe('© OSAKA');
});

test('PHO-03a an ambassador is credited as official only where the setting says so and names anybody', () => {
  const ambassador = { ...photo, isAmbassador: true };
  for (const type of ['B', 'C'] as const) {
    const credit = { ...setting, type, official_label: 'OFFICIAL' };
    expect(creditLine(credit, ambassador)).toBe(type === 'B' ? '© みなと' : '© OFFICIAL / みなと');
    expect(creditLine({ ...credit, ambassador: 'ON' }, ambassador)).toBe('© OFFICIAL');
  }
  expect(creditLine({ ...setting, type: 'D', ambassador: 'ON' }, ambassador)).toBe('');
});
