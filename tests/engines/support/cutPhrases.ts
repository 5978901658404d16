/** Which texts on the screen have a line that ends inside a phrase (LAY-03a). The places of letters are read in the page, judged here. */
import { splitPhrases } from '../../../src/rules/splitPhrases.ts';
import type { Driver } from './driver.ts';

interface TextOnScreen {
  readonly text: string;
  /** Offsets at which a new line begins. */
  readonly lineStarts: readonly number[];
  /** CSS pixels of each character; 0: part of the one before. */
  readonly widths: readonly number[];
  /** CSS pixels of its lines: a longer phrase has to be cut. Of a control the screen's, as it can be wider than it is. */
  readonly room: number;
}

/** Share of the screen's width that a control can be wide. */
const CONTROL = 0.6;

/** Evaluated in the page. Texts without marks count in headings and controls alone: in paragraphs fans write, too. */
function readTexts(share: number): TextOnScreen[] {
  const controls = 'h1, h2, h3, button, label, legend, summary, [role="tab"], nav a';
  const isShown = (element: Element) =>
    element.checkVisibility() && !element.closest('.visually-hidden, select, option');
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const nodesOf = new Map<Element | Node, Text[]>();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const around = node.parentElement;
    const phrases = around?.closest('ja-phrases');
    if (!around || !isShown(around) || (!phrases && !around.closest(controls))) continue;
    const holder = phrases ?? node;
    nodesOf.set(holder, [...(nodesOf.get(holder) ?? []), node as Text]);
  }
  return [...nodesOf.values()].map((nodes) => {
    const range = document.createRange();
    const boxes = nodes.flatMap((node) =>
      Array.from({ length: node.length }, (_, at) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        // WebKit adds the empty end of the line before to a line's first letter.
        return [...range.getClientRects()].findLast(({ width }) => width > 0) ?? range.getBoundingClientRect();
      }),
    );
    const lineStarts = boxes.flatMap((box, at) => {
      const before = boxes.slice(0, at).findLast(({ width }) => width > 0);
      // Boxes of two lines overlap where lines are close.
      const isBelow = before !== undefined && box.width > 0 && box.top > before.top + before.height / 2;
      return isBelow && box.left <= before.left ? [at] : [];
    });
    let block = nodes[0]?.parentElement;
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    const { paddingLeft, paddingRight } = getComputedStyle(block ?? document.body);
    const inside =
      (block ?? document.body).clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const isControl = nodes[0]?.parentElement?.closest('button, [role="tab"], nav a') != null;
    return {
      text: nodes.map(({ data }) => data).join(''),
      lineStarts,
      widths: boxes.map(({ width }) => width),
      room: isControl ? innerWidth * share : inside,
    };
  });
}

/** After these a line may end in any phrase, and before those that open. */
const MAY_END = /[\s\p{P}\p{S}]$/u;
const MAY_BEGIN = /^[\s\p{Ps}\p{Pi}]/u;

/** Each text with a bar where a line ends inside a phrase that had room on a line. */
export async function findCutPhrases(driver: Pick<Driver, 'evaluate'>): Promise<string[]> {
  const texts = await driver.evaluate<TextOnScreen[]>(`(${readTexts})(${CONTROL})`);
  return texts.flatMap(({ text, lineStarts, widths, room }) => {
    let end = 0;
    const phrases = splitPhrases(text).map((phrase) => {
      end += phrase.length;
      return { from: end - phrase.length, to: end };
    });
    const cut = lineStarts.filter((at) => {
      const phrase = phrases.find(({ from, to }) => from < at && at < to);
      if (phrase === undefined || MAY_END.test(text.slice(0, at)) || MAY_BEGIN.test(text.slice(at))) return false;
      const length = widths.slice(phrase.from, phrase.to).reduce((sum, one) => sum + one, 0);
      return length <= room;
    });
    return cut.length === 0
      ? []
      : [cut.reduceRight((marked, at) => `${marked.slice(0, at)}|${marked.slice(at)}`, text)];
  });
}

/** How far the page, or the dialog on top, is wider than the screen. */
export const sidewaysOverflow = (driver: Driver): Promise<number> =>
  driver.evaluate<number>(
    `(() => { const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      const inside = dialog ? [dialog, ...dialog.querySelectorAll(':scope > *, :scope > * > *')] : [];
      return Math.max(document.documentElement.scrollWidth - innerWidth,
        ...inside.map((one) => Math.round(one.getBoundingClientRect().right) - innerWidth)); })()`,
  );
