import { forbiddenOrigins } from '../addresses.ts'

/** The functions that scripts of attacks can call, in pages and in workers. */
export const prelude = `const forbidden = ${JSON.stringify(forbiddenOrigins)}
const tryEach = (use) => { for (const origin of forbidden) try { use(origin) } catch {} }
const repeat = (count, use) => { for (let index = 0; index < count; index += 1) try { use(index) } catch {} }`
