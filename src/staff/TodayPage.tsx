import { mayAs } from '../contract/staffRoles.ts';
import { desk, staffRoleNames, waitedFor } from '../messages/jaStaff.ts';
import { staffDownload } from '../messages/jaStaffPhotos.ts';
import { usePaths } from '../navigation/paths.ts';
import { ageOf, parseWireDate } from '../rules/dates.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery } from './useStaff.tsx';

/** What waits, and since when. */
export function TodayPage() {
  const paths = usePaths();
  const query = useStaffQuery('getStaffDesk');
  return (
    <Loaded query={query}>
      {({ role, cases: { open, hidden, appeals, oldest_at }, inbox }) => (
        <>
          {mayAs(role, 'moderator') && (
            <section className={styles.card}>
              <h2>{open === 0 ? desk.nothing : desk.waiting(open)}</h2>
              {hidden > 0 && <p>{desk.hiddenByReports(hidden)}</p>}
              {oldest_at !== null && (
                <p className={styles.quiet}>{waitedFor(ageOf(instantOf(oldest_at), Date.now()))}</p>
              )}
              {appeals > 0 && <p>{desk.appeals(appeals)}</p>}
              <LinkButton href={paths.staff('reports')} variant={open > 0 ? 'primary' : 'secondary'}>
                {desk.toReports}
              </LinkButton>
            </section>
          )}
          {mayAs(role, 'moderator') && (
            <section className={styles.card}>
              <h2>{inbox.open === 0 ? desk.inboxEmpty : desk.inbox(inbox.open)}</h2>
              {inbox.late > 0 && <p>{desk.inboxLate(inbox.late)}</p>}
              <LinkButton href={paths.staff('inbox')} variant={inbox.late > 0 ? 'primary' : 'secondary'}>
                {desk.toInbox}
              </LinkButton>
            </section>
          )}
          <EndedDownloads />
          <p className={styles.quiet}>{desk.yourRole(staffRoleNames[role])}</p>
        </>
      )}
    </Loaded>
  );
}

/** Photos that the staff member downloaded and that may not be used any more. */
function EndedDownloads() {
  const paths = usePaths();
  const count = useStaffQuery('getStaffEndedPermissions').data?.list.length ?? 0;
  if (count === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{staffDownload.ended(count)}</h2>
      <p>{staffDownload.endedText}</p>
      <LinkButton href={paths.staff('photos')} variant="primary">
        {staffDownload.toPhotos}
      </LinkButton>
    </section>
  );
}

const instantOf = (wire: string): number => parseWireDate(wire) ?? Date.now();
