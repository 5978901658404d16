import { Link } from 'wouter';
import { frame as texts } from '../../messages/ja.ts';
import { usePaths } from '../../navigation/paths.ts';
import styles from './Breadcrumb.module.css';
import type { Crumb } from './breadcrumbs.ts';

interface BreadcrumbProps {
  readonly crumbs: readonly Crumb[];
  /** Tells the one of the footer from the one above the page. */
  readonly label?: string;
}

/** The way from TOP to this page (BRC-01). */
export function Breadcrumb({ crumbs, label = texts.breadcrumb }: BreadcrumbProps) {
  const paths = usePaths();
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={label}>
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
