import type { PageName } from '../../contract/pages.ts';
import { GalleryPage } from '../pages/GalleryPage.tsx';
import { HomePage } from '../pages/HomePage.tsx';
import { lazyPage, readyPage, type Screen } from './lazyPage.tsx';
import type { lazyPages } from './lazyPages.ts';

const later = (name: keyof typeof lazyPages) =>
  lazyPage(async () => (await import('./lazyPages.ts')).lazyPages[name]());

/** Screen of every page. Home and gallery are in the first bundle, the others in chunks of their own. */
const screens: Record<PageName, Screen> = {
  index: readyPage(HomePage),
  gallery: readyPage(GalleryPage),
  'event-list': lazyPage(async () => (await import('../pages/EventListPage.tsx')).EventListPage),
  'event-detail': lazyPage(async () => (await import('../pages/EventDetailPage.tsx')).EventDetailPage),
  highlights: later('highlights'),
  'my-photo': later('my-photo'),
  'player-detail': later('player-detail'),
  'ranking-list': later('ranking-list'),
  'search-result': later('search-result'),
  outbox: later('outbox'),
  'create-account': later('create-account'),
  'account-activation': later('account-activation'),
  'rule-agreement': later('rule-agreement'),
  'forgot-password': later('forgot-password'),
  settings: later('settings'),
  'delete-account': later('delete-account'),
  tutorial: later('tutorial'),
  download: later('download'),
  mediasite: later('mediasite'),
  'notice-list': later('notice-list'),
};
const notFound = later('not-found');

/** Screen of a page; null is an address that is none of ours (RTE-18). */
export const screenOf = (page: PageName | null): Screen => (page === null ? notFound : screens[page]);
