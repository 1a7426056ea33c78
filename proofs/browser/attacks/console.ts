import { type Attack, createScriptAttacks } from './attack.ts'

/** Messages that the browser passes on to the sensor. */
export const consoleAttacks: Attack[] = createScriptAttacks({
  'console-flood': `for (;;) console.error('a')`,
  'console-flood-for-a-while': `repeat(300000, (index) => console.log(index))`,
  'console-arguments': `console.log(...Array.from({ length: 100000 }, (_, index) => index))`,
  'console-arguments-again': `setInterval(() => console.error(...Array.from({ length: 100000 }, (_, index) => ({ index }))), 10)`,
  'console-long-texts': `const text = 'x'.repeat(1e8); repeat(20, () => console.error(text))`,
  'console-objects': `const deep = () => { let value = {}; repeat(5000, () => { value = { value, other: value } }); return value }; for (;;) console.log(deep(), new Map([[deep(), deep()]]))`,
  'console-wide-object': `const wide = Object.fromEntries(Array.from({ length: 1e6 }, (_, index) => ['key' + index, index])); repeat(20, () => console.dir(wide))`,
  'console-getters': `console.log(new Proxy({}, { ownKeys() { for (;;); }, get() { for (;;); } }), { get a() { for (;;); } }, { toString() { for (;;); } })`,
  'console-elements': `repeat(20000, () => document.body.append(document.createElement('p'))); for (;;) console.dirxml(document.body, document)`,
  'console-tables': `const rows = Array.from({ length: 2000 }, (_, row) => Array.from({ length: 100 }, (_, column) => row * column)); repeat(200, () => console.table(rows))`,
  'console-groups': `for (;;) { console.group('a'); console.time('b' + Math.random()); console.count('c' + Math.random()) }`,
  'console-in-workers': `const script = URL.createObjectURL(new Blob(['for (;;) console.error("a".repeat(1000))'])); repeat(20, () => new Worker(script))`,
  'error-flood': `setInterval(() => repeat(1000, () => queueMicrotask(() => { throw new Error('x'.repeat(10000)) })), 0)`,
  'rejection-flood': `setInterval(() => repeat(10000, (index) => Promise.reject(new Error('a' + index))), 0)`,
  'error-of-megabytes': `const error = new Error('x'.repeat(5e7)); error.stack = 'y'.repeat(5e7); setTimeout(() => { throw error }); Promise.reject(error)`,
  'error-with-getters': `const error = new Error('a'); Object.defineProperty(error, 'message', { get() { for (;;); } }); Object.defineProperty(error, 'stack', { get() { return { toString() { for (;;); } } } }); setTimeout(() => { throw error })`,
  'error-of-odd-values': `for (const value of [null, undefined, Symbol('a'), 1n, NaN, Object.create(null), () => 0, document, window, new Proxy({}, {})]) setTimeout(() => { throw value })`,
  'console-lone-surrogates': `repeat(1000, () => console.error('\\ud800'.repeat(10000), '\\u0000\\u2028\\u202e'))`,
  'console-cleared': `for (;;) { console.clear(); console.error('a') }`,
})
