import type { ComponentType } from 'react';
import type { PageName } from '../../contract/pages.ts';

/** All pages but those fans come to first. Their chunks' names stand here and not in the first bundle: every name costs there. */
export const lazyPages = {
  highlights: async () => (await import('../pages/HighlightsPage.tsx')).HighlightsPage,
  'my-photo': async () => (await import('../pages/MemberPage.tsx')).MemberPage,
  'player-detail': async () => (await import('../pages/PlayerDetailPage.tsx')).PlayerDetailPage,
  'ranking-list': async () => (await import('../pages/RankingPage.tsx')).RankingPage,
  'search-result': async () => (await import('../pages/SearchResultPage.tsx')).SearchResultPage,
  outbox: async () => (await import('../pages/OutboxPage.tsx')).OutboxPage,
  'create-account': async () => (await import('../pages/CreateAccountPage.tsx')).CreateAccountPage,
  'account-activation': async () => (await import('../pages/AccountActivationPage.tsx')).AccountActivationPage,
  'rule-agreement': async () => (await import('../pages/RuleAgreementPage.tsx')).RuleAgreementPage,
  'forgot-password': async () => (await import('../pages/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  settings: async () => (await import('../pages/SettingsPage.tsx')).SettingsPage,
  'delete-account': async () => (await import('../pages/DeleteAccountPage.tsx')).DeleteAccountPage,
  tutorial: async () => (await import('../pages/TutorialPage.tsx')).TutorialPage,
  download: async () => (await import('../pages/DownloadPage.tsx')).DownloadPage,
  mediasite: async () => (await import('../pages/MediasitePage.tsx')).MediasitePage,
  'notice-list': async () => (await import('../pages/NoticesPage.tsx')).NoticesPage,
  'not-found': async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage,
} satisfies Partial<Record<PageName | 'not-found', () => Promise<ComponentType>>>;
