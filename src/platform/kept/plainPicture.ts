/** A whole picture of ours, not a portal's page (T24) nor an answer nobody may read (T30). */
export const isPlainPicture = ({ status, type, redirected, headers }: Response): boolean =>
  status === 200 &&
  !redirected &&
  (type === 'basic' || type === 'cors' || type === 'default') &&
  /^image\//i.test(headers.get('content-type') ?? '');
