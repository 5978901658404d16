import { type SubmitEvent, useState } from 'react';
import type { WallKey } from '../../contract/staffWallEndpoints.ts';
import { WALL_BOUNDS, WALL_TIMES } from '../../contract/wallLimits.ts';
import { wallPath } from '../../contract/wallPage.ts';
import { ageText } from '../../messages/jaAge.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { parseWireDate } from '../../rules/dates.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { isBlank } from '../../rules/visibleText.ts';
import { useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { LimitedTextField, TextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import desk from '../Staff.module.css';
import { useStaffWrite } from '../useStaff.tsx';
import type { StaffWall } from './useWallRemote.ts';

interface WallKeysProps {
  readonly eventId: string;
  readonly wall: StaffWall;
}

/** Keys that open the wall on the screens' computers, and when each was last used (WAL-01a, WAL-05c). */
export function WallKeys({ eventId, wall: { keys, now } }: WallKeysProps) {
  const tenant = useTenant();
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ readonly name: string; readonly address: string } | null>(null);
  const adding = useStaffWrite('putStaffWallKey', (body, { key }) => {
    setMade({ name: body.name, address: `${location.origin}${wallPath(tenant.id, eventId, key)}` });
    setName('');
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBlank(name)) adding.mutate({ event_id: eventId, name: name.trim() });
  };
  const isFull = keys.length >= WALL_BOUNDS.keysPerEvent;
  return (
    <section className={desk.card}>
      <h2>{texts.wallKeys}</h2>
      <p className={desk.quiet}>{texts.keysLead}</p>
      {made && <NewKey name={made.name} address={made.address} />}
      <ul className={desk.rows}>
        {keys.map((row) => (
          <KeyRow key={row.key_id} row={row} now={now} />
        ))}
      </ul>
      {isFull ? (
        <p>{texts.full(WALL_BOUNDS.keysPerEvent)}</p>
      ) : (
        <form className={desk.form} onSubmit={handleSubmit}>
          <LimitedTextField
            label={texts.keyName}
            hint={texts.keyNameHint}
            autoComplete="off"
            max={WALL_BOUNDS.name}
            value={name}
            onChange={setName}
            error={adding.error ? errorText(errorCodeOf(adding.error)) : null}
          />
          <Button type="submit" isBusy={adding.isPending} disabled={isBlank(name)}>
            {texts.addKey}
          </Button>
        </form>
      )}
    </section>
  );
}

/** The address of a new key: this once. */
function NewKey({ name, address }: { readonly name: string; readonly address: string }) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast(texts.copied),
      () => toast(texts.copyFailed, 'error'),
    );
  return (
    <div className={desk.form}>
      <TextField
        label={texts.newKey(name)}
        hint={texts.newKeyLead}
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <Button variant="primary" onClick={() => void copy()}>
        {texts.copy}
      </Button>
    </div>
  );
}

function KeyRow({ row: { key_id, name, seen_at }, now }: { readonly row: WallKey; readonly now: string }) {
  const [isAsking, setAsking] = useState(false);
  const revoking = useStaffWrite('deleteStaffWallKey');
  const present = parseWireDate(now) ?? 0;
  const seenAt = seen_at === null ? null : parseWireDate(seen_at);
  const isSilent = seenAt !== null && present - seenAt > WALL_TIMES.silentAfter;
  return (
    <li className={desk.row}>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className={desk.quiet}>
          {seenAt === null ? texts.never : texts.seen(isSilent ? ageText(seenAt, present) : texts.justNow)}
        </p>
      </div>
      <Button aria-label={texts.revokeOf(name)} isBusy={revoking.isPending} onClick={() => setAsking(true)}>
        {texts.revoke}
      </Button>
      {isSilent && <Banner tone="warn">{texts.silent}</Banner>}
      {revoking.error !== null && <Banner tone="error">{errorText(errorCodeOf(revoking.error))}</Banner>}
      {isAsking && (
        <ConfirmModal
          text={texts.revokeText(name)}
          actionLabel={texts.revoke}
          isDangerous
          onConfirm={() => revoking.mutate({ key_id })}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
