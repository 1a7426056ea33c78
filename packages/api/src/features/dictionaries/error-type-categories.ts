import { errorTypeCategories as categories } from '@wachta/checks'
import { defineDictionary } from './kind.ts'

export const errorTypeCategoryDictionary = defineDictionary({
  name: 'error_type_category',
  collection: 'error_type_categories',
  summary: 'What kinds of errors a check can meet.',
  entries: categories.map(({ id, name, description }) => ({ id, name, description })),
})
