/** What the server says about its own trouble (FAN-22a). Apart from the other errors because the header shows it. */
import type { ServerTroubleCode } from '../contract/serverStatus.ts';

const saved = '投稿する写真は端末に保存され、あとで自動で送信されます。';

/** `since`: a time of the day, such as '9:05'. */
export const serverTroubles: Readonly<Record<ServerTroubleCode, (since: string) => string>> = {
  database: (since) => `${since}ごろから、サーバーに不具合が起きています。${saved}`,
  storage: (since) => `${since}ごろから、写真を受け取れない不具合が起きています。${saved}`,
  diskFull: (since) => `${since}ごろから、サーバーの容量が足りず、写真を受け取れません。${saved}`,
  busy: (since) => `${since}ごろから、アクセスが集中しています。${saved}`,
};
