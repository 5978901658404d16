/** Every page and overlay a sweep looks at, with the steps that lead there. One table for all engines. */
import type { Photo } from '../../../src/contract/entities.ts';
import { STAFF_FOLDER, staffPages } from '../../../src/contract/staffPages.ts';
import { photo as cards } from '../../../src/messages/ja.ts';
import { activation, company, contact, login, logout } from '../../../src/messages/jaAccount.ts';
import { arrival } from '../../../src/messages/jaArrival.ts';
import { event as events } from '../../../src/messages/jaEvent.ts';
import { figures, seasonCard } from '../../../src/messages/jaFigures.ts';
import { install } from '../../../src/messages/jaInstall.ts';
import { keepButton } from '../../../src/messages/jaKeepButton.ts';
import { kept } from '../../../src/messages/jaKept.ts';
import { makeEvent } from '../../../src/messages/jaMakeEvent.ts';
import { outbox } from '../../../src/messages/jaOutbox.ts';
import { photoDetail, photoMarks } from '../../../src/messages/jaPhoto.ts';
import { photoCard } from '../../../src/messages/jaPhotoCard.ts';
import { photoActions, photoViewer } from '../../../src/messages/jaPhotoViewer.ts';
import { editPhoto, pictureEditor, postForm, postWindow } from '../../../src/messages/jaPost.ts';
import { ranking } from '../../../src/messages/jaRanking.ts';
import { narrow, search } from '../../../src/messages/jaSearch.ts';
import { photoSelection } from '../../../src/messages/jaSelection.ts';
import { crop, settings } from '../../../src/messages/jaSettings.ts';
import { shell } from '../../../src/messages/jaShell.ts';
import { commentReport, comments, follow, photoReport, reactionUsers } from '../../../src/messages/jaSocial.ts';
import { desk } from '../../../src/messages/jaStaff.ts';
import { recordKindNames, recordsPage } from '../../../src/messages/jaStaffContent.ts';
import { eventMove } from '../../../src/messages/jaStaffMoves.ts';
import { newsPage } from '../../../src/messages/jaStaffNews.ts';
import { tutorial } from '../../../src/messages/jaTutorial.ts';
import { lightPictures, testPictures } from '../../fixtures/pictures.ts';
import type { Product } from '../../journeys/support/product.ts';
import { IPHONE } from '../../support/iphone.ts';
import { CLUB, LEAGUE, PUBLISHER } from '../../support/tenants.ts';
import { choosePhotos, openPostForm, submitPost } from './posting.ts';
import type { Screen } from './screen.ts';

/** What the addresses name. */
export interface Known {
  /** Somebody else's, with comments and likes. */
  readonly talked: Photo;
  readonly league: Photo;
  readonly publisher: Photo;
  readonly player: string;
}

export interface Place {
  readonly name: string;
  /** Path and query. */
  readonly path: (known: Known) => string;
  /** From the page to what stands over it. May kill the server: it runs again before the next place. */
  readonly open?: (screen: Screen, product: Product) => Promise<void>;
}

/** `SWEEP_TENANT=ID` sweeps another tenant, for looking at it. Pages it does not have are faults. */
export const SWEPT = process.env.SWEEP_TENANT ?? CLUB;

const exactly = (words: string) => new RegExp(`^${words}$`);
const press = (screen: Screen, words: string) => screen.the('button', exactly(words)).touch();
const at = (path: string) => () => path;
const of = (page: string) => at(`/${SWEPT}/${page}`);
const common = (page: string, more = '') => at(`/common/${page}.html?t=${SWEPT}${more}`);
const photoOf = (tenant: string, { media_url }: Photo) => `/${tenant}/gallery.html?q=${encodeURIComponent(media_url)}`;
const talked = ({ talked }: Known) => photoOf(SWEPT, talked);
const openDialog = (button: string, title: string) => async (screen: Screen) => {
  await press(screen, button);
  await screen.the('dialog', title).see();
};
const openMenu = openDialog(shell.menu, shell.menu);
const fromMenu = (entry: string, title: string) => async (screen: Screen) => {
  await openMenu(screen);
  await screen.the('dialog', shell.menu).the('button', entry).touch();
  await screen.the('dialog', title).see();
};

