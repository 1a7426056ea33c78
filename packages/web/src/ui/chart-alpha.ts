/** How opaque the areas of a stacked chart are; a test measures their contrast with it. */
export const stackAlpha = 0.85
