export { type Language, type Localized, languages } from './language.ts'
export { exceededLimits, type PackageLimits } from './package-limits.ts'
