/** Which pictures are drawn for which tenant. */
import type { Layer, Palette, Pen, Scene } from './pen.ts';
import { anywhere } from './scenes/anywhere.ts';
import { baseball } from './scenes/baseball.ts';
import { football } from './scenes/football.ts';
import { racing } from './scenes/racing.ts';
import { stage } from './scenes/stage.ts';
import { volleyball } from './scenes/volleyball.ts';

export type Sport = 'football' | 'racing' | 'stage' | 'baseball' | 'volleyball';
const all = { ...football, ...anywhere, ...racing, ...stage, ...baseball, ...volleyball } satisfies Record<
  string,
  Scene
>;
export type SceneName = keyof typeof all;
export const drawScene = (name: SceneName, pen: Pen): Layer[] => all[name](pen);

const FORMATS = {
  wide: [1280, 853],
  tall: [853, 1280],
  classic: [1280, 960],
  upright: [960, 1280],
  cinema: [1280, 720],
  square: [1280, 1280],
} as const;
type Format = keyof typeof FORMATS;

export interface DrawingOrder {
  /** `{tenant}-{scene}`: file name without its end. */
  readonly key: string;
  readonly tenant: string;
  readonly scene: SceneName;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
}

interface Programme {
  readonly sport: Sport;
  /** The visitors' colour; home colours are the tenant's own. */
  readonly rival: string;
  readonly scenes: readonly (readonly [SceneName, Format])[];
}

export const programmes: Readonly<Record<string, Programme>> = {
  kawasakif: {
    sport: 'football',
    rival: '#c8102e',
    scenes: [
      ['dusk', 'wide'],
      ['supporters', 'upright'],
      ['kick', 'wide'],
      ['celebration', 'wide'],
      ['choreography', 'cinema'],
      ['food', 'square'],
      ['towel', 'tall'],
      ['fireworks', 'classic'],
      ['backNumber', 'upright'],
      ['corner', 'wide'],
    ],
  },
  cosaka: {
    sport: 'football',
    rival: '#1e3fae',
    scenes: [
      ['sunset', 'wide'],
      ['flagsDay', 'tall'],
      ['celebration', 'wide'],
      ['kick', 'classic'],
      ['supporters', 'wide'],
      ['food', 'classic'],
      ['net', 'upright'],
      ['backNight', 'upright'],
      ['choreography', 'wide'],
      ['towel', 'square'],
    ],
  },
  ftokyo: {
    sport: 'football',
    rival: '#e7e9ec',
    scenes: [
      ['nightGame', 'wide'],
      ['supporters', 'classic'],
      ['net', 'tall'],
      ['kick', 'wide'],
      ['fireworks', 'tall'],
      ['flags', 'wide'],
      ['celebration', 'upright'],
      ['food', 'wide'],
      ['backNumber', 'square'],
      ['dayGame', 'cinema'],
    ],
  },
  sapporo: {
    sport: 'football',
    rival: '#1c6fb5',
    scenes: [
      ['snow', 'wide'],
      ['choreography', 'upright'],
      ['dusk', 'cinema'],
      ['supporters', 'wide'],
      ['kick', 'upright'],
      ['food', 'classic'],
      ['backNight', 'wide'],
      ['celebration', 'wide'],
      ['towel', 'tall'],
      ['flags', 'classic'],
    ],
  },
  niigata: {
    sport: 'football',
    rival: '#0b7a4b',
    scenes: [
      ['sunset', 'classic'],
      ['supporters', 'tall'],
      ['snow', 'upright'],
      ['kick', 'wide'],
      ['choreography', 'wide'],
      ['food', 'wide'],
      ['corner', 'square'],
      ['celebration', 'classic'],
      ['backNumber', 'tall'],
      ['flagsDay', 'wide'],
    ],
  },
  superformula: {
    sport: 'racing',
    rival: '#d63a2f',
    scenes: [
      ['panning', 'wide'],
      ['straight', 'tall'],
      ['grid', 'classic'],
      ['rain', 'cinema'],
      ['podium', 'upright'],
      ['helmet', 'wide'],
      ['nightRun', 'cinema'],
      ['raceFlags', 'wide'],
      ['food', 'square'],
      ['fireworks', 'tall'],
    ],
  },
  'wa-suta': {
    sport: 'stage',
    rival: '#ff6fae',
    scenes: [
      ['penlights', 'wide'],
      ['group', 'classic'],
      ['singer', 'upright'],
      ['dancer', 'cinema'],
      ['finale', 'wide'],
      ['microphone', 'wide'],
      ['formation', 'wide'],
      ['wink', 'tall'],
      ['heart', 'square'],
      ['fireworks', 'upright'],
    ],
  },
  marines: {
    sport: 'baseball',
    rival: '#b3202c',
    scenes: [
      ['ballpark', 'wide'],
      ['swing', 'tall'],
      ['baseballCrowd', 'classic'],
      ['pitcher', 'wide'],
      ['balloons', 'upright'],
      ['stance', 'wide'],
      ['glove', 'square'],
      ['fireworks', 'classic'],
      ['food', 'wide'],
      ['backCap', 'upright'],
    ],
  },
  svleague: {
    sport: 'volleyball',
    rival: '#a02038',
    scenes: [
      ['arena', 'wide'],
      ['spike', 'tall'],
      ['volleyCrowd', 'classic'],
      ['huddle', 'wide'],
      ['serve', 'upright'],
      ['receive', 'wide'],
      ['cocked', 'classic'],
      ['ballAndNet', 'square'],
      ['backIndoors', 'upright'],
      ['towelIndoors', 'wide'],
    ],
  },
};

/** Colours of the small portraits of demo fans. */
export const AVATARS = 16;

/** Every picture of the demo. `colours` are the tenants' own. */
export function drawingOrders(colours: Readonly<Record<string, { brand: string; second: string }>>): DrawingOrder[] {
  return Object.entries(programmes).flatMap(([tenant, { scenes, rival }]) =>
    scenes.map(([scene, format]) => ({
      key: `${tenant}-${scene}`,
      tenant,
      scene,
      width: FORMATS[format][0],
      height: FORMATS[format][1],
      palette: { brand: '#888888', second: '#222222', ...colours[tenant], rival },
    })),
  );
}
