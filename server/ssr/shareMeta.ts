/** What a page is about, for those who share it: a photo, an event, a person, or the tenant's page itself. */
import * as v from 'valibot';
import { productName, tenantPages } from '../../build/pageList.ts';
import { TENANT_CARD } from '../../build/tenantCard.ts';
import { isWithin } from '../../src/contract/characters.ts';
import { type AnswerOf, type EndpointName, endpoints, SHORT_CODE_TOKEN } from '../../src/contract/endpoints.ts';
import { MediaUrl, type Photo } from '../../src/contract/entities.ts';
import { HIGHLIGHTS_FORMATS, highlightsPicturePath } from '../../src/contract/highlights.ts';
import { CARD_SIZE, PLAYER_NAME_MAX } from '../../src/contract/limits.ts';
import { links as texts } from '../../src/messages/jaLinks.ts';
import { openKey } from '../../src/rules/openPicture.ts';
import { isSameName } from '../../src/rules/searchMatch.ts';
import { findTenant } from '../../tenants/index.ts';
import type { Tenant } from '../../tenants/schema.ts';
import type { Context, Handlers } from '../api/handlers.ts';
import { readHighlightsPictures } from '../api/highlights/pictureRepository.ts';
import { JsonText } from '../database/jsonText.ts';
import { eventData, photoData } from './linkedData.ts';
import { linkPictureOf } from './linkPicture.ts';
import { type PageMeta, plainLine, withMeta } from './metaTags.ts';

interface SharedPage {
  /** File name below the tenant. */
  readonly name: string;
  readonly search: URLSearchParams;
  /** Scheme and host the visitor asked for. */
  readonly origin: string;
  /** Base address of published pictures, perhaps relative. */
  readonly publicBase: string;
}

type Ask = <N extends EndpointName>(name: N, input: { params?: object; query?: object }) => Promise<AnswerOf<N> | null>;

/** The page's HTML with what it says of itself. Private pages (`noindex`) and unknown ones stay as they are. */
export async function shareMeta(html: string, page: SharedPage, context: Context, handlers: Handlers): Promise<string> {
  const tenant = findTenant(context.tenant);
  const known = tenantPages.find(({ name }) => `${name}.html` === page.name);
  if (!tenant || !known) return html;
  const ask: Ask = (name, input) => answerOf(name, input, context, handlers);
  const photo = await openPhoto(page.search.get('q') ?? '', ask);
  if (photo) return withMeta(html, await photoMeta(photo, { tenant, page, context, ask }));
  if (known.isPrivate) return html;
  const subject = await subjectMeta({ tenant, page, context, ask });
  return withMeta(html, subject ?? pageMeta(tenant, page, known.title(tenant)));
}

async function openPhoto(q: string, ask: Ask): Promise<Photo | null> {
  if (q === '') return null;
  const key = q.startsWith(SHORT_CODE_TOKEN)
    ? (await ask('getShortUrl', { query: { degenerate_url: q } }))?.original_url
    : q;
  if (!v.is(MediaUrl, key)) return null;
  return (await ask('getPhoto', { query: { media_url: btoa(key) } }))?.list[0] ?? null;
}

async function photoMeta(photo: Photo, { tenant, page, context, ask }: Asking): Promise<PageMeta> {
  const author = photo.user_screen_name || photo.user_name;
  const by = texts.photoBy(author || productName);
  const players = photo.player.split(',').filter((name) => name !== '');
  const about = [texts.players(players), photo.event_name ?? ''].filter((part) => part !== '');
  // A match alone is no title of one photo.
  const title = texts.parts(players.length > 0 ? about : [...about, by]);
  const told = [photo.comment, photo.htag.join(' '), author === '' ? '' : texts.takenBy(author)];
  const canonical = addressOf(page, `${tenant.index}?q=${encodeURIComponent(photo.media_url)}`);
  const ambassadors = (await ask('getAmbassadors', {}))?.list ?? [];
  const rights = {
    author,
    isAmbassador: ambassadors.some(({ ambassador_user_id }) => ambassador_user_id === photo.user_id),
    credit: (await ask('getConfigInfo', { query: { config: 'creditSettingFan' } }))?.credit_setting[0] ?? null,
  };
  const places = {
    page: canonical,
    picture: pictureOf(page, openKey(photo)),
    terms: addressOf(page, `${tenant.index}terms.pdf`),
    contact: addressOf(page, `${tenant.index}?open=contact`),
  };
  return {
    ...pageMeta(tenant, page, plainLine(title)),
    description: plainLine(told.filter((part) => part !== '').join(' ')) || null,
    data: photoData(photo, tenant, rights, places),
    canonical,
    image: await imageOf(photo, page, plainLine(photo.alt || photo.comment || title), context),
    type: 'article',
  };
}

interface Asking {
  readonly tenant: Tenant;
  readonly page: SharedPage;
  readonly context: Context;
  readonly ask: Ask;
}

/** An event's or a person's page; null: any other, or one of nobody. */
async function subjectMeta(asking: Asking): Promise<PageMeta | null> {
  if (asking.page.name === 'event-detail.html') return eventMeta(asking);
  if (asking.page.name === 'highlights.html') return highlightsMeta(asking);
  if (asking.page.name === 'player-detail.html') return playerMeta(asking);
  return null;
}

