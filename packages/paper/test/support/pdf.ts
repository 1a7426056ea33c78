import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ReadPdf {
  readonly pages: number
  readonly info: string
  /** The structure tree, with the titles of headings. */
  readonly structure: string
  /** The text of each page. */
  readonly text: readonly string[]
  /** The rightmost and lowest edge of any word, in points. */
  readonly extent: { readonly right: number; readonly bottom: number }
}

/** Reads a PDF with the programs of poppler. */
export const readPdf = (pdf: Uint8Array): Promise<ReadPdf> =>
  withFile(pdf, async (file) => {
    const info = await output('pdfinfo', file)
    const text = await output('pdftotext', '-layout', file, '-')
    const words = await output('pdftotext', '-bbox', file, '-')
    const largest = (name: string) =>
      Array.from(words.matchAll(new RegExp(`<word [^>]*${name}="([\\d.]+)"`, 'g')), ([, edge]) => Number(edge)).reduce(
        (most, edge) => Math.max(most, edge),
        0,
      )
    return {
      pages: Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]),
      info,
      structure: await output('pdfinfo', '-struct', file),
      text: text.split('\f').slice(0, -1),
      extent: { right: largest('xMax'), bottom: largest('yMax') },
    }
  })

/** The structure tree with all texts. Poppler takes many seconds for more than a page. */
export const readStructureTexts = (pdf: Uint8Array): Promise<string> =>
  withFile(pdf, (file) => output('pdfinfo', '-struct-text', file))

/** The names of the embedded fonts. */
export const readFontNames = (pdf: Uint8Array): Promise<string[]> =>
  withFile(pdf, async (file) =>
    Array.from((await output('pdffonts', file)).matchAll(/^[A-Z]{6}\+(\S+)/gm), ([, name = '']) => name).sort(),
  )

async function withFile<T>(pdf: Uint8Array, read: (file: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'paper-'))
  try {
    const file = join(directory, 'report.pdf')
    await writeFile(file, pdf)
    return await read(file)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const output = async (program: string, ...words: string[]) =>
  (await run(program, words, { maxBuffer: 256 * 1024 ** 2 })).stdout
