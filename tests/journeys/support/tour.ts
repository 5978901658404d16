/** A walk through every screen and overlay of the product, for checks that hold for all of them. */
import { expect, type Page, test } from '@playwright/test';
import { photo, ui } from '../../../src/messages/ja.ts';
import { activation, company, contact, login, logout, permission, signUp } from '../../../src/messages/jaAccount.ts';
import { arrival } from '../../../src/messages/jaArrival.ts';
import { event as events } from '../../../src/messages/jaEvent.ts';
import { makeEvent } from '../../../src/messages/jaMakeEvent.ts';
import { outbox, outboxEdit, outboxMove } from '../../../src/messages/jaOutbox.ts';
import { photoMarks } from '../../../src/messages/jaPhoto.ts';
import { editPhoto, pictureEditor, postForm, postWindow } from '../../../src/messages/jaPost.ts';
import { ranking } from '../../../src/messages/jaRanking.ts';
import { narrow } from '../../../src/messages/jaSearch.ts';
import { crop, forgot, profile, settings } from '../../../src/messages/jaSettings.ts';
import { shell } from '../../../src/messages/jaShell.ts';
import { commentReport, comments, follow, reactionUsers } from '../../../src/messages/jaSocial.ts';
import { findTenant } from '../../../tenants/index.ts';
import { nonEmpty } from '../../nonEmpty.ts';
import { LEAGUE } from '../../support/tenants.ts';
import { fillLogin, galleryUrl, type NewFan, pickPhotos, submitPost, tapUntil, untilPrepared } from './fan.ts';
import { photosOf } from './published.ts';
import { tourOfHomeLists, tourOfOwnSeason } from './tourOfHome.ts';
import { tourOfInstalling } from './tourOfInstalling.ts';
import { tourOfKeeping } from './tourOfKeeping.ts';
import { tourOfPhoto } from './tourOfPhoto.ts';
import { tourOfSelecting } from './tourOfSelecting.ts';
import {
  chooseFirstPlayer,
  dialogOf,
  goTo,
  leaveDialog,
  openLogin,
  openMenu,
  press,
  untilEntryGone,
} from './tourSteps.ts';

export interface Tour {
  readonly page: Page;
  readonly origin: string;
  readonly club: string;
  readonly fan: Pick<NewFan, 'email' | 'password'>;
  /** Three pictures to post. */
  readonly files: readonly string[];
  /** Called on every screen, when all of it is there. Must leave it as it was. */
  readonly visit: (name: string) => Promise<void>;
}

