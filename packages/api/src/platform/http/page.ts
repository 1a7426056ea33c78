import { createHash } from 'node:crypto'
import type { Language } from '@wachta/domain'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './escape-html.ts'

/** A page for people who followed a link and may have no account. */
export interface HtmlPage {
  readonly html: string
  /** The Content-Security-Policy: allows only the page's own style, and forms to this origin. */
  readonly policy: string
  /** 200 unless given. */
  readonly status?: number
  /** Whether other sites may load the page: their scripts learn whether that succeeded, but cannot read it. */
  readonly isShared?: boolean
}

export function sendPage(reply: FastifyReply, status: number, { html, policy, isShared }: HtmlPage): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      // The URL contains the recipient's token.
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': isShared ? 'cross-origin' : 'same-origin',
      vary: 'accept-language',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Builds a self-contained page from a heading and HTML parts. */
export function renderHtmlPage(language: Language, heading: string, parts: readonly string[]): HtmlPage {
  return {
    html: `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} · Wachta</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(heading)}</h1>
${parts.join('\n')}
</main>
</html>`,
    policy,
  }
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:1.5rem 1rem}main{max-width:32rem;margin:0 auto}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem;margin:0 0 1rem}dt{opacity:.7}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
button{font:inherit;font-weight:600;min-height:3rem;width:100%;padding:.75rem 1.5rem;border:0;border-radius:.5rem;background:#1f5bc4;color:#fff;cursor:pointer}
input[type=email],select{font:inherit;box-sizing:border-box;min-height:2.75rem;padding:.25rem .75rem}input[type=email]{width:100%}fieldset{margin:0 0 1rem;border:1px solid;border-radius:.5rem}fieldset p{margin:.5rem 0}
button:hover{background:#184a9f}button:focus-visible{outline:3px solid #f0a020;outline-offset:2px}`

const hash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
