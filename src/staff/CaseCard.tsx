import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import { type CaseDecision, decisionsOf, UNDOABLE } from '../contract/reports.ts';
import type { CaseRow } from '../contract/staffEndpoints.ts';
import { DECISION_REASON_MAX } from '../contract/staffLimits.ts';
import { photoPath } from '../contract/workerPaths.ts';
import { errorText } from '../messages/jaErrors.ts';
import { reportReasons } from '../messages/jaReports.ts';
import { caseKindNames, decisionNames, reportsPage as texts, waitedFor } from '../messages/jaStaff.ts';
import { usePaths } from '../navigation/paths.ts';
import { ageOf, parseWireDate, showWireTime } from '../rules/dates.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { useTenant } from '../services/services.tsx';
import { usePictureUrls } from '../services/usePictureUrls.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { LimitedTextField, SelectField } from '../ui/Field.tsx';
import { Picture } from '../ui/Picture.tsx';
import { useToast } from '../ui/toasts.tsx';
import { Appeal } from './Appeal.tsx';
import { CaseDetails } from './CaseDetails.tsx';
import { PasswordModal } from './PasswordModal.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

/** In the order of their keys, 1 to 5. */
const CHOICES: readonly CaseDecision[] = ['none', 'hide', 'warn', 'suspend', 'remove'];
const DAYS = ['7', '30', '90', ''] as const;

interface CaseCardProps {
  readonly row: CaseRow;
  readonly onDecided: (row: CaseRow) => void;
  readonly onUndone: () => void;
  /** A decision failed. `isOthers`: somebody else decided. */
  readonly onFailed: (isOthers: boolean) => void;
}

