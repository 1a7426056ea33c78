import { deriveColours } from '@wachta/domain/brand-colours'
import { darkPalette, lightPalette, type Palette, solidColours } from './colours.ts'
import type { PageTheme } from './view.ts'

/** The style sheet of a page, in the colours of its brand. Only colours that we computed are inserted into it. */
export function renderStyle({ appearance, accentColour }: PageTheme): string {
  const { band, onBand, accent, accentOnDark } = deriveColours(accentColour)
  const light = toVariables(lightPalette, { band, onBand, accent })
  const dark = toVariables(darkPalette, { band, onBand, accent: accentOnDark })
  const colours = {
    light: `:root{color-scheme:light;${light}}`,
    dark: `:root{color-scheme:dark;${dark}}`,
    auto: `:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`,
  }
  return `${colours[appearance] ?? colours.auto}\n${rules}`
}

const toVariables = (palette: Palette, brand: Readonly<Record<'band' | 'onBand' | 'accent', string>>): string =>
  Object.entries({ ...palette, ...brand })
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

const statusColours = [
  ['operational', 'ok'],
  ['under-maintenance', 'maintenance'],
  ['degraded-performance', 'minor'],
  ['partial-outage', 'major'],
  ['major-outage', 'critical'],
] as const

const statusRules = statusColours
  .map(
    ([status, colour]) =>
      `.is-${status}{--status:var(--${colour})}.banner.is-${status}{background:${solidColours[colour]}}`,
  )
  .join('\n')

