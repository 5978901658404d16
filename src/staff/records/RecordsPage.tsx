import { type ReactNode, useState } from 'react';
import type { RecordKind, RecordValues, StoredRecord } from '../../contract/staffContentEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import {
  recordChoices,
  recordKindLeads,
  recordKindNames,
  recordsPage as texts,
} from '../../messages/jaStaffContent.ts';
import { eventMove as moveTexts } from '../../messages/jaStaffMoves.ts';
import { showWireDate } from '../../rules/dates.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { periodState } from '../../rules/eventPeriod.ts';
import { searchKey } from '../../rules/searchMatch.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { Loaded } from '../Loaded.tsx';
import styles from '../Staff.module.css';
import { useStaffQuery, useStaffWrite } from '../useStaff.tsx';
import { copyEvent, lastMatch } from './copyEvent.ts';
import { EventCalendar } from './EventCalendar.tsx';
import { MergePersons } from './MergePersons.tsx';
import { MoveEvent, RunningMoves } from './MoveEvent.tsx';
import { RecordFile } from './RecordFile.tsx';
import { RecordForm } from './RecordForm.tsx';
import { RecordSwitch } from './RecordSwitch.tsx';
import { recordKeys, recordTitles } from './recordFields.ts';

/** Matches, contests and limited events of the club, its seasons and its teams (STF-12). */
export const EventsPage = () => <RecordsPage kinds={['events', 'seasons', 'teams']} />;

/** Players, ambassadors, reserved names and the credit line (STF-13). */
export const PlayersPage = () => (
  <RecordsPage kinds={['persons', 'ambassadors', 'reserved-names', 'credit-settings']} />
);

/** What the form opens with: a stored record, or the beginnings of a new one. */
interface Opening {
  readonly record: StoredRecord | null;
  readonly initial: RecordValues;
}

function RecordsPage({ kinds }: { readonly kinds: readonly [RecordKind, ...RecordKind[]] }) {
  const [kind, setKind] = useState<RecordKind>(kinds[0]);
  return (
    <>
      <RecordSwitch
        label={texts.kinds}
        choices={kinds.map((one) => [one, recordKindNames[one]])}
        value={kind}
        onChange={setKind}
      />
      <Records key={kind} kind={kind} />
    </>
  );
}

function Records({ kind }: { readonly kind: RecordKind }) {
  const query = useStaffQuery('getStaffRecords', { query: { kind } });
  const [opening, setOpening] = useState<Opening | null>(null);
  const open = (record: StoredRecord | null, initial: RecordValues = {}) => setOpening({ record, initial });
  const name = recordKindNames[kind];
  const lead = recordKindLeads[kind];
  return (
    <>
      {lead && <p className={styles.quiet}>{lead}</p>}
      <Loaded query={query}>
        {({ list }) => (
          <>
            <div className={styles.rowActions}>
              {(recordKeys[kind] !== null || list.length === 0) && (
                <Button variant="primary" onClick={() => open(null)}>
                  {texts.add(name)}
                </Button>
              )}
              {kind === 'events' && <CopyButton list={list} onCopy={(values) => open(null, values)} />}
            </div>
            {list.length === 0 ? (
              <EmptyState title={texts.none(name)} />
            ) : kind === 'events' ? (
              <Events list={list} onOpen={open} />
            ) : (
              <RecordList kind={kind} list={list} onOpen={open} />
            )}
            {kind === 'persons' && <MergePersons list={list} />}
            {recordKeys[kind] !== null && <RecordFile kind={kind} />}
          </>
        )}
      </Loaded>
      {opening !== null && (
        <RecordForm
          key={opening.record?.key ?? ''}
          kind={kind}
          record={opening.record}
          initial={opening.initial}
          onClose={() => setOpening(null)}
        />
      )}
    </>
  );
}

interface ListProps {
  readonly list: readonly StoredRecord[];
  readonly onOpen: (record: StoredRecord) => void;
}

/** The last match as a new event (STF-12e). */
function CopyButton({
  list,
  onCopy,
}: {
  readonly list: ListProps['list'];
  readonly onCopy: (values: RecordValues) => void;
}) {
  const last = lastMatch(list, Date.now());
  return (
    <Button
      disabled={last === null}
      title={last === null ? texts.noLast : undefined}
      onClick={() => last && onCopy(copyEvent(last.values, Date.now()))}
    >
      {texts.copyLast}
    </Button>
  );
}

