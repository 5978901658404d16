import { Link } from 'wouter';
import { frame as texts } from '../../messages/ja.ts';
import { usePaths } from '../../session/paths.ts';
import styles from './Breadcrumb.module.css';
import type { Crumb } from './breadcrumbs.ts';

/** The way from TOP to this page (BRC-01). */
export function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const paths = usePaths();
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={texts.breadcrumb}>
      <ol className={styles.crumbs}>
        <li>
          <Link href={paths.home}>{texts.top}</Link>
        </li>
        {crumbs.map(({ label, url }) => (
          <li key={label}>{url ? <Link href={url}>{label}</Link> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}
