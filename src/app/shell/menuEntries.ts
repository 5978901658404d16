import type { Tenant } from '../../../tenants/schema.ts';
import { shell as texts } from '../../messages/jaShell.ts';
import type { Paths } from '../../navigation/paths.ts';
import { maker } from './maker.ts';

export type MenuTarget =
  | { readonly kind: 'page'; readonly href: string }
  /** A PDF of the tenant, in a new tab. */
  | { readonly kind: 'document'; readonly href: string }
  | { readonly kind: 'outside'; readonly href: string }
  | { readonly kind: 'overlay'; readonly mode: 'about-company' | 'contact' | 'logout' };

export type MenuId =
  | 'member'
  | 'staff'
  | 'events'
  | 'gallery'
  | 'ranking'
  | 'about'
  | 'terms'
  | 'privacy'
  | 'company'
  | 'contact'
  | 'feedback'
  | 'oss'
  | 'leave'
  | 'logout'
  | 'maker';

export interface MenuEntry {
  readonly id: MenuId;
  readonly label: string;
  readonly target: MenuTarget;
}

interface MenuSituation {
  readonly tenant: Tenant;
  readonly paths: Paths;
  readonly isSignedIn: boolean;
  readonly isMobile: boolean;
  /** Cases that wait for a staff member; null: no staff (STF-01f). */
  readonly waitingCases: number | null;
}

/** Entries of the side menu with their conditions, in the spec's order (MNU-01). */
export function menuEntries({ tenant, paths, isSignedIn, isMobile, waitingCases }: MenuSituation): MenuEntry[] {
  const { features, config } = tenant;
  const page = (id: MenuId, label: string, href: string): MenuEntry => ({ id, label, target: { kind: 'page', href } });
  const pdf = (id: MenuId, label: string, name: 'terms' | 'privacy' | 'oss'): MenuEntry => ({
    id,
    label,
    target: { kind: 'document', href: paths.document(name) },
  });
  const overlay = (id: MenuId, label: string, mode: 'about-company' | 'contact' | 'logout'): MenuEntry => ({
    id,
    label,
    target: { kind: 'overlay', mode },
  });
  const outside = (id: MenuId, label: string, href: string): MenuEntry => ({
    id,
    label,
    target: { kind: 'outside', href },
  });
  return [
    ...(waitingCases === null ? [] : [page('staff', texts.staff(waitingCases), paths.staff())]),
    ...(isMobile && isSignedIn ? [page('member', texts.myPage, paths.member())] : []),
    page('events', config.eventLabel, paths.eventList),
    page('gallery', texts.gallery, paths.gallery()),
    ...(tenant.isTeam ? [page('ranking', texts.ranking, paths.ranking)] : []),
    ...(features.tutorial ? [page('about', texts.about, paths.common('tutorial'))] : []),
    pdf('terms', texts.terms, 'terms'),
    pdf('privacy', texts.privacy, 'privacy'),
    overlay('company', texts.company, 'about-company'),
    overlay('contact', texts.contact, 'contact'),
    ...(features.feedbackUrl === null ? [] : [outside('feedback', texts.feedback, features.feedbackUrl)]),
    pdf('oss', texts.oss, 'oss'),
    ...(isSignedIn
      ? [page('leave', texts.leave, paths.common('delete-account')), overlay('logout', texts.logout, 'logout')]
      : []),
    outside('maker', texts.maker, maker.service),
  ];
}
