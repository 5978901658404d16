/** The sweep of controls itself: it notices each kind of fault, and none where there is none. tests/engines has it sweep the product. */
import { type Browser, expect, test } from '@playwright/test';
import { sweepExpression } from '../engines/support/sweepInPage.ts';
import { launchBrowser } from './support/browser.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchBrowser();
});
test.afterAll(() => browser.close());

const button = (style: string, words = '送る') => `<button style="width:60px;height:48px;${style}">${words}</button>`;

const FINE: Readonly<Record<string, string>> = {
  'a large button': button(''),
  'a hit area around a small one': `<style>i{position:absolute;inset:-12px}</style>${button('position:relative;margin:40px;width:24px;height:24px;padding:0', '<i></i>')}`,
  'a hidden file field with a large label': `<label style="display:block;height:48px">写真<input type="file" style="position:absolute;opacity:0;width:1px"></label>`,
  'a link among words': `<p style="font-size:18px;line-height:2">詳しくは<a href="#" style="padding-block:4px">利用規約</a>へ</p>`,
  'what scrolls below a fixed bar': `<div style="height:2000px;padding-top:${560}px">${button('')}</div><div style="position:fixed;bottom:0;left:0;right:0;height:80px;background:#fff"></div>`,
  'what stays at the top once it is there, below a fixed bar': `<div style="height:560px"></div><div style="position:sticky;top:0">${button('')}</div><div style="height:2000px"></div><div style="position:fixed;bottom:0;left:0;right:0;height:80px;background:#fff"></div>`,
  'what is scrolled out of a row': `<div style="width:100px;overflow:auto;white-space:nowrap">${button('')}${button('')}${button('', 'あいうえおかきくけこ')}</div>`,
  'an ellipsis': button('overflow:hidden;text-overflow:ellipsis;white-space:nowrap', 'とても長い言葉のボタン'),
  'what is disabled': `<button disabled>送</button><div inert><button>送</button></div>`,
};
const FAULTY: Readonly<Record<string, readonly [html: string, fault: RegExp]>> = {
  'a sibling over a bar': [
    `<div style="position:sticky;bottom:0">${button('')}</div><div style="position:absolute;inset:0;background:#fff">上</div>`,
    /^covered: button "送る" by div "上"$/,
  ],
  'a fixed cover nothing scrolls from': [
    `${button('')}<div style="position:fixed;inset:0">幕</div>`,
    /^covered: button "送る" by div "幕"$/,
  ],
  'a small button': [button('width:32px;height:32px;padding:0', 'x'), /^small: button "x" 32×32, at least 44$/],
  'a low link in a list': ['<ul><li><a href="#">規約</a></li></ul>', /^small: a "規約" .*at least 44$/],
  'a low link among words': [
    '<p style="font-size:12px">詳しくは<a href="#">利用規約</a>へ</p>',
    /^small: .*at least 24$/,
  ],
  'words that are cut': [
    button('overflow:hidden;white-space:nowrap', 'とても長い言葉'),
    /^cut: button "とても長い言葉"/,
  ],
  'words beside their button': [button('white-space:nowrap', 'とても長い言葉'), /^cut: button "とても長い言葉"/],
};

test('LAY-06 the sweep notices what is covered, small or cut, and nothing else', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 640 } });
  const found = async (html: string) => {
    await page.setContent(`<!doctype html><body style="margin:8px">${html}`);
    return (await page.evaluate(sweepExpression())) as string[];
  };
  for (const [name, html] of Object.entries(FINE)) expect(await found(html), name).toEqual([]);
  for (const [name, [html, fault]] of Object.entries(FAULTY)) {
    const faults = await found(html);
    expect(faults, name).toHaveLength(1);
    expect(faults[0], name).toMatch(fault);
  }
  await page.close();
});
