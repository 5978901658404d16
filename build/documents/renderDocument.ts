import { once } from 'node:events';
import { createRequire } from 'node:module';
import { lexer, type Token, type Tokens } from 'marked';
import PDFDocument from 'pdfkit';
import { drawOnce } from '../drawOnce.ts';

const { resolve } = createRequire(import.meta.url);
const FONT = '@expo-google-fonts/biz-udpgothic';
const fonts = {
  regular: resolve(`${FONT}/400Regular/BIZUDPGothic_400Regular.ttf`),
  bold: resolve(`${FONT}/700Bold/BIZUDPGothic_700Bold.ttf`),
} as const;

/** Sizes in points: A4, read on a phone's screen as well as on paper. */
const BODY = { size: 10.5, gap: 4.5, after: 8 } as const;
const SMALL = { size: 7, gap: 1.5, after: 6 } as const;
const HEADINGS = [
  { size: 20, before: 0, after: 14 },
  { size: 13, before: 16, after: 6 },
  { size: 11, before: 10, after: 4 },
] as const;
const MARGIN = 62;
const INDENT = 16;
const INK = '#1b1d22';
const MUTED = '#5b606b';

export interface DocumentText {
  readonly title: string;
  /** Headings to the third level, paragraphs, flat lists, links, code blocks (set small: licence texts). */
  readonly markdown: string;
  /** Stands at the foot of every page before its number. */
  readonly foot: string;
  /** Date of the text, not of the build. */
  readonly date: Date;
}

type Pdf = PDFKit.PDFDocument;

/**
 * A PDF anybody can read (TEN-08): tagged for screen readers (PDF/UA), in Japanese, with bookmarks and with the glyphs it uses
 * embedded.
 * @returns the file's bytes
 */
export function renderDocument(text: DocumentText): Promise<Uint8Array> {
  return drawOnce(import.meta.url, [JSON.stringify(text)], () => compose(text));
}

async function compose({ title, markdown, foot, date }: DocumentText): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 12, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    // The typings know only the archive formats.
    ...({ subset: 'PDF/UA' } as object),
    tagged: true,
    displayTitle: true,
    lang: 'ja-JP',
    bufferPages: true,
    font: fonts.regular,
    info: { Title: title, CreationDate: date, ModDate: date },
  });
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = once(pdf, 'end');
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const body = pdf.struct('Document');
  pdf.addStructure(body);
  for (const token of lexer(markdown)) addBlock(pdf, body, token);
  body.end();
  numberPages(pdf, foot);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function addBlock(pdf: Pdf, parent: PDFKit.PDFStructureElement, token: Token): void {
  switch (token.type) {
    case 'heading':
      addHeading(pdf, parent, token as Tokens.Heading);
      break;
    case 'paragraph':
      addParagraph(pdf, parent, plainText(token), BODY);
      break;
    case 'code':
      addParagraph(pdf, parent, (token as Tokens.Code).text, SMALL);
      break;
    case 'list':
      addList(pdf, parent, token as Tokens.List);
      break;
    case 'space':
      break;
    default:
      throw new Error(`A document cannot hold this: ${token.raw.slice(0, 60)}`);
  }
}

function addHeading(pdf: Pdf, parent: PDFKit.PDFStructureElement, { depth, text }: Tokens.Heading): void {
  const style = HEADINGS[depth - 1];
  if (style === undefined) throw new Error(`A document has three levels of headings: ${text}`);
  // A heading does not stand alone at the foot of a page.
  if (pdf.y > pdf.page.height - MARGIN - 90) pdf.addPage();
  else if (pdf.y > MARGIN) pdf.y += style.before;
  if (depth === 2) pdf.outline.addItem(text);
  parent.add(
    pdf.struct(`H${depth}`, {}, () => {
      pdf.font('bold').fontSize(style.size).fillColor(INK).text(text, { lineGap: 3 });
    }),
  );
  pdf.y += style.after;
}

function addParagraph(pdf: Pdf, parent: PDFKit.PDFStructureElement, text: string, style: typeof BODY | typeof SMALL) {
  parent.add(
    pdf.struct('P', {}, () => {
      pdf.font('regular').fontSize(style.size).fillColor(INK).text(text, { lineGap: style.gap });
    }),
  );
  pdf.y += style.after;
}

function addList(pdf: Pdf, parent: PDFKit.PDFStructureElement, { items, ordered, start }: Tokens.List): void {
  const list = pdf.struct('L');
  parent.add(list);
  const left = pdf.page.margins.left;
  for (const [index, item] of items.entries()) {
    const mark = ordered ? `${Number(start || 1) + index}.` : '・';
    const text = item.tokens.map(plainText).join('\n');
    // Where the item does not fit, its mark goes to the next page with it.
    if (pdf.y > pdf.page.height - pdf.page.margins.bottom - BODY.size * 2) pdf.addPage();
    const entry = pdf.struct('LI');
    list.add(entry);
    pdf.font('regular').fontSize(BODY.size).fillColor(INK);
    const { y } = pdf;
    entry.add(pdf.struct('Lbl', {}, () => void pdf.text(mark, left, y, { lineBreak: false })));
    entry.add(pdf.struct('LBody', {}, () => void pdf.text(text, left + INDENT, y, { lineGap: BODY.gap })));
    entry.end();
    pdf.x = left;
    pdf.y += 2;
  }
  list.end();
  pdf.y += BODY.after - 2;
}

/** The words of a block; a link is followed by its address, which paper can show as well. */
function plainText(token: Token): string {
  if (token.type === 'link') {
    const { text, href } = token as Tokens.Link;
    return href.replace(/^mailto:/, '') === text ? text : `${text}（${href}）`;
  }
  if (token.type === 'br') return '\n';
  if (token.type === 'html') throw new Error(`A document cannot hold this: ${token.raw.slice(0, 60)}`);
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('');
  return 'text' in token ? String(token.text) : '';
}

/** Page numbers are decoration to a screen reader: it tells pages by itself. */
function numberPages(pdf: Pdf, foot: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    // Below the margin a new page would begin.
    const { bottom } = pdf.page.margins;
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .font('regular')
      .fontSize(8)
      .fillColor(MUTED)
      .text(`${foot}　${page + 1} / ${count}`, MARGIN, pdf.page.height - MARGIN + 4, {
        width: pdf.page.width - 2 * MARGIN,
        align: 'center',
        lineBreak: false,
      });
    pdf.endMarkedContent();
    pdf.page.margins.bottom = bottom;
  }
}
