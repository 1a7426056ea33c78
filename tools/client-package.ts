import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from './tree.ts'

const source = join(repositoryRoot, 'packages', 'client')
const target = join(source, 'dist')

/** Makes the built client a separate package, which exports the build; inside the repository it exports its sources. */
const {
  private: _private,
  scripts: _scripts,
  devDependencies: _development,
  ...kept
} = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
const entry = { types: './index.d.ts', default: './index.js' }
await writeFile(join(target, 'package.json'), `${JSON.stringify({ ...kept, exports: { '.': entry } }, null, 2)}\n`)
await copyFile(join(source, 'README.md'), join(target, 'README.md'))
await copyFile(join(repositoryRoot, 'LICENSE'), join(target, 'LICENSE'))
