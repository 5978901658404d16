import type { PageName } from '../session/paths.ts';
import { lazyPage, readyPage, type Screen } from './lazyPage.tsx';
import { GalleryPage } from './pages/GalleryPage.tsx';
import { HomePage } from './pages/HomePage.tsx';

const coming = lazyPage(async () => (await import('./pages/ComingPage.tsx')).ComingPage);

/** Screen of every page. Home and gallery are in the first bundle, the others in chunks of their own. */
const screens: Record<PageName, Screen> = {
  index: readyPage(HomePage),
  gallery: readyPage(GalleryPage),
  'event-list': lazyPage(async () => (await import('./pages/EventListPage.tsx')).EventListPage),
  'event-detail': lazyPage(async () => (await import('./pages/EventDetailPage.tsx')).EventDetailPage),
  'my-photo': lazyPage(async () => (await import('./pages/MemberPage.tsx')).MemberPage),
  outbox: lazyPage(async () => (await import('./pages/OutboxPage.tsx')).OutboxPage),
  'create-account': lazyPage(async () => (await import('./pages/CreateAccountPage.tsx')).CreateAccountPage),
  'account-activation': lazyPage(async () => (await import('./pages/AccountActivationPage.tsx')).AccountActivationPage),
  'rule-agreement': lazyPage(async () => (await import('./pages/RuleAgreementPage.tsx')).RuleAgreementPage),
  'player-detail': coming,
  'ranking-list': coming,
  download: coming,
  mediasite: coming,
  'notice-list': coming,
  tutorial: lazyPage(async () => (await import('./pages/TutorialPage.tsx')).TutorialPage),
  settings: lazyPage(async () => (await import('./pages/SettingsPage.tsx')).SettingsPage),
  'delete-account': lazyPage(async () => (await import('./pages/DeleteAccountPage.tsx')).DeleteAccountPage),
  'forgot-password': lazyPage(async () => (await import('./pages/ForgotPasswordPage.tsx')).ForgotPasswordPage),
  'search-result': coming,
};
const notFound = lazyPage(async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage);

/** Screen of a page; null is an address that is none of ours (RTE-18). */
export const screenOf = (page: PageName | null): Screen => (page === null ? notFound : screens[page]);
