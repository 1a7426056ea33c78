import { type Attack, createScriptAttacks } from './attack.ts'

const nestElements = (tag: string): string => `document.body.innerHTML = '<${tag}>'.repeat(200000)`

/** Pages that contain something huge. */
export const sizeAttacks: Attack[] = [
  ...createScriptAttacks({
    'huge-title': `document.title = 'x'.repeat(1e8)`,
    'huge-title-changes': `setInterval(() => { document.title = Math.random() + 'x'.repeat(1e7) }, 0)`,
    'huge-address': `history.replaceState(0, '', '/' + 'x'.repeat(2e6)); location.hash = 'y'.repeat(2e6)`,
    'huge-attributes': `document.body.setAttribute('a', 'x'.repeat(2e8)); repeat(100000, (index) => document.body.setAttribute('b' + index, index))`,
    'huge-text': `document.body.textContent = 'x '.repeat(1e8)`,
    'huge-html': `document.body.innerHTML = '<b>x</b>'.repeat(5e6)`,
    'deep-tree': nestElements('div'),
    'deep-tables': nestElements('table><tr><td'),
    'deep-shadow-roots': `let place = document.body; repeat(20000, () => { const next = document.createElement('div'); place.append(next); place = next.attachShadow({ mode: 'closed' }) })`,
    'growing-tree': `setInterval(() => repeat(10000, () => document.body.append(document.createElement('video'))), 0)`,
    'many-frames': `repeat(500, (index) => { const frame = document.createElement('iframe'); frame.src = '/empty?' + index; document.body.append(frame) })`,
    'many-frames-of-other-hosts': `repeat(300, (index) => { const frame = document.createElement('iframe'); frame.src = 'http://name-' + index + '.many.test/empty'; document.body.append(frame) })`,
    'frames-in-frames': `const frame = document.createElement('iframe'); frame.src = location.href + '?' + Math.random(); document.body.append(frame, frame.cloneNode())`,
    'frames-come-and-go': `setInterval(() => repeat(50, () => { const frame = document.createElement('iframe'); frame.srcdoc = '<p>a'; document.body.append(frame); setTimeout(() => frame.remove(), 5) }), 0)`,
    'many-requests': `repeat(20000, (index) => fetch('/empty?' + index).catch(() => 0))`,
    'many-long-requests': `repeat(3000, (index) => { new Image().src = '/empty?' + index + 'x'.repeat(500000) })`,
    'many-data-images': `repeat(3000, (index) => { new Image().src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><text>' + index + 'x'.repeat(20000) + '</text></svg>' })`,
    'many-connections': `repeat(500, () => new WebSocket('ws://' + location.host + '/socket'))`,
    'many-hosts': `repeat(3000, (index) => fetch('http://host-' + index + '.many.test/empty', { mode: 'no-cors' }).catch(() => 0))`,
    'many-styles': `repeat(50000, (index) => { const style = document.createElement('style'); style.textContent = '.a' + index + '{color:red}'; document.head.append(style) })`,
    'many-fonts': `repeat(5000, (index) => { const face = new FontFace('f' + index, 'url(/empty?' + index + ')'); document.fonts.add(face); face.load().catch(() => 0) })`,
    'many-listeners': `repeat(1e6, () => addEventListener('click', () => 0)); document.body.click()`,
    'layout-shifts': `setInterval(() => { document.body.style.marginTop = Math.random() * 900 + 'px'; document.body.append('x'.repeat(1000)) }, 0)`,
    'huge-viewport': `document.body.style = 'width:10000000px;height:10000000px;background:repeating-conic-gradient(red 0 1deg, blue 1deg 2deg);zoom:100'; document.documentElement.style.transform = 'scale(1000)'`,
    'noise-picture': `const canvas = document.createElement('canvas'); canvas.width = innerWidth; canvas.height = innerHeight; const context = canvas.getContext('2d'); document.body.append(canvas); const draw = () => { const image = context.createImageData(canvas.width, canvas.height); for (let index = 0; index < image.data.length; index += 1) image.data[index] = Math.random() * 256; context.putImageData(image, 0, 0); requestAnimationFrame(draw) }; draw()`,
    'custom-elements': `repeat(20000, (index) => { customElements.define('x-' + index, class extends HTMLElement { connectedCallback() { this.innerHTML = '<x-' + ((index * 7) % 20000) + '>' } }); document.body.append(document.createElement('x-' + index)) })`,
    'user-timing': `for (let index = 0; ; index += 1) performance.mark('m' + index, { detail: 'x'.repeat(1000) })`,
    'huge-image': `new Image().src = '/picture'; document.body.innerHTML = '<img src="/picture"><img src="/picture?2" width="9">'`,
    favicon: `document.head.innerHTML = '<link rel="icon" href="/picture"><link rel="apple-touch-icon" href="/flood">'`,
  }),
  {
    name: 'noise-picture-in-every-step',
    script: `setInterval(() => { const canvas = document.createElement('canvas'); canvas.width = 3840; canvas.height = 2160; const context = canvas.getContext('2d'); const image = context.createImageData(3840, 200); for (let index = 0; index < image.data.length; index += 1) image.data[index] = Math.random() * 256; for (let row = 0; row < 2160; row += 200) context.putImageData(image, 0, row); document.body.replaceChildren(canvas) }, 500)`,
    settings: { viewport_width: 3840, viewport_height: 2160 },
    steps: Array.from({ length: 12 }, (_, index) => ({
      name: `Step ${index}`,
      actions: [...(index === 0 ? [{ open: '/' }] : []), { screenshot: true }],
    })),
  },
]