const rules = `*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
.wrap{max-width:56rem;margin:0 auto;padding:0 1.25rem}
a{color:var(--accent);text-underline-offset:.18em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.25rem}
.skip{position:absolute;left:-999rem;background:var(--surface);padding:.5rem 1rem;z-index:1}
.skip:focus{left:.5rem;top:.5rem}
h1,h2,h3,p,ul,ol{margin:0;padding:0}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.02em}
h2{font-size:1.15rem;line-height:1.3;letter-spacing:-.01em}
h3{font-size:1.05rem;line-height:1.35}
ul,ol{list-style:none}
.top{border-top:6px solid var(--band);background:var(--surface);border-bottom:1px solid var(--line)}
.top .wrap{display:flex;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;flex-wrap:wrap;min-height:4.5rem;padding-top:.75rem;padding-bottom:.75rem}
.brand{color:var(--ink);text-decoration:none;display:inline-flex;min-height:2rem;align-items:center}
.brand-name{font-weight:700;font-size:1.2rem;letter-spacing:-.01em}
.logo{display:block;max-height:2.75rem;max-width:13rem;background:#fff;border-radius:.375rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem}
nav a{color:var(--ink);text-decoration:none;font-size:.95rem;font-weight:500;padding:.375rem .75rem;border-radius:.5rem}
nav a:hover,nav a[aria-current]{background:var(--hover)}
nav a:last-child{box-shadow:inset 0 0 0 1px var(--line)}
.top.band{background:var(--band);color:var(--onBand);border:0}
.band .brand,.band nav a{color:inherit}
.band nav a:hover,.band nav a[aria-current]{background:none;text-decoration:underline}
.band nav a:last-child{box-shadow:inset 0 0 0 1px currentColor}
.band :focus-visible{outline-color:currentColor}
main{padding-top:2rem!important;padding-bottom:3rem!important;display:flex;flex-direction:column;gap:2rem}
main>section,.components{display:flex;flex-direction:column;gap:.75rem}
.intro{display:flex;flex-direction:column;gap:.5rem}
.intro>p:not(.facts){color:var(--muted);white-space:pre-line}
.notice{border:2px solid var(--minor);border-radius:.75rem;background:var(--surface);padding:.875rem 1.25rem}
.notice[hidden],[hidden]{display:none}
.banner{display:flex;align-items:center;gap:1.125rem;color:#fff;border-radius:1rem;padding:1.5rem 1.75rem;box-shadow:0 1px 2px #0002,0 8px 24px -12px #0006}
.banner .icon{width:2.75rem;height:2.75rem;flex:none;color:#fff;--surface:var(--banner)}
.banner p{font-size:.95rem}
.banner .overall{font-size:1.6rem;line-height:1.2;font-weight:700;letter-spacing:-.02em}
.banner{--banner:#14181d}
.icon{width:1.125rem;height:1.125rem;flex:none;color:var(--status)}
.icon circle,.icon rect,.icon .solid{fill:currentColor}
.icon path:not(.solid){fill:none;stroke:var(--surface);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.card{background:var(--surface);border:1px solid var(--line);border-radius:.875rem;padding:1.25rem 1.5rem;box-shadow:0 1px 2px #0000000a}
.quiet{color:var(--muted)}
.head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.5rem 1.5rem}
.head>a{font-size:.95rem;color:var(--ink)}
.components .card{padding:0}
.section-head{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;padding:1rem 1.5rem;border-bottom:1px solid var(--line)}
.rows>li{padding:1.125rem 1.5rem}
.rows>li+li{border-top:1px solid var(--line)}
.row{display:flex;justify-content:space-between;align-items:center;gap:1rem}
.name{font-weight:600}
.word{color:var(--status);font-weight:600;font-size:.95rem;display:inline-flex;gap:.5rem;align-items:center;text-align:right;flex:none;max-width:70%}
.about{color:var(--muted);font-size:.925rem;white-space:pre-line}
.bars{display:block;width:100%;height:2.125rem;margin-top:.75rem}
.full{fill:var(--barFull)}.slight{fill:var(--barSlight)}.part{fill:var(--barPart)}.bad{fill:var(--barBad)}.empty{fill:var(--barEmpty)}
.bars rect:hover{fill:var(--ink)}
.scale{display:flex;justify-content:space-between;gap:.25rem .75rem;align-items:baseline;margin-top:.375rem;font-size:.825rem;color:var(--muted)}
.scale>span:not(.availability){flex:none}
.availability{text-align:center;font-size:.875rem;color:var(--muted)}
.availability strong{color:var(--ink);font-weight:600}
.rows>li>.availability{display:block;text-align:left;margin-top:.375rem}
.days{margin-top:.375rem;font-size:.875rem;color:var(--muted)}
.days summary{cursor:pointer;width:fit-content;padding:.125rem 0}
.days ul{padding:.25rem 0 0 1.125rem;columns:16rem;column-gap:2rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.825rem;color:var(--muted)}
.legend li{display:inline-flex;align-items:center;gap:.4rem}
.legend svg{width:.375rem;height:.875rem}
.response{display:flex;align-items:center;gap:1rem;margin-top:.75rem;font-size:.875rem;color:var(--muted)}
.response>span{flex:none}
.response strong{color:var(--ink);font-weight:600}
.spark{flex:1;min-width:0;height:2rem}
.spark .area{fill:var(--accent);opacity:.14}
.spark path:not(.area){fill:none;stroke:var(--accent);stroke-width:1.75;vector-effect:non-scaling-stroke;stroke-linejoin:round;stroke-linecap:round}
.post{--edge:var(--line);border-left:5px solid var(--edge);display:flex;flex-direction:column;gap:.625rem}
.post h3{font-size:1.2rem}
.post h3 a{color:var(--ink);text-decoration-color:var(--muted)}
.impact-minor{--edge:var(--minor)}.impact-major{--edge:var(--major)}.impact-critical{--edge:var(--critical)}.impact-maintenance{--edge:var(--maintenance)}
.facts{display:flex;flex-wrap:wrap;gap:.375rem .875rem;align-items:center;font-size:.925rem}
.impact{display:inline-flex;gap:.4rem;align-items:center}
.when{color:var(--muted);font-size:.925rem}
.affected{font-size:.925rem}
.affected>span:first-child{color:var(--muted)}
.chip{display:inline-block;border-radius:99rem;padding:.1rem .7rem;font-size:.85rem;font-weight:600;background:var(--hover);color:var(--ink);flex:none}
.chip.state-resolved,.chip.state-completed{box-shadow:inset 0 0 0 1.5px var(--ok)}
.timeline{margin-top:.5rem}
.timeline>li{position:relative;padding:0 0 1.25rem 1.625rem}
.timeline>li:last-child{padding-bottom:0}
.timeline>li::before{content:"";position:absolute;left:0;top:.45rem;width:.75rem;height:.75rem;border-radius:50%;background:var(--muted)}
.timeline>li:not(:last-child)::after{content:"";position:absolute;left:.3125rem;top:1.45rem;bottom:-.2rem;width:2px;background:var(--line)}
.timeline>li:first-child::before{background:var(--accent)}
.update-head{display:flex;flex-wrap:wrap;gap:0 .625rem;align-items:baseline}
.update-head time{color:var(--muted);font-size:.875rem}
.text>*+*{margin-top:.625rem}
.text ul,.text ol{padding-left:1.375rem}
.text ul{list-style:disc}.text ol{list-style:decimal}
.text code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--hover);border-radius:.25rem;padding:.1em .35em}
.text pre{overflow-x:auto;background:var(--hover);border-radius:.5rem;padding:.75rem 1rem}
.text pre code{padding:0;background:none;overflow-wrap:normal}
.text a{color:var(--accent)}
.lines{padding:0}
.line{padding:1rem 1.5rem}
.line+.line{border-top:1px solid var(--line)}
.line-head{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.line-head a{font-weight:600;color:var(--ink);text-decoration-color:var(--muted)}
.line .about{margin-top:.25rem;white-space:normal}
footer{border-top:1px solid var(--line);background:var(--surface);font-size:.925rem;color:var(--muted)}
footer .wrap{padding-top:2rem;padding-bottom:2.5rem;display:flex;flex-direction:column;gap:1.25rem}
footer h2{font-size:.925rem;color:var(--ink);margin-bottom:.25rem}
footer a{color:var(--ink)}
footer a[aria-current]{text-decoration:none;font-weight:600}
footer li{padding:.125rem 0}
.subscribe{display:flex;flex-direction:column;gap:.5rem;margin:.25rem 0 .75rem;max-width:26rem}
.subscribe label[for]{color:var(--ink);font-weight:600}
.entry{display:flex;flex-wrap:wrap;gap:.5rem}
.entry input{flex:1 1 12rem;min-width:0;min-height:2.75rem;padding:.25rem .75rem;font:inherit;color:var(--ink);background:var(--page);border:1px solid var(--muted);border-radius:.5rem}
.entry button{min-height:2.75rem;padding:.25rem 1.25rem;font:inherit;font-weight:600;color:var(--onBand);background:var(--band);border:0;border-radius:.5rem;cursor:pointer}
.push:not([hidden]){display:flex;flex-direction:column;align-items:flex-start;gap:.25rem}
.push button{min-height:2.75rem;padding:.25rem 1.25rem;font:inherit;font-weight:600;color:var(--ink);background:var(--page);border:1px solid var(--muted);border-radius:.5rem;cursor:pointer}
.subscribe summary{cursor:pointer;width:fit-content;padding:.25rem 0}
.subscribe details ul{max-height:16rem;overflow:auto}
.subscribe li label{display:inline-flex;gap:.5rem;align-items:baseline;padding:.125rem 0}
.subscribe [role=alert]{color:var(--critical);font-weight:600}
footer .own{white-space:pre-line}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:1.5rem 2rem}
form.card{display:flex;flex-direction:column;align-items:flex-start;gap:.75rem;max-width:28rem}
label{font-weight:600}
input{font:inherit;color:inherit;background:var(--page);border:1px solid var(--muted);border-radius:.5rem;padding:.5rem .75rem;width:100%}
.button{font:inherit;font-weight:600;background:var(--band);color:var(--onBand);border:1px solid var(--onBand);border-radius:.5rem;padding:.5rem 1.25rem;cursor:pointer;text-decoration:none}
.widget{background:var(--surface)}
.widget main{padding:.875rem 1rem!important;gap:.375rem;font-size:.925rem}
.widget h1{font-size:.875rem;letter-spacing:0;font-weight:500;color:var(--muted)}
.widget .overall{display:flex;align-items:center;gap:.5rem}
.widget .overall a{font-weight:600;font-size:1.05rem;color:var(--ink)}
${statusRules}
${statusColours.map(([status, colour]) => `.banner.is-${status}{--banner:${solidColours[colour]}}`).join('')}
@media(max-width:40rem){
.wrap{padding-left:1rem;padding-right:1rem}
.top .wrap{min-height:0}
nav{margin-left:-.75rem}
h1{font-size:1.45rem}
main{padding-top:1.25rem!important;gap:1.75rem}
.banner{padding:1.125rem 1.25rem;gap:.875rem}.banner .overall{font-size:1.3rem}.banner .icon{width:2.25rem;height:2.25rem}
.card,.section-head,.rows>li,.line{padding-left:1rem;padding-right:1rem}
.components .card,.lines{padding-left:0;padding-right:0}
.scale{flex-wrap:wrap}.scale .availability{order:3;flex-basis:100%;text-align:left}
.line-head{flex-wrap:wrap;gap:.25rem .75rem}
}
@media(prefers-reduced-motion:no-preference){.bars rect{transition:fill .12s}}
@media print{.top nav,.skip{display:none}.banner{print-color-adjust:exact}}
`
