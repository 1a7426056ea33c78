import { type Attack, createScriptAttacks } from './attack.ts'

const hostile = '() => { throw new Error("x".repeat(1e6)) }'

/** Pages that replace the built-in functions that the sensor's scripts call in them. */
export const prototypeAttacks: Attack[] = createScriptAttacks({
  'broken-object-prototype': `for (const name of ['value', 'get', 'set', 'type', 'name', 'then', 'id', 'handle', 'length', 'r', 'o', 'v']) try { Object.prototype[name] = ${hostile} } catch {}`,
  'broken-getters': `for (const name of ['value', 'then', 'constructor', 'toJSON', 'v', 'o', 'k']) Object.defineProperty(Object.prototype, name, { get() { for (;;); }, set() {}, configurable: true })`,
  'broken-to-json': `Array.prototype.toJSON = Object.prototype.toJSON = String.prototype.toJSON = Number.prototype.toJSON = () => 'x'.repeat(1e8)`,
  'broken-json': `JSON.stringify = JSON.parse = ${hostile}; Object.freeze(JSON)`,
  'broken-promise': `Promise = function () { return { then() {} } }; Promise.prototype = {}; Object.getPrototypeOf((async () => 0)()).then = () => new Proxy({}, { get: () => () => 0 })`,
  'broken-call': `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = Function.prototype[Symbol.hasInstance] = ${hostile}`,
  'broken-arrays': `for (const name of Object.getOwnPropertyNames(Array.prototype)) if (typeof Array.prototype[name] === 'function') Array.prototype[name] = ${hostile}; Array.prototype[Symbol.iterator] = ${hostile}; Array.isArray = Array.from = ${hostile}`,
  'broken-collections': `for (const kind of [Map, Set, WeakMap, WeakSet, String, RegExp]) for (const name of Object.getOwnPropertyNames(kind.prototype)) try { kind.prototype[name] = ${hostile} } catch {}`,
  'broken-performance': `performance.getEntriesByType = performance.now = performance.getEntries = () => 'x'.repeat(1e8); Object.defineProperty(window, 'performance', { get() { for (;;); } }); Object.defineProperty(window, 'PerformanceObserver', { value: 1 })`,
  'broken-vitals': `try { Object.defineProperty(globalThis, '__wachtaVitals', { get() { for (;;); } }) } catch {}; globalThis.__wachtaVitals && Object.assign(__wachtaVitals, { fcp: 'x'.repeat(1e8), lcp: { valueOf() { for (;;); } }, cls: Infinity })`,
  'lying-vitals': `performance.getEntriesByType = () => [{ responseStart: Infinity, domContentLoadedEventEnd: -1, loadEventEnd: { toString() { for (;;); } } }]; Object.assign(globalThis.__wachtaVitals ?? {}, { fcp: NaN, lcp: 1e308, cls: -1, more: 'x'.repeat(1e8) })`,
  'broken-document': `for (const name of ['documentElement', 'body', 'head', 'doctype', 'title', 'querySelector', 'querySelectorAll', 'createElement', 'outerHTML']) try { Object.defineProperty(document, name, { get: ${hostile} }) } catch {}`,
  'endless-html': `Object.defineProperty(Element.prototype, 'outerHTML', { get() { return 'x'.repeat(5e8) } }); XMLSerializer.prototype.serializeToString = () => 'x'.repeat(5e8)`,
  'broken-elements': `for (const kind of [Node, Element, HTMLElement, EventTarget, Document]) for (const name of Object.getOwnPropertyNames(kind.prototype)) try { Object.defineProperty(kind.prototype, name, { get: ${hostile} }) } catch {}`,
  'broken-globals': `for (const name of Object.getOwnPropertyNames(window)) if (!['window', 'self', 'document', 'location'].includes(name)) try { window[name] = undefined; delete window[name] } catch {}`,
  'broken-symbols': `Object.prototype[Symbol.toPrimitive] = Object.prototype[Symbol.toStringTag] = Object.prototype[Symbol.iterator] = ${hostile}; Symbol.iterator; Error.prepareStackTrace = () => { for (;;); }; Error.stackTraceLimit = Infinity`,
  'broken-evaluate': `eval = Function = undefined; Object.defineProperty(globalThis, '__playwright', { get() { for (;;); } }); for (const name of ['__pwInitScripts', '__playwright_utility_script__', 'UtilityScript', 'InjectedScript']) try { Object.defineProperty(globalThis, name, { get() { for (;;); }, set() {} }) } catch {}`,
  'broken-time': `Date.now = Date.prototype.getTime = performance.now = () => NaN; setTimeout = setInterval = requestAnimationFrame = () => 0; Date = undefined`,
  'proxy-window': `Object.setPrototypeOf(Object.prototype.__proto__ ?? {}, null); try { Object.setPrototypeOf(window, new Proxy({}, { get() { for (;;); } })) } catch {}; Object.freeze(Object.prototype); Object.freeze(Array.prototype)`,
})
