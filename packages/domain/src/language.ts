/** The languages people read us in. */
export const languages = ['pl', 'en'] as const

export type Language = (typeof languages)[number]

/** A text in every language we speak: leaving one out does not type-check. */
export type Localized = { readonly [L in Language]: string }
