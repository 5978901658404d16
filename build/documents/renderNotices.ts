import type { BundledPackage } from './bundledPackages.ts';
import { renderDocument } from './renderDocument.ts';

const TITLE = 'オープンソースソフトウェアのお知らせ';
const LEAD =
  'このサービスでは、次のオープンソースソフトウェアを利用しています。それぞれの作者と貢献者に感謝します。ライセンスの原文を以下に掲載します。';

/** The notices of everything that is bundled, with the licences' own words (TEN-08). The same for every tenant. */
export function renderNotices(packages: readonly BundledPackage[], date: Date): Promise<Uint8Array> {
  const entries = packages.map(
    ({ name, version, license, homepage, text }) =>
      `## ${name} ${version}\n\n${license}${homepage ? ` ${homepage}` : ''}\n\n${fenced(text)}`,
  );
  return renderDocument({
    title: TITLE,
    markdown: [`# ${TITLE}`, LEAD, ...entries].join('\n\n'),
    foot: TITLE,
    date,
  });
}

/** As it is, whatever a licence's words look like to Markdown. */
const fenced = (text: string): string => `~~~~~~\n${text.replaceAll('~~~~~~', '~ ~ ~')}\n~~~~~~`;
