import { deriveColours } from '@wachta/domain/brand-colours'
import { markup } from './markup.ts'
import type { PageTheme } from './view.ts'

/** The icon of a page whose owner has none: a check mark in the colour of the brand. */
export function renderFavicon({ accentColour }: PageTheme): string {
  const { band, onBand } = deriveColours(accentColour)
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${band}"/><path d="m9 16.6 4.6 4.5 9.4-10" fill="none" stroke="${onBand}" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/></svg>
`.text
}
