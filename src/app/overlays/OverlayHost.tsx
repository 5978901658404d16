import { useAtomValue } from 'jotai';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { shell } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useWaitingAction, useWaitingActionControl } from '../../services/requireLogin.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { mayCloseOverlay } from '../../ui/closeGuard.ts';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { type OverlayEntry, useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import { lostPhotosAtom } from '../shell/lostPhotos.ts';
import { serverTroubleAtom } from '../shell/serverTrouble.ts';
import { stuckStorageAtom } from '../shell/stuckStorage.ts';
import { OverlayBoundary } from './OverlayBoundary.tsx';
import { useOverlayHistory } from './useOverlayHistory.ts';

const LoginModal = lazyNamed(() => import('../../features/account/LoginModal.tsx'), 'LoginModal');
const LogoutModal = lazyNamed(() => import('../../features/account/LogoutModal.tsx'), 'LogoutModal');
const CompanyModal = lazyNamed(() => import('../../features/account/CompanyModal.tsx'), 'CompanyModal');
const ContactModal = lazyNamed(() => import('../../features/account/ContactModal.tsx'), 'ContactModal');
const CodeProblemModal = lazyNamed(() => import('../../features/account/CodeProblemModal.tsx'), 'CodeProblemModal');
const PermissionModal = lazyNamed(() => import('../../features/account/PermissionModal.tsx'), 'PermissionModal');
const ResultModal = lazyNamed(() => import('../../ui/ResultModal.tsx'), 'ResultModal');
const ErrorModal = lazyNamed(() => import('../../ui/ErrorModal.tsx'), 'ErrorModal');
const ConfirmModal = lazyNamed(() => import('../../ui/ConfirmModal.tsx'), 'ConfirmModal');
const NoEventModal = lazyNamed(() => import('../../features/post/NoEventModal.tsx'), 'NoEventModal');
const PostWindow = lazyNamed(() => import('../../features/post/PostWindow.tsx'), 'PostWindow');
const PhotoPostOverlay = lazyNamed(() => import('../../features/post/PhotoPostOverlay.tsx'), 'PhotoPostOverlay');
const MakeEventOverlay = lazyNamed(() => import('../../features/makeEvent/MakeEventOverlay.tsx'), 'MakeEventOverlay');
const AlbumOverlay = lazyNamed(() => import('./AlbumOverlay.tsx'), 'AlbumOverlay');
const EditPhotoOverlay = lazyNamed(() => import('../../features/post/EditPhotoOverlay.tsx'), 'EditPhotoOverlay');
const KeepSheet = lazyNamed(() => import('../../features/keep/KeepSheet.tsx'), 'KeepSheet');
const OutboxPanel = lazyNamed(() => import('../../features/post/outbox/OutboxPanel.tsx'), 'OutboxPanel');
const EditJobModal = lazyNamed(() => import('../../features/post/outbox/EditJobModal.tsx'), 'EditJobModal');
const MoveJobModal = lazyNamed(() => import('../../features/post/outbox/MoveJobModal.tsx'), 'MoveJobModal');
const SearchModal = lazyNamed(() => import('./SearchModal.tsx'), 'SearchModal');
const NarrowModal = lazyNamed(() => import('./NarrowModal.tsx'), 'NarrowModal');
const AboutRankingModal = lazyNamed(() => import('../../features/ranking/AboutRankingModal.tsx'), 'AboutRankingModal');
const InstallModal = lazyNamed(() => import('../../features/install/InstallModal.tsx'), 'InstallModal');
const ShortcutsModal = lazyNamed(() => import('./ShortcutsModal.tsx'), 'ShortcutsModal');
const SocialOverlay = lazyNamed(() => import('./SocialOverlay.tsx'), 'SocialOverlay');
const SideMenu = lazyNamed(() => import('../shell/SideMenu.tsx'), 'SideMenu');

/** Overlays that need nothing of their entry: they are told only how to close. */
const plainOverlays = {
  login: LoginModal,
  logout: LogoutModal,
  'about-company': CompanyModal,
  menu: SideMenu,
  'post-event': MakeEventOverlay,
  outbox: OutboxPanel,
  'word-search': SearchModal,
  'simple-search': NarrowModal,
  'about-ranking': AboutRankingModal,
  install: InstallModal,
  shortcuts: ShortcutsModal,
};
type PlainEntry = Extract<OverlayEntry, { readonly mode: keyof typeof plainOverlays }>;
const isPlain = (entry: OverlayEntry): entry is PlainEntry => entry.mode in plainOverlays;

/** Draws what stands over the page (MOD-01, OVL-01): the stack of overlays, and the login an action waits for. */
export function OverlayHost() {
  const { tenant } = useServices();
  return tenant === null ? null : <Overlays />;
}

