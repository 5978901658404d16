import type { PageName } from '../../session/paths.ts';

export type Section = 'home' | 'search' | 'gallery' | 'events' | 'ranking' | 'notices' | 'member';

/** Section of the navigation a page belongs to (HDR-06); null: none is marked. */
export function sectionOf(page: PageName | null): Section | null {
  switch (page) {
    case 'index':
      return 'home';
    case 'gallery':
      return 'gallery';
    case 'event-list':
    case 'event-detail':
      return 'events';
    case 'ranking-list':
      return 'ranking';
    case 'my-photo':
    case 'outbox':
    case 'settings':
      return 'member';
    case 'notice-list':
      return 'notices';
    case 'search-result':
    case 'player-detail':
      return 'search';
    default:
      return null;
  }
}
