import { type Attack, createScriptAttacks } from './attack.ts'

const inWorkers = (count: number, script: string): string =>
  `const address = URL.createObjectURL(new Blob([${JSON.stringify(script)}])); repeat(${count}, () => new Worker(address))`

/** Endless loops, also in nested frames and workers. */
export const processorAttacks: Attack[] = createScriptAttacks({
  'loop-forever': `for (;;);`,
  'loop-after-load': `addEventListener('load', () => setTimeout(() => { for (;;); }, 100))`,
  'loop-in-microtasks': `const next = () => Promise.resolve().then(next); next()`,
  'loop-in-timers': `const next = () => { const end = Date.now() + 100; while (Date.now() < end); setTimeout(next) }; repeat(100, next)`,
  'loop-in-frames': `const next = () => { const end = Date.now() + 300; while (Date.now() < end); requestAnimationFrame(next) }; repeat(10, next)`,
  'loop-in-observers': `new MutationObserver(() => document.body.append('x')).observe(document.body, { childList: true, subtree: true }); document.body.append('x'); new ResizeObserver(() => { document.body.style.width = Math.random() * 900 + 'px' }).observe(document.body)`,
  'loop-in-workers': inWorkers(300, 'for (;;);'),
  'loop-in-shared-workers': `repeat(100, (index) => new SharedWorker(URL.createObjectURL(new Blob(['for (;;);//' + index]))))`,
  'worker-tree': `const text = 'const address = URL.createObjectURL(new Blob([self.name])); for (let index = 0; index < 4; index += 1) new Worker(address, { name: self.name }); for (;;);'; const address = URL.createObjectURL(new Blob([text])); repeat(4, () => new Worker(address, { name: text }))`,
  'worker-churn': `const address = URL.createObjectURL(new Blob(['postMessage(1)'])); setInterval(() => repeat(100, () => { const worker = new Worker(address); worker.onmessage = () => worker.terminate() }), 0)`,
  'wasm-loop': `new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11))).exports.f()`,
  'wasm-of-many-functions': `const count = 50000; const sizes = (n) => { const bytes = []; do { bytes.push((n & 127) | (n > 127 ? 128 : 0)); n >>= 7 } while (n); return bytes }; const section = (id, body) => [id, ...sizes(body.length), ...body]; const bodies = Array.from({ length: count }, () => [2, 0, 11]).flat(); setInterval(() => WebAssembly.compile(Uint8Array.from([0,97,115,109,1,0,0,0, ...section(1, [1,96,0,0]), ...section(3, [...sizes(count), ...Array(count).fill(0)]), ...section(10, [...sizes(count), ...bodies])])), 0)`,
  'regular-expression': `/^(a+)+$/.test('a'.repeat(50) + 'b')`,
  'sort-and-hash': `(async () => { for (;;) { await crypto.subtle.digest('SHA-512', new Uint8Array(1e8)); await crypto.subtle.generateKey({ name: 'RSA-PSS', modulusLength: 16384, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-512' }, true, ['sign']) } })(); for (;;) Array.from({ length: 1e6 }, Math.random).sort()`,
  'big-integers': `let number = 3n; for (;;) number **= 3n`,
  'css-animations': `document.body.innerHTML = '<style>@keyframes a { to { filter: blur(200px) drop-shadow(9px 9px 200px red); transform: rotate3d(1,1,1,360deg) scale(9); backdrop-filter: blur(99px) } } div { width: 900px; height: 900px; position: absolute; animation: a .1s infinite; mix-blend-mode: difference }</style>' + '<div>a</div>'.repeat(2000)`,
  'css-selectors': `document.head.insertAdjacentHTML('beforeend', '<style>' + Array.from({ length: 3000 }, (_, index) => ':has(:has(div ~ p + span:nth-child(' + index + 'n of :not(b)))) * > * ~ * { color: red }').join('') + '</style>'); document.body.innerHTML = '<div><p><span>'.repeat(5000); setInterval(() => { document.body.className = Math.random(); document.body.offsetWidth }, 0)`,
  'css-counters-and-grids': `document.body.innerHTML = '<style>body { display: grid; grid-template-columns: repeat(100000, minmax(0, max-content)) } p::after { content: counter(a) counters(a, "x"); counter-increment: a 999999 }</style>' + '<p style="grid-column: 99999">a'.repeat(20000)`,
  'layout-thrashing': `document.body.innerHTML = '<table>' + '<tr><td>a'.repeat(20000) + '</table>'; for (;;) { document.body.style.fontSize = Math.random() * 20 + 'px'; document.body.offsetHeight }`,
  'svg-filters': `document.body.innerHTML = '<svg width="4000" height="4000"><filter id="f">' + '<feTurbulence baseFrequency="0.9" numOctaves="200"/><feGaussianBlur stdDeviation="500"/><feMorphology radius="300"/>'.repeat(50) + '</filter>' + '<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(50) + '</svg>'`,
  'svg-references-of-references': `const layers = Array.from({ length: 30 }, (_, index) => '<g id="l' + (index + 1) + '">' + ('<use href="#l' + index + '"/>').repeat(10) + '</g>').join(''); document.body.innerHTML = '<svg><rect id="l0" width="1" height="1"/>' + layers + '</svg>'`,
  'webgl-shader': `const gl = document.createElement('canvas').getContext('webgl'); const shader = gl.createShader(gl.FRAGMENT_SHADER); gl.shaderSource(shader, 'precision highp float; void main() { float a = 0.0; for (int i = 0; i < 100000000; i++) a += sin(a + float(i)); gl_FragColor = vec4(a); }'); gl.compileShader(shader); const vertex = gl.createShader(gl.VERTEX_SHADER); gl.shaderSource(vertex, 'attribute vec4 p; void main() { gl_Position = p; gl_PointSize = 999.0; }'); gl.compileShader(vertex); const program = gl.createProgram(); gl.attachShader(program, shader); gl.attachShader(program, vertex); gl.linkProgram(program); gl.useProgram(program); repeat(1000, () => gl.drawArrays(gl.POINTS, 0, 1)); gl.finish()`,
  'canvas-drawing': `const context = document.createElement('canvas').getContext('2d'); context.canvas.width = context.canvas.height = 10000; for (;;) { context.filter = 'blur(100px)'; context.shadowBlur = 500; context.fillRect(0, 0, 10000, 10000); context.getImageData(0, 0, 1, 1) }`,
  'audio-graph': `const context = new OfflineAudioContext(2, 48000 * 3600, 48000); repeat(2000, () => { const node = context.createOscillator(); const convolver = context.createConvolver(); node.connect(convolver).connect(context.destination); node.start() }); context.startRendering()`,
  'xpath-and-selectors': `document.body.innerHTML = '<div><p>a'.repeat(3000); for (;;) { document.evaluate('//*[count(//*) > count(preceding::*)]//*[contains(., "b")]', document, null, 7, null); document.querySelectorAll('* * * * * * *') }`,
  'date-and-locale': `for (;;) { new Intl.DateTimeFormat('pl', { dateStyle: 'full', timeZone: 'Asia/Tokyo' }).format(); 'ß'.repeat(1e6).normalize('NFKD').localeCompare('ss'.repeat(1e6)) }`,
  recursion: `const dive = () => { try { dive() } finally { dive() } }; dive()`,
  'json-and-clone': `let value = []; repeat(20000, () => { value = [value] }); for (;;) try { JSON.stringify(value); structuredClone(value) } catch {}`,
  'atomics-wait': `${inWorkers(50, 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)')}; try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) } catch {}; for (;;);`,
})
