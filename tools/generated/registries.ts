import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GeneratedFile } from '../generated.ts'
import { repositoryRoot } from '../tree.ts'
import { formatTypeScript } from './format.ts'

const head = '// Made from the folders of features by `npm run generate`; do not change it by hand.\n'
const apiFeatures = 'packages/api/src/features'
const webFeatures = 'packages/web/src/features'
const webRegistry = 'packages/web/src/app/registry'

/** Lists of the folders that contain a feature, so that adding a feature means adding a folder and nothing else. */
export const registries: GeneratedFile[] = [
  { path: `${apiFeatures}/index.ts`, produce: listApiFeatures },
  { path: `${webRegistry}/messages.en.ts`, produce: () => listMessages('en') },
  { path: `${webRegistry}/messages.pl.ts`, produce: () => listMessages('pl') },
  { path: `${webRegistry}/routes.ts`, produce: listRoutes },
  { path: `${webRegistry}/commands.ts`, produce: listCommands },
]

async function listApiFeatures(): Promise<string> {
  const names = await listFoldersWith(apiFeatures, 'index.ts')
  return formatTypeScript(`${head}import type { Feature } from '../platform/feature.ts'
${names.map((name) => `import { feature as ${toCamelCase(name)} } from './${name}/index.ts'`).join('\n')}

/** Every feature of the API. */
export const features: readonly Feature[] = [
${names.map((name) => `${toCamelCase(name)},`).join('\n')}
]
`)
}

/**
 * Generates one file per language, so that users load only their own. A feature has one file of messages per language,
 * or one `messages.ts` with both, whose texts are copied here.
 */
async function listMessages(language: 'en' | 'pl'): Promise<string> {
  const names = await listFoldersWith(webFeatures, `messages.${language}.ts`)
  const imports = names.map(
    (name) => `import { ${toCamelCase(name)} } from '../../features/${name}/messages.${language}.ts'`,
  )
  const spread = [
    ...['app', ...names.map(toCamelCase)].map((name) => `...${name},`),
    ...(await readBilingual(language)).map(([key, text]) => `${JSON.stringify(key)}: ${JSON.stringify(text)},`),
  ]
  const own = `import { app } from '../i18n/messages.${language}.ts'`
  return formatTypeScript(
    language === 'en'
      ? `${head}${imports.join('\n')}\n${own}

/** The texts of the app, in ICU message format. The other languages have the same keys; a test compares and reads them all. */
export const en = {
${spread.join('\n')}
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>
`
      : `${head}${imports.join('\n')}\n${own}
import type { Messages } from './messages.en.ts'

export const ${language}: Messages = {
${spread.join('\n')}
}
`,
  )
}

type Bilingual = Readonly<Record<string, Readonly<Record<'en' | 'pl', string>>>>

async function readBilingual(language: 'en' | 'pl'): Promise<[key: string, text: string][]> {
  const names = await listFoldersWith(webFeatures, 'messages.ts')
  const all = await Promise.all(
    names.map(async (name): Promise<Bilingual> => {
      const module = await import(join(repositoryRoot, webFeatures, name, 'messages.ts'))
      return module[toCamelCase(name)]
    }),
  )
  return all.flatMap((messages) =>
    Object.entries(messages).map(([key, texts]): [string, string] => [key, texts[language]]),
  )
}

/**
 * The screens of a feature are `<feature>Routes` in its `routes.ts`, shown with the navigation. `<feature>InsideRoutes`
 * are shown without it; `<feature>RootRoutes` need no session either.
 */
async function listRoutes(): Promise<string> {
  const names = await listFoldersWith(webFeatures, 'routes.ts')
  const exported = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(repositoryRoot, webFeatures, name, 'routes.ts'), 'utf8')
      return { name, lists: [...text.matchAll(/^export const (\w+Routes)\b/gm)].map(([, list = '']) => list) }
    }),
  )
  const lists = exported.flatMap((each) => each.lists)
  const isInside = (list: string) => list.endsWith('InsideRoutes')
  const isRoot = (list: string) => list.endsWith('RootRoutes')
  const formatSpread = (wanted: (list: string) => boolean) =>
    lists
      .filter(wanted)
      .map((list) => `...${list},`)
      .join('\n')
  return formatTypeScript(`${head}${exported
    .map((each) => `import { ${each.lists.toSorted().join(', ')} } from '../../features/${each.name}/routes.ts'`)
    .join('\n')}
import { framed, inside, root } from '../routing/parents.ts'

/** The screens of every feature. */
export const routeTree = root.addChildren([
${formatSpread(isRoot)}
inside.addChildren([
${formatSpread(isInside)}
framed.addChildren([
${formatSpread((list) => !isRoot(list) && !isInside(list))}
]),
]),
])
`)
}

/** A feature adds commands to the command palette with the hook `use<Feature>Commands` in its `commands.ts`. */
async function listCommands(): Promise<string> {
  const names = await listFoldersWith(webFeatures, 'commands.ts')
  const hooks = names.map((name) => ({ name, hook: `use${capitalize(toCamelCase(name))}Commands` }))
  return formatTypeScript(`${head}${hooks
    .map(({ name, hook }) => `import { ${hook} } from '../../features/${name}/commands.ts'`)
    .join('\n')}
import type { Command } from '../shell/command.ts'

/** What features add to the command palette. */
const sources: readonly ((typed: string) => readonly Command[])[] = [
${hooks.map(({ hook }) => `${hook},`).join('\n')}
]

/**
 * The commands of every feature; \`typed\` is the text that records are searched for. The list is constant, so its hooks
 * are always called in the same order.
 */
export const useFeatureCommands = (typed: string): readonly Command[] =>
  sources.flatMap((collect) => collect(typed))
`)
}

async function listFoldersWith(folder: string, file: string): Promise<string[]> {
  const names = await readdir(join(repositoryRoot, folder))
  return names.filter((name) => existsSync(join(repositoryRoot, folder, name, file))).toSorted()
}

const toCamelCase = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase())

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
