import { reportReasons } from '../messages/jaReports.ts';
import { decisionNames, reportsPage as texts } from '../messages/jaStaff.ts';
import { showWireTime } from '../rules/dates.ts';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery } from './useStaff.tsx';

/** What each fan said, what is known of the author, and earlier decisions about the same subject. */
export function CaseDetails({ caseId }: { readonly caseId: number }) {
  const query = useStaffQuery('getStaffCase', { params: { caseId: String(caseId) } });
  return (
    <Loaded query={query}>
      {({ reporters, author, history }) => (
        <div className={styles.details}>
          <ul>
            {reporters.map((one) => (
              <li key={one.user_id}>
                <p className={styles.quiet}>
                  {showWireTime(one.reported_at)}　{one.user_name || texts.left}　{reportReasons[one.reason]}
                </p>
                {one.text !== '' && <p className={styles.quote}>{one.text}</p>}
              </li>
            ))}
          </ul>
          <p>{texts.history(author.photos, author.hidden, author.cases)}</p>
          {author.is_suspended && <p>{texts.suspended}</p>}
          {history.map((one) => (
            <p key={one.decided_at}>{texts.earlier(decisionNames[one.decision], showWireTime(one.decided_at))}</p>
          ))}
        </div>
      )}
    </Loaded>
  );
}