export const PLACES_OF_VISITOR: readonly Place[] = [
  { name: 'home', path: of('') },
  { name: 'home-popular', path: of('?list=popular') },
  { name: 'home-following', path: of('?list=following') },
  { name: 'search', path: of(''), open: openDialog(shell.search, search.title) },
  { name: 'menu', path: of(''), open: openMenu },
  { name: 'login', path: of(''), open: openDialog(`(?:${shell.login}|${shell.join})`, login.title) },
  { name: 'company', path: of(''), open: fromMenu(shell.company, company.title) },
  { name: 'gallery', path: of('gallery.html') },
  { name: 'narrow', path: common('search-result', '&text=%E3%81%AE'), open: openDialog(narrow.open, narrow.title) },
  {
    name: 'selecting',
    path: of('gallery.html'),
    async open(screen) {
      await press(screen, photoSelection.select);
      await screen.part('#main li[data-photo]').the('checkbox').touch();
      await screen.the('region', photoSelection.group).see();
    },
  },
  { name: 'event-list', path: of('event-list.html') },
  {
    name: 'album',
    path: of('event-list.html'),
    async open(screen) {
      await screen.the('button', new RegExp(events.seeCollected)).touch();
      await screen.the('dialog').part('li[data-photo]').see();
    },
  },
  { name: 'event-detail', path: ({ talked }) => `/${SWEPT}/event-detail.html?e=${talked.event_id}` },
  {
    name: 'keep',
    path: ({ talked }) => `/${SWEPT}/event-detail.html?e=${talked.event_id}`,
    open: openDialog(keepButton.keep, kept.title),
  },
  { name: 'highlights', path: () => `/${SWEPT}/highlights.html?e=${SWEPT}-past2` },
  { name: 'highlights-none', path: ({ talked }) => `/${SWEPT}/highlights.html?e=${talked.event_id}` },
  { name: 'download', path: ({ talked }) => `/${SWEPT}/download.html?e=${talked.event_id}` },
  { name: 'player', path: ({ player }) => `/${SWEPT}/player-detail.html?p=${encodeURIComponent(player)}` },
  { name: 'member', path: ({ talked }) => `/${SWEPT}/my-photo.html?u=${talked.user_id}` },
  { name: 'mediasite', path: of('mediasite.html') },
  { name: 'search-result', path: common('search-result', '&text=%E3%81%AE') },
  { name: 'search-result-none', path: common('search-result', '&text=zzzz') },
  { name: 'outbox', path: of('outbox.html') },
  { name: 'notices-visitor', path: common('notice-list') },
  { name: 'tutorial', path: common('tutorial') },
  { name: 'install', path: common('tutorial'), open: openInstall },
  { name: 'create-account', path: common('create-account') },
  { name: 'activation', path: common('account-activation') },
  {
    name: 'code-problem',
    path: common('account-activation'),
    async open(screen) {
      await press(screen, activation.problem);
      await screen.the('dialog').see();
    },
  },
  { name: 'forgot-password', path: common('forgot-password') },
  { name: 'not-found', path: of('nowhere.html') },
  { name: 'photo', path: talked, open: untilPhoto },
  { name: 'photo-menu', path: talked, open: (screen) => press(screen, photoReport.menu) },
  {
    name: 'photo-full',
    path: talked,
    async open(screen) {
      await press(screen, photoViewer.open);
      await screen.the('button', photoViewer.toggleControls).see();
    },
  },
  // The last of its photo: its menu stays open.
  { name: 'photo-share', path: talked, open: openShare },
  { name: 'league-home', path: at(`/${LEAGUE}/`) },
  { name: 'league-ranking', path: at(`/${LEAGUE}/ranking-list.html`) },
  { name: 'league-ranking-fans', path: at(`/${LEAGUE}/ranking-list.html?tab=fans`) },
  { name: 'about-ranking', path: at(`/${LEAGUE}/ranking-list.html`), open: openDialog(ranking.about, ranking.about) },
  { name: 'league-gallery', path: at(`/${LEAGUE}/gallery.html`) },
  { name: 'league-event', path: ({ league }) => `/${LEAGUE}/event-detail.html?e=${league.event_id}` },
  { name: 'league-photo', path: ({ league }) => photoOf(LEAGUE, league), open: untilPhoto },
  {
    name: 'photo-card',
    path: ({ league }) => photoOf(LEAGUE, league),
    async open(screen) {
      await openShare(screen);
      await openDialog(photoDetail.shareCard, photoCard.title)(screen);
    },
  },
  { name: 'publisher-home', path: at(`/${PUBLISHER}/`) },
  { name: 'publisher-photo', path: ({ publisher }) => photoOf(PUBLISHER, publisher), open: untilPhoto },
];

