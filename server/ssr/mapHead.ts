/** The HTML with its head changed: a search through the drawn photos behind it would cost more than the change. */
export function mapHead(html: string, change: (head: string) => string): string {
  const end = html.indexOf('</head>') + '</head>'.length;
  return end < '</head>'.length ? change(html) : change(html.slice(0, end)) + html.slice(end);
}
