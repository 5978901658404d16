/** Accessibility violations of a page, found by axe. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** axe itself, without the package's page handling: that injects half a megabyte for every look. */
const { source: axeSource } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  source: string;
};

interface AxeInPage {
  run(
    context: Element | Document,
    options: {
      resultTypes: string[];
      preload: { assets: string[] };
      runOnly?: { type: 'rule'; values: readonly string[] };
    },
  ): Promise<{ violations: { id: string; nodes: { target: string[]; html: string }[] }[] }>;
}

/** Looks at what is on top: the page, or the open dialog alone, under which the page is inert and was looked at before. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: AxeInPage };
    const result = await axe.run([...document.querySelectorAll('dialog[open]')].at(-1) ?? document, {
      resultTypes: ['violations'],
      // Its one rule about the style sheets themselves is an experiment that is off: they need not be fetched and read anew.
      preload: { assets: ['media'] },
      ...(values ? { runOnly: { type: 'rule', values } } : {}),
    });
    return result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3) }));
  }, rules);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} ${target} ${html}`));
}
