import { useQuery } from '@tanstack/react-query';
import { suspension as texts } from '../../messages/jaSuspension.ts';
import { callerOf, endpointQuery, type UserQuerySource } from '../../queries/endpointQuery.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';

const suspensionQuery = (source: UserQuerySource) => endpointQuery(source, 'getSuspension', {}, callerOf(source));

/** Why an operator keeps the fan from posting; null: nobody does, as far as is known. Asked anew where it is shown. */
export function useSuspension() {
  const services = useServices();
  const { data } = useQuery({
    ...suspensionQuery(services),
    enabled: callerOf(services) !== null,
    refetchOnMount: 'always',
  });
  return data?.suspension ?? null;
}

/** Tells a suspended fan before any photo is picked (OPR-03). */
export function SuspensionBanner({ className = '' }: { readonly className?: string | undefined }) {
  const suspension = useSuspension();
  if (suspension === null) return null;
  return (
    <div className={className}>
      <Banner tone="warn">
        <p>
          <strong>{texts.title}</strong>
        </p>
        <p>{texts.reason(suspension.reason)}</p>
        <p>{texts.end(suspension.until)}</p>
        <p>{texts.kept}</p>
      </Banner>
    </div>
  );
}
