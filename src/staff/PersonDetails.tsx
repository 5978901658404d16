import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { StaffAnswer, StaffPerson } from '../contract/staffEndpoints.ts';
import { DECISION_REASON_MAX } from '../contract/staffLimits.ts';
import { photoPath } from '../contract/workerPaths.ts';
import { errorText } from '../messages/jaErrors.ts';
import { caseKindNames, decisionNames, reportsPage, peoplePage as texts } from '../messages/jaStaff.ts';
import { nameOfAct } from '../messages/jaStaffLog.ts';
import { usePaths } from '../navigation/paths.ts';
import { showWireTime } from '../rules/dates.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { isBlank } from '../rules/visibleText.ts';
import { useTenant } from '../services/services.tsx';
import { usePictureUrls } from '../services/usePictureUrls.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { LimitedTextField } from '../ui/Field.tsx';
import { Picture } from '../ui/Picture.tsx';
import { useToast } from '../ui/toasts.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

/** What the tenant knows of a member, and what a moderator may do. */
export function PersonDetails({ userId }: { readonly userId: string }) {
  const query = useStaffQuery('getStaffPerson', { params: { userId } });
  const paths = usePaths();
  return (
    <Loaded query={query}>
      {(found) => (
        <div className={styles.details}>
          <p>{texts.joined(showWireTime(found.joined_at))}</p>
          {found.suspension && (
            <Banner tone="warn">{texts.suspendedUntil(found.suspension.until, found.suspension.reason)}</Banner>
          )}
          <Link className={styles.link} href={paths.member(userId)}>
            {texts.open}
          </Link>
          <Acts person={found.person} />
          <Photos photos={found.photos} />
          <Section title={texts.cases} empty={texts.noCases} rows={found.cases}>
            {(one) =>
              `${one.opened_at}　${caseKindNames[one.kind]}　${reportsPage.count(one.reports)}　${one.decision === null ? reportsPage.open : decisionNames[one.decision]}`
            }
          </Section>
          <p className={styles.quiet}>{texts.reported(found.reported)}</p>
          <Section title={texts.acts} empty={texts.noActs} rows={found.acts}>
            {(one) => `${showWireTime(one.at)}　${nameOfAct(one.act)}${one.reason === null ? '' : `　${one.reason}`}`}
          </Section>
          <Section title={texts.consents} empty={texts.noConsents} rows={found.consents}>
            {(one) => `${showWireTime(one.at)}　${one.usepermit ? texts.gave : texts.withdrew}`}
          </Section>
        </div>
      )}
    </Loaded>
  );
}

interface SectionProps<T> {
  readonly title: string;
  readonly empty: string;
  readonly rows: readonly T[];
  readonly children: (row: T) => ReactNode;
}

function Section<T>({ title, empty, rows, children }: SectionProps<T>) {
  return (
    <section>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <ul>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a history has no ids, and its rows are never moved
            <li key={index} className={styles.act}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Photos({ photos }: { readonly photos: StaffAnswer<'getStaffPerson'>['photos'] }) {
  const urls = usePictureUrls();
  const tenant = useTenant();
  return (
    <section>
      <h3>{texts.posts}</h3>
      {photos.length === 0 && <p className={styles.quiet}>{texts.noPosts}</p>}
      <ul className={styles.photos}>
        {photos.map((one) => (
          <li key={one.media_url}>
            {one.is_hidden ? (
              // Its address answers nobody (OPR-02g).
              <span className={styles.hiddenPhoto}>{texts.hidden}</span>
            ) : (
              <Link href={photoPath(tenant.id, one.media_url)}>
                <Picture
                  sources={urls.smallFirst(one.media_url)}
                  alt={texts.photo(showWireTime(one.posted_at))}
                  width={1}
                  height={1}
                  color="transparent"
                />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is private only on request, and what a moderator does to an account: each with a reason, each logged. */
function Acts({ person }: { readonly person: StaffPerson }) {
  const { user_id, user_name } = person;
  const name = user_name || texts.left;
  const toast = useToast();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState<'sign-out' | 'rename' | null>(null);
  const revealing = useStaffWrite('putStaffPrivateData');
  const signingOut = useStaffWrite('putStaffSignOut', (_, { ended }) => toast(texts.signedOut(ended)));
  const renaming = useStaffWrite('putStaffRename', (_, answer) => toast(texts.renamed(answer.name)));
  const failed = [revealing, signingOut, renaming].find(({ isError }) => isError)?.error ?? null;
  const hasReason = !isBlank(reason);
  const shown = revealing.data;
  return (
    <section className={styles.form}>
      <LimitedTextField label={texts.reason} value={reason} onChange={setReason} max={DECISION_REASON_MAX} />
      {failed !== null && <Banner tone="error">{errorText(errorCodeOf(failed))}</Banner>}
      <div className={styles.choices}>
        <Button
          disabled={!hasReason}
          isBusy={revealing.isPending}
          onClick={() => revealing.mutate({ user_id, reason })}
        >
          {texts.reveal}
        </Button>
        {!person.is_staff && (
          <>
            <Button disabled={!hasReason} isBusy={signingOut.isPending} onClick={() => setAsked('sign-out')}>
              {texts.signOut}
            </Button>
            <Button
              disabled={!hasReason || user_name === ''}
              isBusy={renaming.isPending}
              onClick={() => setAsked('rename')}
            >
              {texts.rename}
            </Button>
          </>
        )}
      </div>
      {shown && (
        <p className={styles.quote} aria-live="polite">
          {texts.revealed(shown.name ?? texts.unknown, shown.email ?? texts.unknown)}
        </p>
      )}
      {asked === 'sign-out' && (
        <ConfirmModal
          text={texts.askSignOut(name)}
          actionLabel={texts.signOut}
          isDangerous
          onConfirm={() => signingOut.mutate({ user_id, reason })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'rename' && (
        <ConfirmModal
          text={texts.askRename(name)}
          actionLabel={texts.rename}
          isDangerous
          onConfirm={() => renaming.mutate({ user_id, name: user_name, reason })}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
