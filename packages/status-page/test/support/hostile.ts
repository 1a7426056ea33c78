import fc from 'fast-check'
import type { ComponentView, PageView, Picture, PostView } from '../../src/view.ts'
import { makePublicId, sampleNow } from './sample-view.ts'

/** Texts that act only if a page is broken: they would set `window.hacked`, or send a request to another host. */
const attacks = [
  '<script>window.hacked=1</script>',
  '"><img src=x onerror="window.hacked=2">',
  "' onmouseover='window.hacked=3' autofocus onfocus='window.hacked=3",
  '</title><script>window.hacked=4</script>',
  '<svg onload=window.hacked=5>',
  ']]><script xmlns="http://www.w3.org/1999/xhtml">window.hacked=6</script>',
  'javascript:window.hacked=7',
  '[click](javascript:window.hacked=8)',
  '[click](data:text/html,<script>window.hacked=9</script>)',
  '[a](https://elsewhere.invalid/"onclick="window.hacked=10)',
  '![pixel](https://elsewhere.invalid/pixel.png)',
  '<img src=https://elsewhere.invalid/x>',
  '<link rel=stylesheet href=https://elsewhere.invalid/x.css>',
  '</style><style>@import url(https://elsewhere.invalid/y.css)</style>',
  '*{background:url(https://elsewhere.invalid/z)}',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.invalid/">',
  '<base href=https://elsewhere.invalid/>',
  '<iframe srcdoc="<script>parent.hacked=11</script>"></iframe>',
  'x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR',
  'x\r\nSet-Cookie: hacked=1\r\n\r\n<script>',
  '\u0000\u0001\u0008\u000b\u000c\u001f\u007f\u0085\ufffe\uffff',
  '\ud800 lone \udfff',
  '\u202egnp.exe\u2066',
  '&lt;script&gt; &#60;script&#62; &amp;quot;',
  '$\u007bwindow.hacked=12} {{hacked}} <%= hacked %>',
  '`<script>window.hacked=13</script>`',
  '```\n<script>window.hacked=14</script>\n```',
  '**<b onclick=window.hacked=15>**',
  '<!-- --!> <script>window.hacked=16</script>',
  '<?xml-stylesheet href="https://elsewhere.invalid/s.xsl"?>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  '__proto__',
] as const

/** Every attack in one text. */
export const allAttacks = attacks.join('\n\n')

export const hostileText = fc.oneof(
  fc.constantFrom(...attacks),
  fc.array(fc.constantFrom(...attacks), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'<>"\'&`*_[]()\\:;,\r\n\t -#=!/{}') }),
)

const hostileLogo: Picture = {
  mediaType: 'image/svg+xml',
  content: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" onload="window.hacked=20"><script>window.hacked=21</script><image href="https://elsewhere.invalid/l.png"/><rect width="120" height="40" fill="#36c"/></svg>',
  ).toString('base64'),
}

/** A page with texts from `text` in every field that people fill in. */
export function makeHostileView(text: () => string): PageView {
  const component = (number: number, status: ComponentView['status']): ComponentView => ({
    ...{ publicId: makePublicId(number), name: text(), description: text(), status, onlyShowIfDegraded: false },
    since: sampleNow - 1000,
    days: [{ date: text(), okSeconds: 1, countedSeconds: 2 }],
    availability: { okSeconds: 1, countedSeconds: 2 },
    responseTimes: [{ date: text(), meanMs: 12 }],
  })
  const post = (publicId: string, kind: PostView['kind'], state: PostView['state']): PostView => ({
    ...{ publicId, kind, state, title: text(), impact: 'critical', componentPublicIds: [makePublicId(1), text()] },
    startTime: sampleNow - 1000,
    endTime: sampleNow + 1000,
    publishedAt: sampleNow,
    postMortem: text(),
    updates: [{ publicId: `u${publicId}`.slice(0, 16), state, text: text(), time: sampleNow }],
  })
  return {
    version: 1,
    readAt: sampleNow,
    slug: 'hostile',
    title: text(),
    description: text(),
    url: text(),
    languages: ['en', 'pl'],
    timeZone: text(),
    theme: {
      appearance: 'auto',
      accentColour: text(),
      brandName: text(),
      logo: hostileLogo,
      favicon: null,
      homeUrl: text(),
      footer: text(),
      contact: { text: text(), emailAddress: text(), url: text() },
    },
    isIndexed: true,
    availability: 'raw',
    sections: [
      { name: text(), components: [component(1, 'major_outage'), component(2, 'operational')] },
      { name: '', components: [component(3, 'degraded_performance')] },
    ],
    posts: [
      post('phostile00000001', 'incident', 'investigating'),
      post('phostile00000002', 'maintenance', 'scheduled'),
      post('phostile00000003', 'incident', 'resolved'),
      post('phostile00000004', 'maintenance', 'verifying'),
    ],
  }
}
