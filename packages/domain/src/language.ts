/** The supported languages. */
export const languages = ['pl', 'en'] as const

export type Language = (typeof languages)[number]

/** A text in every supported language; the type checker rejects a missing one. */
export type Localized = { readonly [L in Language]: string }
