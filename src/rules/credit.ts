import type { CreditSetting } from '../contract/entities.ts';

/**
 * Credit line under a photo (PHO-03, §9): A official label, B poster's name, C both, D none, each with the optional extra text.
 * Without a setting: © and the tenant's company label. Where `ambassador` is ON, an ambassador's photo is credited as official.
 * Empty: no line.
 */
export function creditLine(
  setting: CreditSetting | null,
  photo: { readonly posterName: string; readonly isAmbassador: boolean; readonly companyLabel: string },
): string {
  if (setting === null) return `© ${photo.companyLabel}`;
  const type = setting.ambassador === 'ON' && photo.isAmbassador && setting.type !== 'D' ? 'A' : setting.type;
  const names = {
    A: [setting.official_label],
    B: [photo.posterName],
    C: [setting.official_label, photo.posterName],
    D: [],
  }[type].filter((name) => name !== '');
  // Operators may have typed the sign themselves.
  const credit = names.length === 0 ? '' : `© ${names.join(' / ').replace(/^©\s*/u, '')}`;
  return [credit, setting.extra_text].filter((part) => part !== '').join(' ');
}
