/** In the place of the router's parser of patterns: `screenOf` finds a page by its name, no route has a pattern. */
export const parse = undefined;