function Overlays() {
  const stack = useOverlayStack();
  const overlays = useOverlays();
  const toast = useToast();
  const waiting = useWaitingAction();
  const { forget } = useWaitingActionControl();
  const session = useSession();
  // Signed in, an action waits for nothing but the tenant's rules (ACC-08).
  const needsLogin = waiting !== null && session.status !== 'signedIn' && !stack.some(({ mode }) => mode === 'login');

  useEffect(() => {
    if (needsLogin) overlays.open({ mode: 'login' });
  }, [needsLogin, overlays]);

  const close = (mode: OverlayEntry['mode'] | undefined) => {
    if (mode === undefined || !mayCloseOverlay(mode)) return false;
    if (mode === 'login') forget();
    const entry = stack.find((one) => one.mode === mode);
    if (entry?.mode === 'first-follow' && entry.next !== undefined) overlays.finish(mode, { mode: entry.next });
    else overlays.close(mode);
    return true;
  };
  useOverlayHistory(stack, () => close(stack.at(-1)?.mode));

  const [come, setCome] = useState<ReadonlySet<OverlayEntry['mode']>>(new Set());
  const handleCome = useCallback((mode: OverlayEntry['mode']) => setCome((before) => new Set(before).add(mode)), []);
  const handleFailure = () => {
    forget();
    overlays.closeAll();
    toast(shell.overlayFailed, 'error');
  };
  // A dialog stands above those that were shown before it: each waits until the code of the one below it has come.
  const firstToCome = stack.findIndex(({ mode }) => !come.has(mode));
  const shown = firstToCome === -1 ? stack : stack.slice(0, firstToCome + 1);
  return shown.map((entry) => (
    <OverlayBoundary key={entry.mode} onFailure={handleFailure}>
      <Suspense fallback={null}>
        <Overlay entry={entry} onClose={() => close(entry.mode)} />
        <Come mode={entry.mode} onCome={handleCome} />
      </Suspense>
    </OverlayBoundary>
  ));
}

interface ComeProps {
  readonly mode: OverlayEntry['mode'];
  readonly onCome: (mode: OverlayEntry['mode']) => void;
}

/** Tells that the overlay next to it is drawn: both wait in the same Suspense. */
function Come({ mode, onCome }: ComeProps) {
  useEffect(() => onCome(mode), [mode, onCome]);
  return null;
}

/** Do the banners of the shell tell of trouble with the server or the device's storage? */
function useHasTrouble(): boolean {
  const isStuck = useAtomValue(stuckStorageAtom);
  const lost = useAtomValue(lostPhotosAtom);
  const trouble = useAtomValue(serverTroubleAtom);
  return isStuck || lost !== null || trouble !== null;
}

function Overlay({ entry, onClose }: { readonly entry: OverlayEntry; readonly onClose: () => void }) {
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const hasTrouble = useHasTrouble();
  const leaveTo = (address: string) => {
    // In place of the overlays' own history entry: back leads to where the fan was.
    navigate(address, { replace: true });
    overlays.closeAll();
  };
  if (isPlain(entry)) {
    const Plain = plainOverlays[entry.mode];
    return <Plain onClose={onClose} />;
  }
  switch (entry.mode) {
    case 'contact':
      return <ContactModal photo={entry.photo ?? null} onClose={onClose} />;
    case 'no-event':
      return <NoEventModal onClose={onClose} onSeeEvents={() => leaveTo(paths.eventList)} />;
    case 'user-permission':
      return <PermissionModal isSetting={entry.isSetting} onAccept={entry.onAccept} onClose={onClose} />;
    case 'code-problem':
      return <CodeProblemModal about={entry.about ?? 'sign-up'} onClose={onClose} />;
    case 'result': {
      const { to } = entry;
      return <ResultModal text={entry.text} onClose={to === undefined ? onClose : () => leaveTo(to)} />;
    }
    case 'error':
      return <ErrorModal text={entry.text} onClose={onClose} onHome={() => leaveTo(paths.home)} />;
    case 'confirm':
      return <ConfirmModal {...entry} onClose={onClose} />;
    case 'post':
      return <PostWindow isPhoto={entry.isPhoto === true} onClose={onClose} />;
    case 'post-photo': {
      const { mode: _, ...asked } = entry;
      return <PhotoPostOverlay {...asked} hasTrouble={hasTrouble} onClose={onClose} onLeave={leaveTo} />;
    }
    case 'edit-photo':
      return <EditPhotoOverlay key={entry.mediaUrl} mediaUrl={entry.mediaUrl} onClose={onClose} />;
    case 'edit-event':
      return <MakeEventOverlay key={entry.eventId} eventId={entry.eventId} onClose={onClose} />;
    case 'album-detail':
      return <AlbumOverlay eventId={entry.eventId} onClose={onClose} />;
    case 'keep':
      return <KeepSheet keepable={entry.keepable} onClose={onClose} />;
    case 'outbox-edit':
      return <EditJobModal jobId={entry.jobId} onClose={onClose} />;
    case 'outbox-move':
      return <MoveJobModal jobId={entry.jobId} onClose={onClose} />;
    default:
      return <SocialOverlay entry={entry} onClose={onClose} onLeave={leaveTo} />;
  }
}