/** A case with its decisions: one tap or one key each; what cannot be undone asks first. */
export function CaseCard({ row, onDecided, onUndone, onFailed }: CaseCardProps) {
  const [reason, setReason] = useState(() => row.reasons.map((one) => reportReasons[one]).join('、'));
  const [days, setDays] = useState<string>(DAYS[0]);
  const [asked, setAsked] = useState<CaseDecision | 'password' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const noteDecided = (decision: CaseDecision) =>
    onDecided({ ...row, decision, reason, decided_at: '', is_hidden: decision === 'hide' });
  const toast = useToast();
  // The case leaves the list when somebody else was first: the word of it stays.
  const tell = (error: unknown) => {
    const isOthers = errorCodeOf(error) === 'ALREADY_DECIDED';
    if (isOthers) toast(errorText('ALREADY_DECIDED'), 'error');
    onFailed(isOthers);
  };
  const deciding = useStaffWrite('putStaffDecision', ({ decision }) => noteDecided(decision), tell);
  const removing = useStaffWrite('deleteStaffCasePhoto', () => noteDecided('remove'), tell);
  const undoing = useStaffWrite('putStaffUndo');
  const calls = [deciding, removing, undoing];
  const failed = calls.find(({ isError }) => isError)?.error ?? null;
  const isBusy = calls.some(({ isPending }) => isPending);

  const remove = () =>
    removing.mutate(
      { case_id: row.case_id, media_url: row.subject, reason },
      { onError: (error) => errorCodeOf(error) === 'SIGN_IN_TOO_OLD' && setAsked('password') },
    );
  const decide = (decision: CaseDecision) => {
    setAsked(null);
    if (decision === 'remove') return remove();
    deciding.mutate({ case_id: row.case_id, decision, reason, days: days === '' ? null : Number(days) });
  };
  const choose = (decision: CaseDecision) =>
    decision === 'remove' || decision === 'suspend' ? setAsked(decision) : decide(decision);
  const choices = CHOICES.filter((one) => decisionsOf(row.kind).includes(one));
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const decision = CHOICES[Number(event.key) - 1];
    const isField = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (isField || isBusy || asked !== null || row.decision !== null) return;
    if (decision === undefined || !choices.includes(decision) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(decision);
  };
  return (
    <article className={styles.card} aria-label={titleOf(row)} onKeyDown={handleKey} tabIndex={-1}>
      <Subject row={row} />
      {failed !== null && errorCodeOf(failed) !== 'SIGN_IN_TOO_OLD' && (
        <Banner tone="error">{errorText(errorCodeOf(failed))}</Banner>
      )}
      {row.decision === null ? (
        <>
          <LimitedTextField label={texts.reason} value={reason} onChange={setReason} max={DECISION_REASON_MAX} />
          <div className={styles.choices}>
            {choices.map((one) => (
              <Button
                key={one}
                variant={one === 'remove' ? 'danger' : 'secondary'}
                isBusy={isBusy}
                aria-keyshortcuts={String(CHOICES.indexOf(one) + 1)}
                title={texts.key(decisionNames[one], String(CHOICES.indexOf(one) + 1))}
                onClick={() => choose(one)}
              >
                {decisionNames[one]}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <Decided
          row={row}
          isBusy={isBusy}
          // After the list has come anew: before, it lacks the case, whose place the next one would take under a finger.
          onUndo={() => undoing.mutate({ case_id: row.case_id }, { onSuccess: onUndone })}
        />
      )}
      {row.appeal !== null && <Appeal row={row} appeal={row.appeal} />}
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.less : texts.more}
      </Button>
      {isOpen && <CaseDetails caseId={row.case_id} />}
      {asked === 'remove' && (
        <ConfirmModal
          text={texts.askRemove}
          actionLabel={decisionNames.remove}
          isDangerous
          onConfirm={() => decide('remove')}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'suspend' && (
        <SuspendModal
          name={row.author_name || texts.left}
          days={days}
          onDays={setDays}
          onConfirm={() => decide('suspend')}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'password' && <PasswordModal onClose={() => setAsked(null)} onConfirmed={remove} />}
    </article>
  );
}

/** Returns what a case is about, as its heading. */
export function titleOf({ kind, author_name, shown }: CaseRow): string {
  if (kind === 'fan') return author_name || shown || texts.left;
  return (kind === 'photo' ? texts.photoOf : texts.commentOf)(author_name || texts.left);
}

/** What was reported, as it was when the first report came. */
function Subject({ row }: { readonly row: CaseRow }) {
  const urls = usePictureUrls();
  const paths = usePaths();
  const tenant = useTenant();
  const isPhoto = row.kind === 'photo';
  const age = ageOf(parseWireDate(row.opened_at) ?? Date.now(), Date.now());
  return (
    <div className={styles.subject}>
      {isPhoto && !row.is_gone && (
        <div className={styles.picture}>
          {row.is_hidden ? (
            <HiddenPicture row={row} />
          ) : (
            <Picture
              sources={urls.smallFirst(row.subject)}
              alt={titleOf(row)}
              width={1}
              height={1}
              color="transparent"
            />
          )}
        </div>
      )}
      <div className={styles.facts}>
        <h2>{titleOf(row)}</h2>
        <p>
          {caseKindNames[row.kind]}　{texts.count(row.reports)}　{waitedFor(age)}
        </p>
        <p>{row.reasons.map((one) => reportReasons[one]).join('、')}</p>
        {row.kind !== 'fan' && row.shown !== '' && <p className={styles.quote}>{row.shown}</p>}
        {(row.is_hidden || row.is_gone) && (
          <p className={styles.marks}>
            {row.is_hidden && <span>{texts.hidden}</span>}
            {row.is_gone && <span>{texts.gone}</span>}
          </p>
        )}
        {!row.is_gone && !row.is_hidden && (
          <Link href={row.media_url === null ? paths.member(row.subject) : photoPath(tenant.id, row.media_url)}>
            {row.media_url === null ? texts.openFan : texts.openPhoto}
          </Link>
        )}
      </div>
    </div>
  );
}

/** A hidden photo has no address: its thumbnail comes with a call. */
function HiddenPicture({ row }: { readonly row: CaseRow }) {
  const { data } = useStaffQuery('getStaffCasePicture', { params: { caseId: String(row.case_id) } });
  if (!data?.jpeg) return null;
  return <img src={`data:image/jpeg;base64,${data.jpeg}`} alt={titleOf(row)} />;
}

interface DecidedProps {
  readonly row: CaseRow;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

function Decided({ row, isBusy, onUndo }: DecidedProps) {
  if (row.decision === null) return null;
  const name = decisionNames[row.decision];
  const canUndo = UNDOABLE.includes(row.decision) && (row.appeal?.outcome ?? null) === null;
  return (
    <Banner
      tone="ok"
      action={
        canUndo && (
          <Button isBusy={isBusy} onClick={onUndo}>
            {texts.undo}
          </Button>
        )
      }
    >
      {row.decided_at ? texts.decidedAt(name, showWireTime(row.decided_at), row.decided_by ?? '') : texts.done(name)}
    </Banner>
  );
}

interface SuspendModalProps {
  readonly name: string;
  readonly days: string;
  readonly onDays: (days: string) => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function SuspendModal({ name, days, onDays, onConfirm, onClose }: SuspendModalProps) {
  return (
    <ConfirmModal
      text={texts.askSuspend(name)}
      actionLabel={decisionNames.suspend}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <SelectField label={texts.days} value={days} onChange={(event) => onDays(event.target.value)}>
        {DAYS.map((one) => (
          <option key={one} value={one}>
            {one === '' ? texts.forGood : texts.forDays(Number(one))}
          </option>
        ))}
      </SelectField>
    </ConfirmModal>
  );
}