/** The photo with what is told of it, and its actions. */
async function untilPhoto(screen: Screen): Promise<void> {
  await screen.the('dialog').the('region', photoActions.group).see();
  await screen.the('dialog').the('region', comments.title).the('article').see();
}

async function openShare(screen: Screen): Promise<void> {
  const actions = screen.the('dialog').the('region', photoActions.group);
  // A device with a share sheet of its own would show that one.
  await screen.driver.evaluate(
    `void Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })`,
  );
  await actions.the('button', photoDetail.share).touch();
  await actions.the('link', photoDetail.shareBy.line).see();
}

/** The page draws the button anew, as for an iPhone; afterwards the browser names itself again. */
async function openInstall(screen: Screen): Promise<void> {
  const go = (path: string) => screen.driver.evaluate(`void history.pushState(null, '', ${JSON.stringify(path)})`);
  const tutorialPath = await screen.driver.evaluate<string>('location.pathname + location.search');
  await screen.driver.evaluate(
    `void Object.defineProperty(navigator, 'userAgent', { value: ${JSON.stringify(IPHONE)}, configurable: true })`,
  );
  await go(`/${SWEPT}/`);
  await screen.the('button', exactly(tutorial.install)).gone();
  await go(tutorialPath);
  await press(screen, tutorial.install);
  await screen.the('dialog', install.title).the('listitem').see();
  await screen.driver.evaluate('void delete navigator.userAgent');
}

/** Fills the form for a post that the sheet tells of, as a first one is (FAN-26c): the card of an arrival is a place of its own. */
async function fillPost(screen: Screen): Promise<void> {
  await screen.driver.evaluate(`void localStorage.removeItem('post_told')`);
  const [path] = await lightPictures(1);
  await openPostForm(screen);
  await choosePhotos(
    screen,
    (await testPictures()).filter((picture) => picture.path === path),
  );
}

/** Posts with the server gone: the photos are kept on the device. */
async function postWithoutSignal(screen: Screen, product: Product): Promise<void> {
  await fillPost(screen);
  await product.crash();
  await submitPost(screen);
}

const tabs = Object.keys(settings.tabs).map(
  (tab): Place => ({ name: `settings-${tab}`, path: common('settings', `&tab=${tab}`) }),
);
const modes = ['my-photo', 'my-event', 'collection'].map(
  (mode): Place => ({ name: mode, path: of(`my-photo.html?mode=${mode}`) }),
);

/** Of somebody who is signed in. */
const pagesOfStaff = Object.keys(staffPages).map(
  (page): Place => ({
    name: `desk-${page}`,
    path: of(`${STAFF_FOLDER}/${page === 'index' ? '' : `${page}.html`}`),
    async open(screen) {
      await screen.the('navigation', desk.nav).see();
      if (!(await screen.driver.evaluate<boolean>(isCurrentInSight)))
        throw new Error('its name is scrolled out of sight');
    },
  }),
);
const windowsOfStaff = (
  [
    ['move', 'events', new RegExp(eventMove.open)],
    ['event-form', 'events', exactly(recordsPage.add(recordKindNames.events))],
    ['player-form', 'players', exactly(recordsPage.add(recordKindNames.persons))],
    ['news-form', 'news', exactly(newsPage.add)],
  ] as const
).map(
  ([name, page, button]): Place => ({
    name: `desk-${name}`,
    path: of(`${STAFF_FOLDER}/${page}.html`),
    async open(screen) {
      await screen.the('button', button).touch();
      await screen.the('dialog').see();
    },
  }),
);
const pagesOfEvent = (['photos', 'wall', 'highlights'] as const).map(
  (page): Place => ({
    name: `desk-${page}-of-event`,
    path: ({ talked }) => `/${SWEPT}/${STAFF_FOLDER}/${page}.html?e=${talked.event_id}`,
  }),
);

/** Every page of the desk there is, the pages of one event, and the windows with a form. */
export const PLACES_OF_STAFF: readonly Place[] = [...pagesOfStaff, ...pagesOfEvent, ...windowsOfStaff];

/** Whether the row of the desk's pages shows the name of the one that is open. */
const isCurrentInSight = `(() => {
  const [row, current] = ['', ' [aria-current]'].map((of) =>
    document.querySelector('nav[aria-label="${desk.nav}"]' + of).getBoundingClientRect());
  return current.left >= row.left - 1 && current.right <= row.right + 1;
})()`;

