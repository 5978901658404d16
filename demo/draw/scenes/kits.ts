/** What players wear. */
import type { Dress } from '../figure/dress.ts';
import { lighter, type Pen } from '../pen.ts';

/** The home team’s football or volleyball kit. */
export const home = (pen: Pen): Dress => ({
  shirt: pen.palette.brand,
  shorts: pen.palette.second,
  socks: pen.palette.brand,
  shoes: pen.pick(['#f3f5f7', '#ff5a36', '#d7ff3d', '#20242a']),
});
/** The visitors’. */
export const away = (pen: Pen): Dress => ({
  shirt: pen.palette.rival,
  shorts: lighter(pen.palette.rival, 0.15),
  socks: pen.palette.rival,
  shoes: '#e8e8e8',
});

/** The home team’s baseball uniform. */
export const uniform = (pen: Pen): Dress => ({
  shirt: '#f2f3f4',
  shorts: '#eceeef',
  socks: pen.palette.brand,
  shoes: '#16181c',
  trousers: true,
  cap: pen.palette.brand,
});

/** The visitors’ baseball uniform. */
export const visitors = (pen: Pen): Dress => ({
  shirt: pen.palette.rival,
  shorts: '#c9ced4',
  socks: pen.palette.rival,
  shoes: '#16181c',
  trousers: true,
  cap: pen.palette.rival,
});
