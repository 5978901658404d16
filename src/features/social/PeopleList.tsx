import { CloudOff, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { follow as texts } from '../../messages/jaSocial.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import styles from './People.module.css';
import { PersonRow } from './PersonRow.tsx';
import { PEOPLE_SHOWN } from './pageSizes.ts';

export interface ListedPerson {
  readonly userId: string;
  readonly name?: string;
}

interface PeopleListProps {
  /** Undefined: not there yet. */
  readonly people: readonly ListedPerson[] | undefined;
  /** Why they are not there; null: nothing failed. */
  readonly error: unknown;
  readonly failedText: string;
  readonly emptyText: string;
  /** The event of what they are listed for. */
  readonly eventId?: string | null;
  readonly onRetry: () => void;
  readonly onLeave: (address: string) => void;
}

/** People in the modals of follows, followers and reactions, with every state of the list. */
export function PeopleList({
  people,
  error,
  failedText,
  emptyText,
  eventId = null,
  onRetry,
  onLeave,
}: PeopleListProps) {
  const [shown, setShown] = useState(PEOPLE_SHOWN);
  if (people === undefined && error !== null)
    return (
      <LoadFailure
        icon={<CloudOff aria-hidden="true" />}
        title={failedText}
        error={error}
        onRetry={onRetry}
        offer={null}
      />
    );
  if (people === undefined) return <RowsSkeleton rows={4} />;
  if (people.length === 0) return <EmptyState icon={<UsersRound aria-hidden="true" />} title={emptyText} />;
  return (
    <>
      <ul className={styles.list}>
        {people.slice(0, shown).map(({ userId, name }) => (
          <PersonRow key={userId} userId={userId} name={name} eventId={eventId} onLeave={onLeave} />
        ))}
      </ul>
      {people.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + PEOPLE_SHOWN)}>{texts.more}</Button>
        </div>
      )}
    </>
  );
}
