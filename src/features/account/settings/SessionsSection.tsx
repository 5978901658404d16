import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { SignInSession } from '../../../contract/entities.ts';
import { errorText } from '../../../messages/jaErrors.ts';
import { sessions as texts } from '../../../messages/jaSettings.ts';
import { usePaths } from '../../../navigation/paths.ts';
import { callerOf, endpointQuery } from '../../../queries/endpointQuery.ts';
import { errorCodeOf } from '../../../rules/errorCode.ts';
import { useServices } from '../../../services/services.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useOverlays } from '../../../ui/overlays.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { useSubmit } from '../useSubmit.ts';
import { deviceOf } from './deviceOf.ts';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

/** 'YYYY-MM-DD HH:mm:ss' as screens write it: 'YYYY.MM.DD HH:mm' (§9). */
const shortTime = (time: string) => time.slice(0, 16).replaceAll('-', '.');

/** Where the account is signed in; each can be ended, and all at once. */
export function SessionsSection() {
  const services = useServices();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { isBusy, error, askEndAll } = useEndAll();
  const query = endpointQuery(services, 'getSessions', {}, callerOf(services));
  const { data, isError } = useQuery({ ...query, gcTime: 0 });
  const ending = useMutation({
    mutationFn: (session_id: string) => services.api.deleteSession({ body: { session_id } }),
    onSuccess: () => toast(texts.ended),
    onError: (cause) => toast(errorText(errorCodeOf(cause)), 'error'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <SettingsSection title={texts.title}>
      {isError && <Banner tone="error">{texts.failed}</Banner>}
      {data && data.list.length > 0 && (
        <ul className={styles.rows}>
          {data.list.map((one) => (
            <SessionRow
              key={one.session_id}
              one={one}
              isEnding={ending.isPending && ending.variables === one.session_id}
              onEnd={() => ending.mutate(one.session_id)}
            />
          ))}
        </ul>
      )}
      {error && <Banner tone="error">{errorText(error)}</Banner>}
      <Button isBusy={isBusy} onClick={askEndAll}>
        {texts.everywhere}
      </Button>
    </SettingsSection>
  );
}

/** Ends every session of the account, after a question. */
function useEndAll() {
  const services = useServices();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const { isBusy, error, submit } = useSubmit();
  const endAll = () =>
    submit(async () => {
      await services.session.logoutEverywhere();
      navigate(paths.index, { replace: true });
      overlays.replace({ mode: 'result', text: texts.everywhereDone });
    });
  const askEndAll = () =>
    overlays.open({
      mode: 'confirm',
      text: texts.everywhereAsk,
      actionLabel: texts.everywhereAction,
      isDangerous: true,
      onConfirm: () => void endAll(),
    });
  return { isBusy, error, askEndAll };
}

interface SessionRowProps {
  readonly one: SignInSession;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ one, isEnding, onEnd }: SessionRowProps) {
  const device = deviceOf(one.user_agent);
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p>{device}</p>
        <p className={styles.lead}>{texts.signedIn(shortTime(one.signed_in_at))}</p>
      </div>
      {one.is_current ? (
        <span className={styles.current}>{texts.current}</span>
      ) : (
        <Button variant="quiet" isBusy={isEnding} aria-label={texts.endOf(device)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
