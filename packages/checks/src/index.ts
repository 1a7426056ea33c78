export type { ErrorType, ErrorTypeCategory } from './error-types/error-type.ts'
export { errorTypeCategories, errorTypes } from './error-types/index.ts'
