import type { ApplyData } from '@wachta/client'
import { LineCounter, parseDocument } from 'yaml'
import { CommandError } from '../frame/command.ts'

/** A declared configuration as it stands in a file, and where in the file each of its parts is. */
export interface ApplyDocument {
  readonly data: ApplyData
  /** `file:line:column` of the part that a fault is about: `data.services.0.address`. */
  placeOf(field: string | undefined): string
}

/** Reads YAML, of which JSON is a part. Faults of the writing itself are told with their places. */
export function readDocument(file: string, content: string): ApplyDocument {
  const lines = new LineCounter()
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  if (document.errors.length > 0) {
    const told = document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`).join('\n  ')
    throw new CommandError({ en: `This is not valid YAML:\n  ${told}`, pl: `To nie jest poprawny YAML:\n  ${told}` })
  }
  const data: unknown = document.toJS({ maxAliasCount: 100 })
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new CommandError({
      en: `${file}: a configuration has sections: groups, services, contacts, events, escalations.`,
      pl: `${file}: konfiguracja ma sekcje: groups, services, contacts, events, escalations.`,
    })
  return {
    // Whether it is one is for the API to say, with the place of each fault.
    data: data as ApplyData,
    placeOf(field = '') {
      const path = field
        .replace(/^data\.?/, '')
        .split('.')
        .filter(Boolean)
      // What is missing has no place of its own: then the nearest part around it that is there.
      for (let length = path.length; length > 0; length -= 1) {
        const node = document.getIn(path.slice(0, length).map(keyOf), true) as { range?: [number] } | undefined
        if (node?.range) return at(node.range[0])
      }
      return `${file}:1:1`
    },
  }
}

const keyOf = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)
