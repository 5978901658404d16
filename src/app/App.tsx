import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { Tenant } from '../../tenants/schema.ts';
import { pageOf, usePaths } from '../session/paths.ts';
import { useServices } from '../session/services.tsx';
import { AfterFirstDraw } from '../ui/OptionalPart.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { screenOf } from './routes.tsx';
import { breadcrumbsOf } from './shell/breadcrumbs.ts';
import { PageSkeleton } from './shell/PageSkeleton.tsx';
import { Shell } from './shell/Shell.tsx';

const UnknownTenantPage = lazy(async () => ({
  default: (await import('./pages/UnknownTenantPage.tsx')).UnknownTenantPage,
}));
const Late = lazy(async () => ({ default: (await import('./Late.tsx')).Late }));

export function App() {
  const { tenant } = useServices();
  if (tenant === null)
    return (
      <Suspense>
        <UnknownTenantPage />
      </Suspense>
    );
  return <TenantApp tenant={tenant} />;
}

function TenantApp({ tenant }: { readonly tenant: Tenant }) {
  const [pathname] = useLocation();
  const paths = usePaths();
  const page = pageOf(pathname);
  return (
    <>
      <Shell
        page={page}
        crumbs={page === null ? [] : breadcrumbsOf(page, tenant, paths)}
        hasNoMenu={page === 'mediasite'}
      >
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>{screenOf(page).draw()}</Suspense>
        </ErrorBoundary>
      </Shell>
      <AfterFirstDraw>
        <Late />
      </AfterFirstDraw>
    </>
  );
}
