import type { SecretMasks } from './masking.ts'
import type { KeptArtifact } from './probe.ts'

/** The maximum size in bytes of one artifact, and of all artifacts of one check. */
const maxArtifactBytes = 1_048_576
const maxTotalBytes = 4_194_304

/**
 * The maximum length of a content type. It comes from the server, and an overlong one would make storing the evidence
 * fail.
 */
const maxTypeLength = 255

const extensions: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/json': 'json',
  'application/x-pem-file': 'pem',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/zip': 'zip',
}

/** The evidence of one check. An artifact replaces an earlier one with the same id. */
export class Artifacts {
  readonly #masks: SecretMasks
  #kept: readonly KeptArtifact[] = []

  constructor(masks: SecretMasks) {
    this.#masks = masks
  }

  get kept(): readonly KeptArtifact[] {
    return this.#kept
  }

  keep(artifact_id: string, content: string | Uint8Array, content_type: string): void {
    const room = Math.min(maxArtifactBytes, this.#roomFor(artifact_id))
    const masked = this.#masks.maskBytes(typeof content === 'string' ? Buffer.from(content) : content)
    this.#add({
      artifact_id,
      content_type: content_type.slice(0, maxTypeLength),
      file_name: `${artifact_id}.${getExtension(content_type)}`,
      content: masked.subarray(0, room),
      isTruncated: masked.length > room,
    })
  }

  /**
   * Stores an artifact that is useless if truncated and cannot be masked; returns false, without storing it, if it
   * exceeds the remaining size limit of the check or if there are secrets to mask.
   */
  keepWhole(artifact_id: string, content: Uint8Array, content_type: string): boolean {
    if (!this.#masks.isEmpty || content.length > this.#roomFor(artifact_id)) return false
    const file_name = `${artifact_id}.${getExtension(content_type)}`
    this.#add({ artifact_id, content_type, file_name, content, isTruncated: false })
    return true
  }

  #roomFor(artifact_id: string): number {
    const others = this.#kept.filter((artifact) => artifact.artifact_id !== artifact_id)
    return Math.max(0, maxTotalBytes - others.reduce((sum, artifact) => sum + artifact.content.length, 0))
  }

  #add(artifact: KeptArtifact): void {
    this.#kept = [...this.#kept.filter(({ artifact_id }) => artifact_id !== artifact.artifact_id), artifact]
  }
}

function getExtension(content_type: string): string {
  const [type = ''] = content_type.toLowerCase().split(';')
  return extensions[type.trim()] ?? 'txt'
}
