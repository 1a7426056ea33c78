export { type BrowserAbility, createBrowserChecks, findBrowser } from './browser-checks.ts'
