import { readdir, readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

type Texts = Readonly<Record<string, Readonly<Record<'en' | 'pl', string>>>>

const folder = join(import.meta.dirname, '../../src/features')

// Read the raw texts, because the app's own `createTexts` needs React.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/i18n/own-texts.ts')
      ? { url: 'data:text/javascript,export const createTexts = (texts) => texts', shortCircuit: true }
      : next(specifier, context),
})

/** The files below `src/features/` with texts that are loaded together with their pages. */
export async function listOwnTexts(): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return files.filter((_, place) => sources[place]?.includes('= createTexts('))
}

/** The texts of such a file in one language. */
export async function readOwnTexts(file: string, language: 'en' | 'pl'): Promise<Record<string, string>> {
  const [texts, ...more] = Object.values<Texts>(await import(join(folder, file)))
  if (!texts || more.length > 0) throw new Error(`${file} does not have its texts alone`)
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[language]]))
}
