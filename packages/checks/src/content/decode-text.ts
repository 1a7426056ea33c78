/** The text of content, by the charset that its type names; UTF-8 unless it names one that is known. */
export function decodeText(content: Uint8Array, contentType: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([A-Za-z0-9_:.-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  return decoder(charset).decode(content)
}

function decoder(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