/** Pages and overlays of somebody who is not signed in. */
export async function tourAsVisitor({ page, origin, club, visit }: Tour): Promise<void> {
  const main = page.getByRole('main');
  const open = async (path: string) => {
    await goTo(page, `${origin}${path}`);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(main.getByRole('heading').first()).toBeVisible();
  };
  const show = async (name: string, path: string) => {
    await open(path);
    await page.waitForLoadState('networkidle');
    await visit(name);
  };
  await tourOfHomeLists({ page, home: `${origin}/${club}/`, visit });
  await show('home', `/${club}/`);
  await test.step('OVL-01a the word search', async () => {
    await press(page, shell.search);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await visit('search');
  const found = page.getByRole('dialog').getByRole('heading', { level: 3 });
  await page.getByRole('searchbox').fill('の');
  await expect(found.nth(1)).toBeVisible();
  await visit('search-found');
  // With words in the field, Escape takes these away first.
  await page.getByRole('searchbox').fill('');
  await leaveDialog(page);
  await show('search-result', `/common/search-result.html?t=${club}&text=${encodeURIComponent('の')}`);
  await test.step('OVL-01a the narrowing panel', async () => {
    await page.getByRole('button', { name: narrow.open }).click();
    await page.getByRole('dialog', { name: narrow.title }).getByRole('button', { name: narrow.detail }).click();
  });
  await visit('narrow');
  await leaveDialog(page);
  await show('search-result-empty', `/common/search-result.html?t=${club}`);
  await show('ranking-none', `/${club}/ranking-list.html`);
  await show('ranking-fans', `/${LEAGUE}/ranking-list.html?tab=fans`);
  await show('ranking', `/${LEAGUE}/ranking-list.html`);
  await press(page, ranking.about);
  await expect(dialogOf(page, ranking.about)).toBeVisible();
  await visit('about-ranking');
  await leaveDialog(page);
  const person = await main.locator('a[href*="player-detail.html"]').first().getAttribute('href');
  await show('player-detail', person ?? '');
  await goTo(page, `${origin}/${club}/mediasite.html`);
  await expect(main.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await visit('mediasite');
  await show('event-list', `/${club}/event-list.html`);
  await test.step('OVL-01a the album', async () => {
    await main.getByRole('button', { name: events.seeCollected }).first().click();
    await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
  });
  await visit('album');
  await leaveDialog(page);
  const event = await main.locator('a[href*="event-detail.html"]').first().getAttribute('href');
  await show('highlights-none', (event ?? '').replace('event-detail', 'highlights'));
  await show('event-detail', event ?? '');
  await tourOfKeeping({ page, visit });
  await test.step('FAN-04d photos of one player of the match', () => chooseFirstPlayer(page));
  await visit('event-player');
  if (findTenant(club)?.features.tutorial) await tourOfInstalling({ page, origin, club, visit });
  await show('not-found', `/${club}/nowhere.html`);
  await show('create-account', `/common/create-account.html?t=${club}`);
  await press(page, signUp.submit);
  await expect(page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first()).toBeVisible();
  await visit('create-account-errors');
  await show('activation', `/common/account-activation.html?t=${club}`);
  await test.step('MOD-01b the problem with a code', async () => {
    await press(page, activation.problem);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await visit('code-problem');
  await show('forgot-password', `/common/forgot-password.html?t=${club}`);
  await main.getByLabel(forgot.email, { exact: false }).fill('nobody@example.jp');
  await press(page, forgot.send);
  await expect(page.getByRole('textbox', { name: forgot.password })).toBeVisible();
  await visit('forgot-password-code');
  await show('rule-agreement-visitor', `/common/rule-agreement.html?t=${club}`);
  // A condition that is none: the server refuses the list.
  await goTo(page, `${origin}${galleryUrl(club)}?team=${encodeURIComponent('no such team')}`);
  await expect(dialogOf(page, ui.error)).toBeVisible();
  await visit('error');
  await test.step('MOD-03a the error modal leads home', async () => {
    await dialogOf(page, ui.error).getByRole('button', { name: ui.home, exact: true }).click();
    await expect(page).toHaveURL(`${origin}/${club}/`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await show('gallery', galleryUrl(club));
  await tourOfSelecting({ page, visit });
  await tourOfPhoto({ page, visit });
  await openLogin(page);
  await visit('login');
  await test.step('ACC-01d a refused login', async () => {
    const modal = dialogOf(page, login.title);
    await modal.getByLabel(login.email).fill('nobody@example.jp');
    await modal.getByRole('textbox', { name: login.password }).fill('wrong password 1');
    await modal.getByRole('button', { name: login.submit, exact: true }).click();
    await expect(modal.getByRole('alert')).toBeVisible();
  });
  await visit('login-refused');
}

/** Pages and overlays of a fan; signs in first, from the gallery of the club. */
export async function tourAsFan({ page, origin, club, fan, files, visit }: Tour): Promise<void> {
  await goTo(page, origin + galleryUrl(club));
  await openLogin(page);
  await fillLogin(page, fan.email, fan.password);
  await goTo(page, `${origin}/common/rule-agreement.html?t=${club}`);
  await expect(page.getByRole('checkbox')).toBeVisible();
  await visit('rule-agreement');
  await goTo(page, `${origin}/${club}/my-photo.html`);
  await page.waitForLoadState('networkidle');
  await visit('my-photo');
  await tourOfOwnSeason({ page, home: `${origin}/${club}/`, visit });
  for (const mode of ['my-photo', 'my-event', 'collection']) {
    await goTo(page, `${origin}/${club}/my-photo.html?mode=${mode}`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await visit(`my-photo ${mode}`);
  }
  await goTo(page, `${origin}/${club}/download.html`);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await visit('download');
  await tourOfSettings({ page, origin, club, files, visit });
  await tourOfPeople({ page, origin, club, files, visit });

  await goTo(page, origin + galleryUrl(club));
  await test.step('PHO-01c OVL-01a the edit icon of an own photo opens its form', async () => {
    await page.getByRole('button', { name: photo.edit }).first().click();
    await expect(dialogOf(page, editPhoto.title).getByRole('button', { name: editPhoto.update })).toBeVisible();
  });
  await visit('edit-photo');
  await leaveDialog(page);
  await openMenu(page);
  await visit('menu');
  for (const [name, title] of [
    [shell.company, company.title],
    [shell.contact, contact.title],
    [shell.logout, logout.title],
  ] as const) {
    if (!(await dialogOf(page, shell.menu).isVisible())) await openMenu(page);
    await test.step('MNU-02b the menu gives way to the modal', async () => {
      await dialogOf(page, shell.menu).getByRole('button', { name, exact: true }).click();
      await expect(dialogOf(page, title)).toBeVisible();
      await expect(dialogOf(page, shell.menu)).toHaveCount(0);
    });
    await visit(title);
    await leaveDialog(page);
  }
  await test.step('PST-01a the post window', async () => {
    await press(page, shell.post);
    await expect(page.getByRole('button', { name: postWindow.photo })).toBeVisible();
  });
  await visit('post-window');
  if (findTenant(club)?.features.createEventPrompt) await tourOfEventForm({ page, visit });
  else await leaveDialog(page);
  // The button lies where the tap before closed the dialog.
  await tapUntil(
    () => press(page, shell.post),
    () => page.getByRole('button', { name: postWindow.photo }).isVisible(),
  );
  await page.getByRole('button', { name: postWindow.photo }).click();
  const form = dialogOf(page, postForm.title);
  const allow = page.getByRole('button', { name: permission.accept, exact: true });
  await expect(allow.or(form).first()).toBeVisible();
  if (await allow.isVisible()) {
    await visit('permission');
    await allow.click();
  }
  await expect(form.getByRole('combobox', { name: postForm.event })).toBeVisible();
  await visit('post-form-empty');
  await page.getByRole('button', { name: postForm.submit, exact: true }).last().click();
  await expect(form.getByRole('alert').first()).toBeVisible();
  await visit('post-form-refused');
  await pickPhotos(page, files, { message: '最高の一日でした。', tags: '' });
  await untilPrepared(page, files.length);
  await form.getByRole('button', { name: /^1枚目 / }).click();
  await form.getByRole('switch', { name: postForm.ownFields }).click();
  await visit('post-form-photos');
  await form.getByRole('button', { name: postForm.editPicture }).click();
  await expect(dialogOf(page, pictureEditor.title).locator('canvas')).toBeVisible();
  await dialogOf(page, pictureEditor.title).getByRole('button', { name: pictureEditor.free }).click();
  await visit('picture-editor');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, pictureEditor.title)).toHaveCount(0);
  await leaveDialog(page);
  await page.getByRole('button', { name: shell.post, exact: true }).first().click();
  await page.getByRole('button', { name: postWindow.photo }).click();
  await form.getByRole('button', { name: postForm.discard }).click();
  await expect(dialogOf(page, ui.confirm)).toBeVisible();
  await visit('confirm');
  await page.keyboard.press('Escape');

  await page.context().setOffline(true);
  await submitPost(page);
  await visit('saved');
  await page.getByRole('button', { name: postForm.seeOutbox }).click();
  await expect(dialogOf(page, outbox.title)).toBeVisible();
  await visit('outbox');
  const panel = dialogOf(page, outbox.title);
  await panel.getByRole('button', { name: outbox.more }).click();
  await visit('outbox-more');
  await panel.getByRole('button', { name: outbox.move }).click();
  await expect(dialogOf(page, outboxMove.title).getByRole('radio').first()).toBeVisible();
  await visit('outbox-move');
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: outbox.edit }).click();
  await expect(dialogOf(page, outboxEdit.title)).toBeVisible();
  await visit('outbox-edit');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, outboxEdit.title)).toHaveCount(0);
  // The open row goes first (OVL-02e).
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: outbox.move })).toHaveCount(0);
  await leaveDialog(page);
  await visit('gallery-waiting');
  await page.context().setOffline(false);
  await expect(page.getByRole('region', { name: arrival.label })).toBeVisible({ timeout: 60_000 });
  await visit('arrival');
}

