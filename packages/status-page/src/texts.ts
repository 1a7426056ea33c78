import type { PageTexts } from './page-texts.ts'
import { englishTexts } from './texts-en.ts'
import { polishTexts } from './texts-pl.ts'
import type { PageLanguage } from './view.ts'

const all: Readonly<Record<PageLanguage, PageTexts>> = { en: englishTexts, pl: polishTexts }

/** English for a language that we do not know. */
export const getTexts = (language: PageLanguage): PageTexts => all[language] ?? all.en
