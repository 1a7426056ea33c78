/** The environment variables that a started process inherits: the search path, and the cache of compiled modules. */
export function getBasicEnvironment(): { PATH: string; NODE_COMPILE_CACHE?: string } {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
