import { errorTypeCategories as categories } from '@wachta/checks'
import { defineDictionary } from './kind.ts'

export const errorTypeCategoryDictionary = defineDictionary(
  'error_type_category',
  'error_type_categories',
  'What kinds of errors a check can meet.',
  categories.map(({ id, name, description }) => ({ id, name, description })),
)