function Events({ list, onOpen }: ListProps) {
  const [view, setView] = useState<'list' | 'calendar'>('list');
  const [moving, setMoving] = useState<StoredRecord | null>(null);
  const rows = (shown: ListProps['list']): ReactNode => (
    <ul className={styles.rows}>
      {shown.map((record) => (
        <EventRow key={record.key} record={record} onOpen={onOpen} onMove={setMoving} />
      ))}
    </ul>
  );
  return (
    <>
      <RunningMoves />
      <RecordSwitch
        label={texts.views}
        choices={[
          ['list', texts.list],
          ['calendar', texts.calendar],
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'list' ? <Found kind="events" list={list} rows={rows} /> : <EventCalendar list={list} rows={rows} />}
      {moving !== null && <MoveEvent key={moving.key} record={moving} events={list} onClose={() => setMoving(null)} />}
    </>
  );
}

interface EventRowProps extends Pick<ListProps, 'onOpen'> {
  readonly record: StoredRecord;
  readonly onMove: (record: StoredRecord) => void;
}

function EventRow({ record, onOpen, onMove }: EventRowProps) {
  const { values } = record;
  const name = String(values.event_name);
  const period = {
    crawl_period_start: String(values.crawl_period_start),
    crawl_period_end: String(values.crawl_period_end),
  };
  const state = periodState(period, Date.now());
  const type = recordChoices['events.event_type']?.[String(values.event_type)];
  return (
    <li className={styles.eventRow}>
      <button type="button" className={styles.open} onClick={() => onOpen(record)}>
        <strong>{name}</strong>
        <span className={styles.quiet}>
          {showWireDate(String(values.event_date))}　{type}　{texts.states[state]}
        </span>
      </button>
      <div className={styles.rowActions}>
        <Button aria-label={moveTexts.openOf(name)} onClick={() => onMove(record)}>
          {moveTexts.open}
        </Button>
        {state === 'during' && <EndButton eventId={record.key} name={name} />}
      </div>
    </li>
  );
}

function EndButton({ eventId, name }: { readonly eventId: string; readonly name: string }) {
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  const ending = useStaffWrite('putStaffEventEnd', () => toast(texts.ended));
  return (
    <>
      <Button aria-label={texts.endOf(name)} isBusy={ending.isPending} onClick={() => setAsked(true)}>
        {texts.end}
      </Button>
      {ending.error && <Banner tone="error">{errorText(errorCodeOf(ending.error))}</Banner>}
      {isAsked && (
        <ConfirmModal
          text={texts.askEnd(name)}
          actionLabel={texts.end}
          isDangerous
          onConfirm={() => ending.mutate({ event_id: eventId })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function RecordList({ kind, list, onOpen }: ListProps & { readonly kind: RecordKind }) {
  return (
    <Found
      kind={kind}
      list={list}
      rows={(shown) => (
        <ul className={styles.rows}>
          {shown.map((record) => (
            <li key={record.key} className={styles.row}>
              <button type="button" className={styles.open} onClick={() => onOpen(record)}>
                <strong>{titleOf(kind, record)}</strong>
                <span className={styles.quiet}>{factsOf(kind, record)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    />
  );
}

const titleOf = (kind: RecordKind, { values }: StoredRecord): string =>
  kind === 'credit-settings'
    ? (recordChoices['credit-settings.type']?.[String(values.type)] ?? '')
    : String(values[recordTitles[kind]] ?? '');

function factsOf(kind: RecordKind, { values }: StoredRecord): string {
  const parts: Partial<Record<RecordKind, unknown[]>> = {
    seasons: [values.season_period_start, values.season_period_end],
    persons: [values.number, values.team_id],
    ambassadors: [values.ambassador_user_id],
    'reserved-names': [values.owner],
    'credit-settings': [values.official_label, values.extra_text],
  };
  return (parts[kind] ?? []).filter((part) => part !== null && part !== '').join('　');
}

/** Rows that are shown at first, and with each press more. */
const AT_ONCE = 50;

interface FoundProps {
  readonly kind: RecordKind;
  readonly list: readonly StoredRecord[];
  readonly rows: (shown: readonly StoredRecord[]) => ReactNode;
}

/** The records whose name contains what is typed. */
function Found({ kind, list, rows }: FoundProps) {
  const [text, setText] = useState('');
  const [count, setCount] = useState(AT_ONCE);
  const found = list.filter((record) => searchKey(titleOf(kind, record)).includes(searchKey(text)));
  return (
    <>
      {list.length > 1 && (
        <TextField
          label={texts.search}
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {found.length === 0 ? <EmptyState title={texts.notFound} /> : rows(found.slice(0, count))}
      {found.length > count && <Button onClick={() => setCount(count + AT_ONCE)}>{texts.showMore}</Button>}
    </>
  );
}
