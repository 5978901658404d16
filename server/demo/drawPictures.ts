/** Run as a process of its own by the build: draws the demo's pictures into the folder it is given. */
import { renderScenes } from './demoPictures.ts';

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error('usage: drawPictures.ts <folder>');
await renderScenes(dir);
