/** Run as a process of its own by the build: makes the demo's JPEGs in the folder it is given. */
import { ensureDemoPictures } from './demoPictures.ts';

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error('usage: makePictures.ts <folder>');
await ensureDemoPictures(dir);
