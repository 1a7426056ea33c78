/** The version in package.json; a test compares them. A constant, so that the bundle is a single file. */
export const version = '0.1.0'
