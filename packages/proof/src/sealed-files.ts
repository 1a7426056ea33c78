/** A report with the digests of its files, in the form in which a link seals it. */
export interface SealedFiles {
  readonly report_id: number
  readonly files: readonly { readonly type_id: string; readonly sha256: Buffer }[]
}

/** Writes JSON, so that anyone can read it without our code. The content is small and not secret. */
export function writeSealedFiles({ report_id, files }: SealedFiles): Buffer {
  const digests = files
    .toSorted((one, other) => (one.type_id < other.type_id ? -1 : 1))
    .map(({ type_id, sha256 }) => [type_id, sha256.toString('hex')])
  return Buffer.from(JSON.stringify({ report_id, files: Object.fromEntries(digests) }))
}

/** Reads the content of a link that seals a report; undefined if it is malformed. */
export function readSealedFiles(content: Uint8Array): SealedFiles | undefined {
  const found = parse(Buffer.from(content).toString('utf8'))
  if (typeof found !== 'object' || found === null) return undefined
  const { report_id, files } = found as { report_id?: unknown; files?: unknown }
  if (!Number.isSafeInteger(report_id) || typeof files !== 'object' || files === null) return undefined
  const digests = Object.entries(files).map(([type_id, digest]) => ({
    type_id,
    sha256: Buffer.from(String(digest), 'hex'),
  }))
  return { report_id: Number(report_id), files: digests }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
