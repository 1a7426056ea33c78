/** Decodes content with the charset of its content type; UTF-8 if that is missing or unknown. */
export function decodeText(content: Uint8Array, contentType: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([A-Za-z0-9_:.-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  return createDecoder(charset).decode(content)
}

function createDecoder(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
