/** As in package.json; a test holds them together, and a bundle needs no file beside it. */
export const mcpVersion = '0.1.0'
