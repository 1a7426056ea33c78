import type { ApplyData } from '@wachta/client'
import { LineCounter, parseDocument } from 'yaml'
import { CommandError } from '../frame/command.ts'

/** A declared configuration read from a file, and the position of each of its parts in the file. */
export interface ApplyDocument {
  readonly data: ApplyData
  /** `file:line:column` of the field that an error names, such as `data.services.0.address`. */
  locate(field: string | undefined): string
}

/** Parses YAML or JSON. Syntax errors are reported with their positions. */
export function readDocument(file: string, content: string): ApplyDocument {
  const lines = new LineCounter()
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const formatPosition = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => `${formatPosition(pos[0])}: ${message}`).join('\n  ')
    throw new CommandError({
      en: `This is not valid YAML:\n  ${problems}`,
      pl: `To nie jest poprawny YAML:\n  ${problems}`,
    })
  }
  const data: unknown = document.toJS({ maxAliasCount: 100 })
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new CommandError({
      en: `${file}: a configuration has sections such as groups, services, contacts, events and escalations.`,
      pl: `${file}: konfiguracja ma sekcje takie jak groups, services, contacts, events i escalations.`,
    })
  return {
    // The API validates it and names the field of each error.
    data: data as ApplyData,
    locate(field = '') {
      const path = field
        .replace(/^data\.?/, '')
        .split('.')
        .filter(Boolean)
      // A missing field has no position, so the position of its nearest existing parent is used.
      for (let length = path.length; length > 0; length -= 1) {
        const node = document.getIn(path.slice(0, length).map(toKey), true) as { range?: [number] } | undefined
        if (node?.range) return formatPosition(node.range[0])
      }
      return `${file}:1:1`
    },
  }
}

const toKey = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)
