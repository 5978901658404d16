/** What a page says to search engines about a photo or an event, in schema.org's words (FAN-14). */
import type { CreditSetting, FanEvent, Photo } from '../../src/contract/entities.ts';
import { creditLine } from '../../src/rules/credit.ts';
import type { Tenant } from '../../tenants/schema.ts';

/** Absolute addresses. */
interface PhotoPlaces {
  readonly page: string;
  /** A JPEG. */
  readonly picture: string;
  readonly terms: string;
  readonly contact: string;
}
interface PhotoRights {
  readonly author: string;
  readonly isAmbassador: boolean;
  readonly credit: CreditSetting | null;
}

/** Fields of the wire are times of Japan. */
const OFFSET = '+09:00';
const instantOf = (wire: string): string => `${wire.replace(' ', 'T')}${OFFSET}`;
const filled = <T extends object>(fields: T): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''));

/**
 * A photo as `ImageObject`. Whoever may use it is told where the terms are and whom to ask only if its author gave the club the permission;
 * otherwise the page names the author and claims nothing more.
 */
export function photoData(photo: Photo, tenant: Tenant, rights: PhotoRights, places: PhotoPlaces): object {
  const { author, isAmbassador, credit } = rights;
  const facts = { posterName: author, isAmbassador, companyLabel: tenant.creditLabel };
  return filled({
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    url: places.page,
    contentUrl: places.picture,
    caption: photo.comment,
    description: photo.alt ?? '',
    keywords: photo.htag.join(' '),
    uploadDate: instantOf(photo.created_at),
    creator: author === '' ? null : { '@type': 'Person', name: author },
    creditText: photo.usepermit ? creditLine(credit, facts) : author,
    copyrightNotice: author === '' ? '' : `© ${author}`,
    license: photo.usepermit ? places.terms : '',
    acquireLicensePage: photo.usepermit ? places.contact : '',
  });
}

/** A match as `SportsEvent`, anything else of fans and clubs as `Event`. `places`: absolute addresses. */
export function eventData(
  event: FanEvent,
  tenant: Tenant,
  texts: { readonly description: string },
  places: { readonly page: string; readonly home: string; readonly picture: string },
): object {
  const club = { '@type': 'SportsOrganization', name: tenant.name, url: places.home };
  const isMatch = event.event_type === 'official';
  return filled({
    '@context': 'https://schema.org',
    '@type': isMatch ? 'SportsEvent' : 'Event',
    name: event.event_name,
    description: texts.description,
    url: places.page,
    image: places.picture,
    startDate: isMatch ? event.event_date : instantOf(event.crawl_period_start),
    endDate: isMatch ? event.event_date : instantOf(event.crawl_period_end),
    // What fans call the places they take photos from: the one thing the product knows of where it is.
    location: event.photo_location[0] === undefined ? null : { '@type': 'Place', name: event.photo_location[0] },
    organizer: event.user_name === null || event.user_name === '' ? club : { '@type': 'Person', name: event.user_name },
  });
}

/** The script element that holds it. Nothing in a fan's text ends it. */
export function dataScript(data: object): string {
  const text = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/ld+json">${text}</script>`;
}
