const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML, on one line and without characters that change the text direction. */
export const escapeHtml = (text: string): string =>
  removeLineBreaks(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

/** Replaces line breaks and control characters by spaces, and removes characters that change the text direction. */
export const removeLineBreaks = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\p{Bidi_Control}/gu, '')
