import { Document, Scalar, visit } from 'yaml'

/**
 * Control characters, which a terminal would interpret (see `escapeControlCharacters`). YAML can escape them in double
 * quotes.
 */
const controlCharacter = /[\p{Cc}\p{Bidi_Control}]/u

const blockThatBeginsWithSpace = /^\s.*\n|^\n/su

/** Writes a configuration as YAML that survives being printed, copied and parsed again. */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'string') return
      const hasControlCharacter = controlCharacter.test(node.value.replaceAll('\n', ''))
      // A block scalar would lose its leading spaces.
      if (hasControlCharacter || blockThatBeginsWithSpace.test(node.value)) node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return document.toString({ lineWidth: 0 })
}
