const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text inside HTML: it can neither end an element nor start a new line or turn the direction of the text. */
export const escapeHtml = (text: string): string =>
  oneLine(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

/** A text on one line, without characters that turn its direction. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\p{Bidi_Control}/gu, '')
