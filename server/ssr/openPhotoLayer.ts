import type { Photo } from '../../src/contract/entities.ts';
import { FIRST_PHOTO } from '../../src/contract/pageMetaTag.ts';
import { openKey, openSizes } from '../../src/rules/openPicture.ts';
import { srcSetOf } from '../../src/rules/pictureSources.ts';
import { escapeHtml } from './escapeHtml.ts';
import { plainLine } from './metaTags.ts';

export interface OpenPhotoLayer {
  readonly html: string;
  readonly css: string;
  /** The photo is what the page is for: before everything else. */
  readonly preload: string;
}

/**
 * The photo a link opens, over the page (PHO-02): where the overlay will show it, until the overlay is there (frame.css). Its way out
 * is a link, so that it works before any script has run.
 * @param page where it opens: file name below the tenant, and the address's query
 */
export function openPhotoLayer(
  photo: Photo,
  publicBase: string,
  page: { readonly name: string; readonly search: URLSearchParams },
): OpenPhotoLayer {
  const { width, height, color } = photo;
  const src = escapeHtml(`${publicBase}/${openKey(photo)}`);
  const avifs = srcSetOf(photo, publicBase);
  const [set, sizes] = [escapeHtml(avifs ?? ''), openSizes(photo)];
  const rest = new URLSearchParams(page.search);
  rest.delete('q');
  const file = page.name.split('/').at(-1) ?? '';
  const back = escapeHtml(`${file === 'index.html' ? './' : file}${rest.size > 0 ? `?${rest}` : ''}`);
  const alt = escapeHtml(plainLine(photo.alt || photo.comment));
  return {
    html:
      `<div id="${FIRST_PHOTO}" class="frame-photo"><div class="frame-stage">` +
      (avifs ? `<picture><source type="image/avif" srcset="${set}" sizes="${sizes}">` : '') +
      `<img src="${src}" width="${width}" height="${height}" alt="${alt}" crossorigin="anonymous" fetchpriority="high">${avifs ? '</picture>' : ''}</div>` +
      `<a class="frame-close" href="${back}" aria-label="閉じる"></a></div>`,
    css: `#${FIRST_PHOTO}{--ratio:${Number(width) / Number(height)}}${/^#[0-9a-f]{3,8}$/i.test(color) ? `#${FIRST_PHOTO} img{background-color:${color}}` : ''}`,
    preload: avifs
      ? `<link rel="preload" as="image" type="image/avif" imagesrcset="${set}" imagesizes="${sizes}" crossorigin="anonymous" fetchpriority="high">`
      : `<link rel="preload" as="image" href="${src}" crossorigin="anonymous" fetchpriority="high">`,
  };
}
