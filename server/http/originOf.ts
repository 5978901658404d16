/**
 * Scheme and host a visitor asked for, such as 'https://photos.example.jp'. Whoever ends TLS in front of us says so in
 * `X-Forwarded-Proto`; a visitor who writes it changes the addresses of their own answer only.
 */
export function originOf(request: Request): string {
  const url = new URL(request.url);
  const scheme = request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim();
  return `${scheme === 'https' || scheme === 'http' ? `${scheme}:` : url.protocol}//${url.host}`;
}

const ORIGIN = /^https?:\/\/[\w.:[\]-]{1,255}$/;

/** Origin of the page that calls: browsers name it with each write. */
export function pageOriginOf(request: Request): string {
  const named = request.headers.get('origin') ?? '';
  return ORIGIN.test(named) && URL.canParse(named) ? new URL(named).origin : originOf(request);
}
