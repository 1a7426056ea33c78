import { forbiddenOrigins } from '../places.ts'

/** What the scripts of attacks can use, in pages and in workers. */
export const prelude = `const forbidden = ${JSON.stringify(forbiddenOrigins)}
const tryEach = (use) => { for (const origin of forbidden) try { use(origin) } catch {} }
const repeat = (count, use) => { for (let index = 0; index < count; index += 1) try { use(index) } catch {} }`
