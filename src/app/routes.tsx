import { lazy, type ReactNode } from 'react';
import type { Tenant } from '../../tenants/schema.ts';
import type { PageName } from '../session/paths.ts';
import { ComingPage } from './pages/ComingPage.tsx';
import { GalleryPage } from './pages/GalleryPage.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { pageTitle } from './shell/breadcrumbs.ts';

const EventListPage = lazy(async () => ({ default: (await import('./pages/EventListPage.tsx')).EventListPage }));
const EventDetailPage = lazy(async () => ({ default: (await import('./pages/EventDetailPage.tsx')).EventDetailPage }));
const MemberPage = lazy(async () => ({ default: (await import('./pages/MemberPage.tsx')).MemberPage }));
const NotFoundPage = lazy(async () => ({ default: (await import('./pages/NotFoundPage.tsx')).NotFoundPage }));
const SignUpPanel = lazy(async () => ({ default: (await import('../features/account/SignUpPanel.tsx')).SignUpPanel }));
const ActivationPanel = lazy(async () => ({
  default: (await import('../features/account/ActivationPanel.tsx')).ActivationPanel,
}));
const RulesPanel = lazy(async () => ({ default: (await import('../features/account/RulesPanel.tsx')).RulesPanel }));

/** Screen of a page; null is an address that is none of ours (RTE-18). Home and gallery are in the first bundle. */
export function screenOf(page: PageName | null, tenant: Tenant): ReactNode {
  switch (page) {
    case null:
      return <NotFoundPage />;
    case 'index':
      return <HomePage />;
    case 'gallery':
      return <GalleryPage />;
    case 'event-list':
      return <EventListPage />;
    case 'event-detail':
      return <EventDetailPage />;
    case 'my-photo':
      return <MemberPage />;
    case 'create-account':
      return <SignUpPanel />;
    case 'account-activation':
      return <ActivationPanel />;
    case 'rule-agreement':
      return <RulesPanel />;
    default:
      return <ComingPage title={pageTitle(page, tenant)} />;
  }
}
