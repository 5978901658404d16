import { type SubmitEvent, useState } from 'react';
import type { StaffPerson } from '../contract/staffEndpoints.ts';
import { PEOPLE_SEARCH_MAX } from '../contract/staffLimits.ts';
import { errorText } from '../messages/jaErrors.ts';
import { peoplePage as texts } from '../messages/jaStaff.ts';
import { plainEmail } from '../rules/emailAddress.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { isBlank } from '../rules/visibleText.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Loaded } from './Loaded.tsx';
import { PersonDetails } from './PersonDetails.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

/** Members of the tenant: found by name, id or exact mail address, each with what the tenant knows. */
export function PeoplePage() {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [byMail, setByMail] = useState<readonly StaffPerson[] | null>(null);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBlank(text)) return;
    setByMail(null);
    setAsked(text.trim());
  };
  return (
    <>
      <search>
        <form className={styles.filters} onSubmit={handleSubmit}>
          <TextField
            label={texts.search}
            type="search"
            autoComplete="off"
            value={text}
            maxLength={PEOPLE_SEARCH_MAX}
            onChange={(event) => setText(event.target.value)}
          />
          <Button variant="primary" type="submit">
            {texts.find}
          </Button>
        </form>
      </search>
      <MailSearch
        onFound={(list) => {
          setAsked(null);
          setByMail(list);
        }}
      />
      {byMail !== null && <People list={byMail} />}
      {asked !== null && <Found key={asked} text={asked} />}
    </>
  );
}

function Found({ text }: { readonly text: string }) {
  const query = useStaffQuery('getStaffPeople', { query: { text } });
  return <Loaded query={query}>{({ list }) => <People list={list} />}</Loaded>;
}

function MailSearch({ onFound }: { readonly onFound: (list: readonly StaffPerson[]) => void }) {
  const [email, setEmail] = useState('');
  const searching = useStaffWrite('putStaffMailSearch', (_, { list }) => onFound(list));
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    searching.mutate({ email: plainEmail(email).toLowerCase() });
  };
  return (
    <details className={styles.more}>
      <summary>{texts.byMail}</summary>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <TextField
          label={texts.email}
          hint={texts.byMailHint}
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={searching.error ? errorText(errorCodeOf(searching.error)) : null}
        />
        <Button type="submit" isBusy={searching.isPending}>
          {texts.byMail}
        </Button>
      </form>
    </details>
  );
}

function People({ list }: { readonly list: readonly StaffPerson[] }) {
  if (list.length === 0) return <EmptyState title={texts.none}>{texts.noneText}</EmptyState>;
  return (
    <ul className={styles.cases}>
      {list.map((person) => (
        <li key={person.user_id}>
          <Person person={person} isAlone={list.length === 1} />
        </li>
      ))}
    </ul>
  );
}

function Person({ person, isAlone }: { readonly person: StaffPerson; readonly isAlone: boolean }) {
  const [isOpen, setOpen] = useState(isAlone);
  const name = person.user_name || texts.left;
  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.facts}>
        <h2>{name}</h2>
        <p className={styles.quiet}>{person.user_id}</p>
        <p>{texts.photos(person.photos)}</p>
        {(person.is_staff || person.is_suspended) && (
          <p className={styles.marks}>
            {person.is_staff && <span>{texts.staff}</span>}
            {person.is_suspended && <span>{texts.suspended}</span>}
          </p>
        )}
      </div>
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts.show(name)}
      </Button>
      {isOpen && <PersonDetails userId={person.user_id} />}
    </article>
  );
}
