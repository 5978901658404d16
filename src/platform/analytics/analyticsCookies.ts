/** Cookies as Google's script names them. We ask it for none; what it, or a script of before, set all the same goes (TEN-12). */
const ITS_COOKIE = /^_(?:ga|gid|gat|gcl)(?:_|$)/;

/** Host and domains above it that a cookie of this page may be of; '' is the host alone. */
const domainsOf = (host: string): string[] => {
  const parts = host.split('.');
  return ['', ...parts.slice(0, -1).map((_, i) => parts.slice(i).join('.'))];
};

/** Removes all of them, whatever domain they were set for. */
export function removeAnalyticsCookies(): void {
  const names = document.cookie.split(';').map((one) => one.trim().split('=')[0] ?? '');
  for (const name of names.filter((one) => ITS_COOKIE.test(one)))
    for (const domain of domainsOf(location.hostname))
      document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT${domain === '' ? '' : `; domain=${domain}`}`;
}
