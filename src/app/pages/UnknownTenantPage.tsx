import { useEffect, useLayoutEffect } from 'react';
import { tenants } from '../../../tenants/index.ts';
import { pageTexts as texts } from '../../messages/jaPages.ts';
import { removeFrameBars } from '../boot/frameBars.ts';
import { documentTitle } from '../boot/tenantDocument.ts';
import { ProductMark } from '../shell/ProductMark.tsx';
import styles from './UnknownTenantPage.module.css';

/** TEN-01: no such club or league here; the ones there are stand below. */
export function UnknownTenantPage() {
  useLayoutEffect(() => removeFrameBars('header', 'tabs'), []);
  useEffect(() => {
    document.title = documentTitle(null, texts.unknownTenantTitle);
  }, []);
  return (
    <main className={styles.page}>
      <ProductMark />
      <h1>{texts.unknownTenantTitle}</h1>
      <p>{texts.unknownTenantText}</p>
      <ul className={styles.tenants}>
        {tenants.map((tenant) => (
          <li key={tenant.id}>
            {/* A page load: the other tenant brings its own colours and manifest. */}
            <a href={tenant.index}>
              <img src={tenant.logo} alt="" width={56} height={56} />
              {tenant.name}
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
