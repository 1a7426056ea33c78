export { type BrowserAbility, findBrowser } from './find-browser.ts'
export { type BrowserProcesses, createBrowserProcesses } from './process/browser-processes.ts'
export { createScriptChecks } from './script/script-checks.ts'
