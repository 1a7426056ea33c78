import type { PageTexts } from './page-texts.ts'
import { englishTexts } from './texts-en.ts'
import { polishTexts } from './texts-pl.ts'
import type { PageLanguage } from './view.ts'

const textsByLanguage: Readonly<Record<PageLanguage, PageTexts>> = { en: englishTexts, pl: polishTexts }

/** Returns the texts of a language; English if the language is unknown. */
export const getTexts = (language: PageLanguage): PageTexts => textsByLanguage[language] ?? textsByLanguage.en
