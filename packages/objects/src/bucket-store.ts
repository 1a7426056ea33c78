import type { Readable } from 'node:stream'
import { type ObjectStore, ObjectStoreError } from './store.ts'

/** How long the store may take to connect, to answer, and between two parts of an answer. */
const defaultTimeoutMs = 15_000

/** Opens a bucket of an S3-compatible store. The client library is loaded only if it is needed. */
export async function openBucketStore(url: URL, timeoutMs = defaultTimeoutMs): Promise<ObjectStore> {
  const s3 = await import('@aws-sdk/client-s3')
  const [, bucket] = url.pathname.split('/')
  if (!bucket) throw new ObjectStoreError('the URL of the object store contains no bucket: s3://key:secret@host/bucket')
  const client = new s3.S3Client({
    endpoint: `${url.searchParams.get('tls') === 'false' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
    forcePathStyle: true,
    // By default the client sends checksums in a chunked format that many stores save as part of the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...{ requestTimeout: timeoutMs, connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
      // Without this, the client only warns, and waits on.
      throwOnRequestTimeout: true,
    },
  })

  const removePage = async (prefix: string): Promise<number> => {
    const { Contents = [] } = await client.send(new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }))
    const Objects = Contents.map(({ Key }) => ({ Key }))
    if (Objects.length === 0) return 0
    const request = { Bucket: bucket, Delete: { Objects, Quiet: true } }
    const { Errors = [] } = await client.send(new s3.DeleteObjectsCommand(request))
    // Without this error, the next page would have the same objects again, without end.
    const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey')
    if (failed) throw new ObjectStoreError(`the object store does not delete ${failed.Key}: ${failed.Code}`)
    return Objects.length
  }

  return {
    async put(key, bytes) {
      await client.send(
        new s3.PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: 'application/octet-stream' }),
      )
    },
    async get(key) {
      try {
        const { Body, ContentLength = 0 } = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key }))
        return Body === undefined ? undefined : { size: ContentLength, stream: Body as Readable }
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return undefined
        throw error
      }
    },
    async remove(prefix) {
      let removed = 0
      for (let page = await removePage(prefix); page > 0; page = await removePage(prefix)) removed += page
      return removed
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
    },
  }
}
