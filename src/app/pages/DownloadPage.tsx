import { useQuery } from '@tanstack/react-query';
import { FolderDown, Lock } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { FanEvent } from '../../contract/entities.ts';
import { SignedInOnly } from '../../features/account/SignedInOnly.tsx';
import { conditionsOf, filterOf } from '../../features/search/conditions.ts';
import { NarrowBar } from '../../features/search/NarrowBar.tsx';
import { useAllEvents } from '../../features/search/queries.ts';
import { download as texts } from '../../messages/jaMyPhoto.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { endpointQuery } from '../../queries/endpointQuery.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { useServices, useTenant } from '../../services/services.tsx';
import type { SessionUser } from '../../session/rememberedUser.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { DownloadList } from './DownloadList.tsx';
import styles from './ListPages.module.css';

/** RTE-16: photos of an event for its owner, or the official user, to save. */
export function DownloadPage() {
  return <SignedInOnly title={texts.title}>{(user) => <Downloads key={user.id} user={user} />}</SignedInOnly>;
}

function Downloads({ user }: { readonly user: SessionUser }) {
  const services = useServices();
  const { config } = useTenant();
  const paths = usePaths();
  const params = usePageParams();
  const [, setParams] = useSearchParams();
  const { events, isPending, error } = useAllEvents();
  const officials = useQuery(endpointQuery(services, 'getOfficialUser'));
  const isOfficial = officials.data?.list.some(({ user_id }) => user_id === user.id) ?? false;
  const own = isOfficial ? events : events.filter(({ user_id }) => user_id === user.id);
  const conditions = conditionsOf(params);
  const chosen = own.find(({ event_id }) => event_id === conditions.e);
  // Of what could not be loaded nobody is told that it does not exist, or is somebody else's.
  const isReady = !isPending && error === null && officials.data !== undefined;
  const isRefused = isReady && conditions.e !== undefined && chosen === undefined;
  const choose = (e: string) => setParams(e === '' ? {} : { e }, { replace: true });
  return (
    <>
      <SectionHead level={1} title={texts.title} />
      <p className={styles.lead}>{texts.lead}</p>
      <ReferenceFailures of={['getEvents', 'getMemorialEvents', 'getPhotocons', 'getOfficialUser']} />
      {isReady && own.length === 0 && !isRefused && (
        <EmptyState
          icon={<FolderDown aria-hidden="true" />}
          title={texts.none}
          action={<LinkButton href={paths.eventList}>{config.eventLabel}</LinkButton>}
        >
          {texts.noneText}
        </EmptyState>
      )}
      {isRefused && <EmptyState icon={<Lock aria-hidden="true" />} title={texts.refused} />}
      {own.length > 0 && <EventSelect events={own} chosen={chosen} onChoose={choose} />}
      {chosen && (
        <>
          <NarrowBar own={['e']} />
          <DownloadList key={params.toString()} filter={filterOf(conditions)} />
        </>
      )}
    </>
  );
}

interface EventSelectProps {
  readonly events: readonly FanEvent[];
  readonly chosen: FanEvent | undefined;
  /** Empty: none. */
  readonly onChoose: (eventId: string) => void;
}

const EventSelect = ({ events, chosen, onChoose }: EventSelectProps) => (
  <div className={styles.narrow}>
    <SelectField label={texts.event} value={chosen?.event_id ?? ''} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{texts.choose}</option>
      {events.map(({ event_id, event_name }) => (
        <option key={event_id} value={event_id}>
          {event_name}
        </option>
      ))}
    </SelectField>
  </div>
);
