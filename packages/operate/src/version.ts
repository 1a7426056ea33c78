import { readFileSync } from 'node:fs'

const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** Of this installation: one for all packages. */
export const { version } = own
