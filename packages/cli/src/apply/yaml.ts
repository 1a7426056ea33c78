import { Document, Scalar, visit } from 'yaml'

/** Characters that are shown at a terminal rather than obeyed, see `visible`; in double quotes YAML reads them back. */
const obeyed = /[\p{Cc}\p{Bidi_Control}]/u

const blockThatBeginsWithSpace = /^\s.*\n|^\n/su

/** A configuration as YAML that stays the same when it is printed, copied and read again. */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'string') return
      const isObeyed = obeyed.test(node.value.replaceAll('\n', ''))
      // A block of lines loses spaces at its beginning.
      if (isObeyed || blockThatBeginsWithSpace.test(node.value)) node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return document.toString({ lineWidth: 0 })
}
