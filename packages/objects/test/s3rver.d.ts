/** The package publishes no types; this is what the test uses of it. */
declare module 's3rver' {
  // biome-ignore lint/style/noDefaultExport: it is what the package has
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