/** From the post window; ends with no dialog. */
async function tourOfEventForm({ page, visit }: Pick<Tour, 'page' | 'visit'>): Promise<void> {
  await page.getByRole('button', { name: postWindow.event }).click();
  const eventForm = dialogOf(page, makeEvent.title);
  await eventForm.getByText(makeEvent.more).click();
  await eventForm.getByRole('button', { name: makeEvent.submit, exact: true }).click();
  await expect(eventForm.getByRole('alert').first()).toBeVisible();
  await visit('event-form-refused');
  await eventForm.getByRole('button', { name: new RegExp(`^${makeEvent.start}`) }).click();
  await visit('event-form-calendar');
  await page.keyboard.press('Escape');
  await eventForm.getByLabel(makeEvent.name).fill('夕焼けコレクション');
  await page.keyboard.press('Escape');
  await expect(eventForm.getByText(makeEvent.leaveTitle)).toBeVisible();
  await visit('event-form-leave');
  await eventForm.getByRole('button', { name: makeEvent.discard, exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** What is between fans: notices, somebody's page, comments and their modals. */
async function tourOfPeople({ page, origin, club, visit }: Omit<Tour, 'fan'>): Promise<void> {
  await goTo(page, `${origin}/common/notice-list.html?t=${club}`);
  await expect(page.locator('main li[data-fresh]').first()).toBeVisible();
  await visit('notices');
  await goTo(page, `${origin}/${club}/my-photo.html`);
  await test.step('SOC-06a MOD-01e whom a fan follows', async () => {
    await page.getByRole('button', { name: new RegExp(`${follow.follows}$`) }).click();
    await expect(dialogOf(page, follow.follows).getByRole('listitem').first()).toBeVisible();
  });
  await visit('follow');
  await leaveDialog(page);
  await test.step('SOC-06a MOD-01e who follows a fan', async () => {
    await page.getByRole('button', { name: new RegExp(`${follow.followers}$`) }).click();
    await expect(dialogOf(page, follow.followers).getByRole('listitem').first()).toBeVisible();
  });
  await visit('follower');
  await leaveDialog(page);
  const talked = (await photosOf(origin, club)).find((one) => one.comment_count > 1 && one.reactionInfo.total > 0);
  await goTo(page, `${origin}${galleryUrl(club)}?q=${encodeURIComponent(talked?.media_url ?? '')}`);
  const talk = page.getByRole('region', { name: comments.title });
  await talk
    .getByRole('button', { name: /のコメントに返信$/ })
    .first()
    .click();
  await page.keyboard.type('同じ場所にいました');
  const report = talk.getByRole('button', { name: comments.report, exact: true });
  for (const menu of nonEmpty(await talk.getByRole('button', { name: /のコメントの操作$/ }).all())) {
    await menu.click();
    if (await report.isVisible()) break;
  }
  await visit('comments');
  await report.click();
  await expect(dialogOf(page, commentReport.title)).toBeVisible();
  await visit('comment-report');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, commentReport.title)).toHaveCount(0);
  await page.getByRole('button', { name: photoMarks.likedBy }).click();
  await expect(dialogOf(page, reactionUsers.title).getByRole('listitem').first()).toBeVisible();
  await visit('reaction-users');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, reactionUsers.title)).toHaveCount(0);
  await untilEntryGone(page);
}

async function tourOfSettings({ page, origin, club, files, visit }: Omit<Tour, 'fan'>): Promise<void> {
  for (const tab of Object.keys(settings.tabs)) {
    await goTo(page, `${origin}/common/settings.html?t=${club}&tab=${tab}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await visit(`settings-${tab}`);
  }
  await goTo(page, `${origin}/common/settings.html?t=${club}`);
  await page.getByLabel(new RegExp(`^(${profile.choose}|${profile.change})$`)).setInputFiles(files[0] ?? []);
  await expect(dialogOf(page, crop.title)).toBeVisible();
  await visit('avatar-crop');
  await leaveDialog(page);
  await goTo(page, `${origin}/common/delete-account.html?t=${club}`);
  await expect(page.getByRole('checkbox')).toBeVisible();
  await visit('delete-account');
}
