import { errorTypeCategories as categories } from '@wachta/checks'
import { defineDictionary } from './define-dictionary.ts'

export const errorTypeCategoryDictionary = defineDictionary({
  name: 'error_type_category',
  collection: 'error_type_categories',
  summary: 'The kinds of errors that a check can report.',
  entries: categories.map(({ id, name, description }) => ({ id, name, description })),
})
