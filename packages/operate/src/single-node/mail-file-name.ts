interface Mail {
  readonly time: number
  /** Unique among the mails of the same second. */
  readonly count: number
  readonly subject: string
}

const maxCharacters = 80

/** Returns a file name made of time and subject, which sorts by time and is safe on every file system. */
export function buildMailFileName({ time, count, subject }: Mail): string {
  const timestamp = new Date(time)
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, '')
  const slug = subject
    .replaceAll(/[łŁ]/g, (letter) => (letter === 'ł' ? 'l' : 'L'))
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, maxCharacters)
    .replaceAll(/^-+|-+$/g, '')
  return `${timestamp}-${String(count % 1_000).padStart(3, '0')}-${slug || 'mail'}.eml`
}

/** Returns the decoded subject of a mail; empty if there is none. */
export function readMailSubject(mail: string): string {
  const head = mail.split(/\r?\n\r?\n/, 1)[0] ?? ''
  const raw = /^subject:[ \t]*(.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1] ?? ''
  const unfolded = raw.replaceAll(/\r?\n[ \t]+/g, ' ').trim()
  // The space between two encoded words is not part of the text.
  return unfolded.replaceAll(/(\?=)\s+(=\?)/g, '$1$2').replaceAll(/=\?[\w-]+\?[bq]\?[^?]*\?=/gi, decodeWord)
}

/** Decodes an encoded word: `=?charset?coding?text?=`. */
function decodeWord(word: string): string {
  const [, charset, coding = '', text = ''] = word.split('?')
  const bytes =
    coding.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replaceAll(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        )
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return word
  }
}
