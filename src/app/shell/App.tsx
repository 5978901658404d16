import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { pageOf } from '../../navigation/paths.ts';
import { useServices } from '../../services/services.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { screenOf } from '../routes/routes.tsx';
import { PageFrame } from './PageFrame.tsx';

const UnknownTenantPage = lazyNamed(() => import('../pages/UnknownTenantPage.tsx'), 'UnknownTenantPage');

export function App() {
  const { tenant } = useServices();
  const [pathname] = useLocation();
  if (tenant === null)
    return (
      <Suspense>
        <UnknownTenantPage />
      </Suspense>
    );
  const page = pageOf(pathname);
  return <PageFrame page={page}>{screenOf(page).draw()}</PageFrame>;
}
