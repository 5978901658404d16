/** Told to the window when another size was chosen: pictures are asked for anew, and grids with exact places measure anew (VirtualGrid.tsx). */
export const PHOTO_SIZE_CHANGED = 'photosize';
