import { expect, test } from 'vitest';
import { publicAddress } from './publicAddress.ts';

const cleaned = (address: string, tenant = 'club') =>
  publicAddress(new URL(address, 'https://x.example'), tenant)?.path ?? null;

test.each([
  // Public things keep their names.
  ['/club/event-detail.html?e=club-today', '/club/event-detail.html?e=club-today'],
  [
    '/club/player-detail.html?p=%E5%B1%B1%E7%94%B0+%E5%A4%AA%E9%83%8E',
    '/club/player-detail.html?p=%E5%B1%B1%E7%94%B0+%E5%A4%AA%E9%83%8E',
  ],
  ['/club/gallery.html?team=t1', '/club/gallery.html?team=t1'],
  ['/common/tutorial.html?t=CLUB', '/common/tutorial.html?t=club'],
  // What a fan is, typed or saw goes.
  ['/club/my-photo.html?u=6f1d2c3b-4a59&mode=my-photo', '/club/my-photo.html'],
  ['/club/?q=ugc%2Fclub%2Fe%2Foriginal%2Fabc.jpg', '/club/'],
  ['/club/gallery.html?q=s~abc&search_text=secret&u=me&ht=x&cp=y&pl=z', '/club/gallery.html'],
  [
    '/common/search-result.html?t=club&text=secret&ht=a&pl=b&cp=c&e=d&s=f&event_name=g',
    '/common/search-result.html?t=club',
  ],
  ['/club/event-detail.html?e=a%40example.jp', '/club/event-detail.html'],
  ['/club/player-detail.html?p=fan%40example.jp', '/club/player-detail.html'],
  ['/club/player-detail.html?p=090-1234-5678', '/club/player-detail.html'],
  ['/common/account-activation.html?t=club&email=a%40b.jp#code', '/common/account-activation.html?t=club'],
  ['/club/gallery.html?utm_source=mail&gclid=1', '/club/gallery.html'],
  // One page, one address.
  ['/club', '/club/'],
  ['/club/index.html', '/club/'],
  ['/club/common/settings.html?tab=account', '/common/settings.html?t=club'],
  ['/common/settings.html?tab=account&t=club', '/common/settings.html?t=club'],
  // No page of this tenant.
  ['/other/gallery.html', null],
  ['/common/settings.html?t=other', null],
  ['/common/settings.html', null],
  ['/club/nothing.html', null],
])('TEN-12b %s is told as %s', (address, expected) => {
  expect(cleaned(address)).toBe(expected);
});