export const PLACES_OF_FAN: readonly Place[] = [
  { name: 'fan-home', path: of('') },
  { name: 'fan-menu', path: of(''), open: openMenu },
  { name: 'contact', path: of(''), open: fromMenu(shell.contact, contact.title) },
  { name: 'logout', path: of(''), open: fromMenu(shell.logout, logout.title) },
  { name: 'fan-following', path: of('?list=following') },
  { name: 'notices', path: common('notice-list') },
  { name: 'rule-agreement', path: common('rule-agreement') },
  { name: 'my-page', path: of('my-photo.html') },
  ...modes,
  { name: 'season-card', path: of('my-photo.html'), open: openDialog(figures.makeCard, seasonCard.title) },
  {
    name: 'follows',
    path: of('my-photo.html'),
    async open(screen) {
      await screen.the('button', new RegExp(`${follow.follows}$`)).touch();
      await screen.the('dialog', follow.follows).the('listitem').see();
    },
  },
  ...tabs,
  { name: 'delete-account', path: common('delete-account') },
  { name: 'fan-photo', path: talked, open: untilPhoto },
  {
    name: 'comments',
    path: talked,
    async open(screen) {
      const talk = screen.the('region', comments.title);
      await talk.the('button', /のコメントに返信$/).touch();
      await talk.the('textbox', comments.label).see();
    },
  },
  {
    name: 'comment-report',
    path: talked,
    async open(screen) {
      const talk = screen.the('region', comments.title);
      await talk.the('button', /のコメントの操作$/).touch();
      await talk.the('button', comments.report).touch();
      await screen.the('dialog', commentReport.title).see();
    },
  },
  {
    name: 'reaction-users',
    path: talked,
    async open(screen) {
      await screen.the('button', new RegExp(photoMarks.likedBy)).touch();
      await screen.the('dialog', reactionUsers.title).the('listitem').see();
    },
  },
  {
    name: 'edit-photo',
    path: of('gallery.html'),
    async open(screen) {
      await press(screen, cards.edit);
      await screen.the('dialog', editPhoto.title).the('button', editPhoto.update).see();
    },
  },
  { name: 'post-window', path: of(''), open: openDialog(shell.post, postWindow.title) },
  {
    name: 'event-form',
    path: of(''),
    async open(screen) {
      await press(screen, shell.post);
      // The page below has a button of this name, too.
      await screen
        .the('dialog', postWindow.title)
        .the('button', new RegExp(`^${postWindow.event}`))
        .touch();
      await screen.the('dialog', makeEvent.title).the('button', makeEvent.submit).see();
    },
  },
  {
    name: 'post-form',
    path: of(''),
    async open(screen) {
      await openPostForm(screen);
      await screen.the('dialog', postForm.title).the('button', postForm.submit).see();
    },
  },
  {
    name: 'picture-editor',
    path: of(''),
    async open(screen) {
      await fillPost(screen);
      await screen.the('button', /^1枚目 /).touch();
      await press(screen, postForm.editPicture);
      await screen.the('dialog', pictureEditor.title).the('button', pictureEditor.free).touch();
    },
  },
  { name: 'post-saved', path: of(''), open: postWithoutSignal },
  {
    name: 'outbox-waiting',
    path: of(''),
    async open(screen, product) {
      await postWithoutSignal(screen, product);
      await press(screen, postForm.seeOutbox);
      await screen.the('dialog', outbox.title).the('button', outbox.more).touch();
      await screen.the('dialog', outbox.title).the('button', outbox.move).see();
    },
  },
  {
    name: 'arrival',
    path: of(''),
    async open(screen) {
      await fillPost(screen);
      await submitPost(screen, { hasSignal: true });
      await screen.the('dialog', arrival.title).the('button', arrival.album).see();
    },
  },
  {
    name: 'arrival-card',
    path: of(''),
    async open(screen, product) {
      await postWithoutSignal(screen, product);
      await screen.driver.back();
      await screen.the('dialog').gone();
      await product.restart();
      await screen.the('region', arrival.label).see();
    },
  },
  {
    name: 'avatar-crop',
    path: common('settings'),
    async open(screen) {
      await screen.part('#main input[type="file"]').choose(await lightPictures(1));
      await screen.the('dialog', crop.title).see();
    },
  },
];