async function eventMeta({ tenant, page, context, ask }: Asking): Promise<PageMeta | null> {
  const event = await ask('getEvent', { params: { eventId: page.search.get('e') ?? '' } });
  if (!event) return null;
  const base = pageMeta(tenant, page, plainLine(event.event_name));
  const own = plainLine(event.public_message || event.descriptive_text);
  const newest = await newestOf({ e: event.event_id }, ask);
  const description = own || plainLine(texts.ofEvent(tenant.config.eventTitle, event.event_name));
  const canonical = addressOf(page, `${tenant.index}event-detail.html?e=${encodeURIComponent(event.event_id)}`);
  const image = newest ? await imageOf(newest, page, base.title ?? base.site, context) : base.image;
  const places = { page: canonical, home: addressOf(page, tenant.index), picture: image.url };
  return { ...base, description, canonical, image, data: eventData(event, tenant, { description }, places) };
}

/** Of highlights: their own picture, or that of their first photo until there is one (WAL-07e). */
async function highlightsMeta({ tenant, page, context, ask }: Asking): Promise<PageMeta | null> {
  const eventId = page.search.get('e') ?? '';
  const found = await ask('getHighlights', { params: { eventId } });
  if (!found) return null;
  const base = pageMeta(tenant, page, plainLine(found.title));
  const event = await ask('getEvent', { params: { eventId } });
  const own = plainLine(found.text);
  const description = own || plainLine(texts.ofEvent(tenant.config.eventTitle, event?.event_name ?? found.title));
  const canonical = addressOf(page, `${tenant.index}highlights.html?e=${encodeURIComponent(eventId)}`);
  const pictures = await readHighlightsPictures(context.db, { tenant: tenant.id, eventId });
  const wide = pictures.find(({ format }) => format === 'wide');
  const alt = base.title ?? base.site;
  if (wide !== undefined) {
    const url = addressOf(page, highlightsPicturePath(tenant.id, { eventId, tag: wide.tag, format: 'wide' }));
    return { ...base, description, canonical, image: { url, ...HIGHLIGHTS_FORMATS.wide, alt } };
  }
  const best = await ask('getPublicList', { params: { publicListId: 'event' }, query: { e: eventId, best: 'full' } });
  const [first] = best?.media_list ?? [];
  return { ...base, description, canonical, image: first ? await imageOf(first, page, alt, context) : base.image };
}

async function playerMeta({ tenant, page, context, ask }: Asking): Promise<PageMeta | null> {
  const asked = plainLine(page.search.get('p') ?? '');
  if (asked === '' || !isWithin(asked, PLAYER_NAME_MAX)) return null;
  const newest = await newestOf({ cp: asked }, ask);
  // Whoever writes an address must not write our titles: only names of the tenant's list, or on a photo, as they are spelled there.
  const known = newest
    ? newest.player.split(',')
    : ((await ask('getPersons', {}))?.list ?? []).map((person) => person.name);
  const spelled = known.find((one) => isSameName(one, asked));
  if (spelled === undefined) return null;
  const name = plainLine(spelled);
  const base = pageMeta(tenant, page, texts.player(name));
  return {
    ...base,
    description: plainLine(texts.ofPlayer(tenant.config.playerlabel, name, tenant.name)),
    canonical: addressOf(page, `${tenant.index}player-detail.html?p=${encodeURIComponent(name)}`),
    image: newest ? await imageOf(newest, page, base.title ?? base.site, context) : base.image,
    type: 'profile',
  };
}

async function newestOf(query: Record<string, string>, ask: Ask): Promise<Photo | null> {
  const page = await ask('getPublicList', { params: { publicListId: 'all' }, query: { ...query, l: '1' } });
  return page?.media_list[0] ?? null;
}

async function imageOf(photo: Photo, page: SharedPage, alt: string, { db }: Context): Promise<PageMeta['image']> {
  const { key, ...size } = await linkPictureOf(db, photo);
  return { url: pictureOf(page, key), ...size, alt };
}

/** The tenant's page as such, with its card. A league's team is a page of its own; other parameters are not. */
function pageMeta(tenant: Tenant, page: SharedPage, title: string | null): PageMeta {
  const site = `${tenant.name} ${productName}`;
  const file = page.name === 'index.html' ? '' : page.name;
  const team = page.name === 'gallery.html' ? page.search.get('team') : null;
  return {
    title,
    site,
    description: null,
    canonical: addressOf(page, `${tenant.index}${file}${team ? `?team=${encodeURIComponent(team)}` : ''}`),
    image: { url: addressOf(page, `${tenant.index}${TENANT_CARD}`), ...CARD_SIZE, alt: site },
    type: 'website',
  };
}

const addressOf = (page: SharedPage, path: string) => new URL(path, page.origin).href;
const pictureOf = (page: SharedPage, key: string) => addressOf(page, `${page.publicBase}/${key}`);

/** As an anonymous visitor is answered; null where the call is refused. */
async function answerOf<N extends EndpointName>(
  name: N,
  input: { params?: object; query?: object },
  context: Context,
  handlers: Handlers,
): Promise<AnswerOf<N> | null> {
  const endpoint = endpoints[name];
  const params = v.safeParse(endpoint.params, input.params ?? {});
  const query = v.safeParse(endpoint.query, input.query ?? {});
  if (!params.success || !query.success) return null;
  const handler = handlers[name] as (
    context: Context,
    input: { params: unknown; query: unknown; body: unknown },
  ) => Promise<unknown>;
  try {
    const answer = await handler(context, { params: params.output, query: query.output, body: {} });
    return (answer instanceof JsonText ? answer.parse() : answer) as AnswerOf<N>;
  } catch {
    return null;
  }
}
