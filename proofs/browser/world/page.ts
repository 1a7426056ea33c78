import type { Attack } from '../attacks/attack.ts'
import { prelude } from '../attacks/prelude.ts'

/**
 * Returns the HTML of the page of an attack. Before its script begins the attack, the page reports that scripts run in
 * it; after that, it reports the errors of the attack. An attack that does not run proves nothing.
 */
export function writePage({ name, html = '', script }: Attack): string {
  const report = `navigator.sendBeacon('/mark/started'); addEventListener('error', ({ message }) => navigator.sendBeacon('/mark/error', message))`
  const code = script === undefined ? '' : `<script>${report}\n${prelude}</script><script>{${script}\n}</script>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><body>${html}${code}</body></html>`
}
