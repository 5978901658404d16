/** One copy of the whole server as a process. Arguments: database, data folder, folder of the demo's pictures or ''. Says its address. */
import { startServer } from '../../server/main.ts';

const [databaseUrl = '', dataDir = '', demoPictures = ''] = process.argv.slice(2);
const { url } = await startServer({
  port: 0,
  host: '127.0.0.1',
  dist: null,
  databaseUrl,
  dataDir,
  demoPictures: demoPictures === '' ? null : demoPictures,
});
console.log(url);
