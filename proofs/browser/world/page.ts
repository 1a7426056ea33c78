import type { Attack } from '../attacks/attack.ts'
import { prelude } from '../attacks/prelude.ts'

/**
 * Writes the page of an attack. It reports that it has started before the attack begins, and errors of the attack
 * afterwards: an attack that does not run proves nothing.
 */
export function writePage({ name, html = '', script }: Attack): string {
  const report = `navigator.sendBeacon('/mark/started'); addEventListener('error', ({ message }) => navigator.sendBeacon('/mark/error', message))`
  const code = script === undefined ? '' : `<script>${report}\n${prelude}</script><script>{${script}\n}</script>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><body>${html}${code}</body></html>`
}
